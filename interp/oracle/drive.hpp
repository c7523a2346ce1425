/// [oracle] An engine driven through a case, level by level, and compared at each step with the calculus.
#pragma once

#include "interp/oracle/engine.hpp"
#include "interp/oracle/judge.hpp"

namespace coreecs {

/// What became of a case.
struct Driven {
  Judgement judgement;
  /// Why the engine came to no end, where it did not.
  std::optional<EngineFailure::Kind> failure = {};
  /// What it visited, in its order, as far as it is told. Below Level::Systems: what the reference did.
  std::vector<Performed> order = {};
};

/// Drives an engine through a case at one level. Up to Level::Systems the leaves of the schedule are performed from
/// left to right, as if each ∥ were a ⨟, and all that can be seen is compared after each: with the reference, which
/// follows the engine's order of visits, for each order is one that a run may have. At Level::Schedules the states
/// after frames are judged as `judge` does; where that says no, and the order in which a seq visits its matches
/// may matter, nothing is said. Yes; no, with the first thing that is wrong; or outside, where the engine
/// refuses the case or does not support it, where a system function fails or a query vector has very many matches, or
/// where the limits do not suffice. Precondition: the program has the schedule. Cost: that of `judge`, and a dump for
/// each leaf.
[[nodiscard]] Driven drive(const EngineCase&, Engine&, Level, const EngineDescription&, std::size_t limit);

/// Whether all runs of a schedule observe the same, in whatever order its seqs visit their matches: it is safe, and no
/// invocation of a seq meets what another one of it writes. Throws what a system function throws. Cost: that of
/// deciding the schedule.
[[nodiscard]] bool visits_are_determined(const Program&, const Schedule&, std::uint64_t frames);

}  // namespace coreecs
