/// [oracle] The result of an engine for a program, judged by the calculus (specs/guide/test-my-engine.md).
#pragma once

#include "interp/language/program/program.hpp"
#include "interp/oracle/tolerance.hpp"
#include "interp/search/difference.hpp"

namespace coreecs {

/// A task for an engine: a schedule of a program, over a number of frames.
struct EngineCase {
  std::string id;
  Program program;
  std::string schedule;
  std::uint64_t frames = 1;
};

/// An engine's result. Entities that it created have its own names.
struct EngineResult {
  std::optional<State> start;  ///< before the first frame, if reported
  std::vector<State> states;   ///< after the reported frames: all of them from 1, or only the last
  Names names;                 ///< of all entities in the states
  std::shared_ptr<Entities> entities = std::make_shared<Entities>();  ///< those that it created
};

struct Judgement {
  /// Outside: undecided, for a reason that is not the engine's.
  enum class Kind { Yes, No, Outside };
  Kind kind = Kind::Outside;
  /// For No and Outside.
  std::string why = {};

  /// For Yes: pairs of the engine's entities and those of a run that ends in this state.
  std::vector<std::pair<Entity, Entity>> renaming = {};
  /// For Yes, if the schedule races: the token of such a run.
  std::optional<std::string> token = {};

  /// For No: the first frame after which no run is in the engine's state. The differences are those to the reference
  /// run, or to a run that agrees with the engine until then. The writers are its invocations that write to the first
  /// location.
  std::uint64_t frame = 0;
  std::vector<Difference> differences = {};
  std::vector<Performed> writers = {};

  Names names;                         ///< of all entities above
  std::shared_ptr<Entities> entities;  ///< those that the engine and runs created
};

/// Yes if some run (D5) of the schedule is in these states after these frames, up to a renaming of created entities and
/// the tolerance; no if none is. Outside if the reference run fails, or more than `limit` configurations of a frame
/// would be needed. Preconditions: the program has the schedule; the result has the states of all frames, or of the
/// last. Cost: that of z(c); if the result differs from the reference, also the configurations.
[[nodiscard]] Judgement judge(const EngineCase&, const EngineResult&, const Tolerance&, std::size_t limit);

}  // namespace coreecs
