/// [oracle] Drives an engine through a case at one level, and compares it with the calculus after each step.
#pragma once

#include "interp/oracle/engine.hpp"
#include "interp/oracle/judge.hpp"

namespace coreecs {

/// The result of a case.
struct Driven {
  Judgement judgement;
  /// Why the engine did not finish, if it did not.
  std::optional<EngineFailure::Kind> failure = {};
  /// The engine's visits, in its order, as far as they are known. Below Level::Systems: the reference's.
  std::vector<Performed> order = {};
  /// The state before the step that deviates; after it, those of the calculus and of the engine, as far as they differ.
  /// The step is a leaf, or a frame at Level::Schedules.
  std::optional<State> before = {}, expected = {}, found = {};
  std::string said = {};  ///< what the engine has written for people
};

/// Drives an engine through a case at one level. Except at Level::Schedules it performs the leaves of the schedule from
/// left to right, as if each ∥ were a ⨟. After each leaf everything observable is compared with the reference, which
/// follows the engine's order of visits: a run may have any order. At Level::Schedules `judge` judges the states after
/// frames. If its answer is no, but the order in which a seq visits its matches may matter, the result is Outside.
/// Results: Yes; No, with the first deviation; or Outside, if the engine refuses or does not support the case, a system
/// function fails, a query vector has very many matches, or a limit is reached. Precondition: the program has the
/// schedule. Cost: that of `judge`, and a dump for each leaf.
[[nodiscard]] Driven drive(const EngineCase&, Engine&, Level, const EngineDescription&, std::size_t limit);

/// Whether all runs of a schedule observe the same, for any order in which its seqs visit their matches: it is safe,
/// and no invocation of a seq uses what another invocation of that seq writes. Throws what a system function throws.
/// Cost: that of deciding the schedule.
[[nodiscard]] bool visits_are_determined(const Program&, const Schedule&, std::uint64_t frames);

}  // namespace coreecs
