/// [oracle] What an engine did with a program, judged by the calculus (specs/guide/test-my-engine.md).
#pragma once

#include "interp/language/program/program.hpp"
#include "interp/oracle/tolerance.hpp"
#include "interp/search/difference.hpp"

namespace coreecs {

/// What an engine is asked to do: a schedule of a program, over a number of frames.
struct EngineCase {
  std::string id;
  Program program;
  std::string schedule;
  std::uint64_t frames = 1;
};

/// What it did. Entities that it created are under its own names.
struct EngineResult {
  std::optional<State> start;  ///< before the first frame, where it tells of that
  std::vector<State> states;   ///< after the frames that it tells of: all of them from 1, or only the last
  Names names;                 ///< of all entities in them
  std::shared_ptr<Entities> entities = std::make_shared<Entities>();  ///< those that it created
};

struct Judgement {
  /// Outside: nothing is said, for a reason that is not the engine's.
  enum class Kind { Yes, No, Outside };
  Kind kind = Kind::Outside;
  /// Of No and Outside.
  std::string why = {};

  /// Of Yes: the engine's entities, and those of the run that ends so.
  std::vector<std::pair<Entity, Entity>> renaming = {};
  /// Of Yes, where the schedule races: the token of a run that ends so.
  std::optional<std::string> token = {};

  /// Of No: the first frame after which no run is in the state that was found. What differs is told of the reference
  /// run, or of the run that is like the engine until then; and the invocations of it that write to the first place.
  std::uint64_t frame = 0;
  std::vector<Difference> differences = {};
  std::vector<Performed> writers = {};

  Names names;                         ///< under which all entities above are known
  std::shared_ptr<Entities> entities;  ///< those created, by the engine and by runs
};

/// Yes where some run (D5) of the schedule is in these states after these frames, up to a renaming of created entities
/// and to the tolerance; no, where none is. Outside where the reference run fails, or that takes looking at more than
/// `limit` configurations of a frame. Preconditions: the program has the schedule; the result tells of all frames, or
/// of the last. Cost: that of z(c), and of the configurations where the result is not that of the reference.
[[nodiscard]] Judgement judge(const EngineCase&, const EngineResult&, const Tolerance&, std::size_t limit);

}  // namespace coreecs
