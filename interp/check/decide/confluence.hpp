/// Whether all runs that re-observe the state end in the same state (D5).
#pragma once

#include <functional>

#include "interp/check/decide/decide.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

struct Confluence {
  Answer confluent = Answer::Unknown;
  /// If not: two complete runs that end differently, the reference run first.
  std::optional<std::pair<Ending, Ending>> witness;
  /// The number of different configurations explored.
  std::size_t explored = 0;
  /// If so: the states that runs end in, each once.
  std::vector<State> ends = {};
};

/// Performs a linearization of po_c(z) from c.
[[nodiscard]] Ending perform(const State& c, const PartialOrder& po, const std::vector<std::size_t>& order);
/// Performs that of the reference.
[[nodiscard]] Ending in_order(const State& c, const PartialOrder& po);

/// Runs `plan` at c in every order, until two runs end differently or `limit` configurations (fewer if they are large)
/// were explored. The reference run performs po. It first delays each invocation of a race, then draws runs, and only
/// then explores many configurations. It makes only sufficient choices, and keeps nothing where there is only one.
/// Cost: at worst limit times some 4 kB of memory, and the time to fill it.
[[nodiscard]] Confluence explore(const State& c, const Plan& plan, const PartialOrder& po,
                                 const std::vector<Conflict>& races, std::size_t limit, const Environment& env);

struct Reached {
  Answer reached = Answer::Unknown;
  std::optional<Ending> run;  ///< one that does, if any
};

/// Whether some run of `plan` at c ends in a state that is `wanted`. The reference run performs po. It and drawn runs
/// are tried first, then at most `limit` configurations, as by `explore`. Cost: likewise.
[[nodiscard]] Reached reach(const State& c, const Plan& plan, const PartialOrder& po,
                            const std::function<Answer(const State&)>& wanted, std::size_t limit,
                            const Environment& env);

}  // namespace coreecs
