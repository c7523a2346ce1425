/// Whether all runs that re-observe the state end alike (D5).
#pragma once

#include <functional>

#include "interp/check/decide/decide.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

struct Confluence {
  Answer confluent = Answer::Unknown;
  /// Two complete runs that end differently, the reference run first, where it is not.
  std::optional<std::pair<Ending, Ending>> witness;
  /// How many different configurations were looked at.
  std::size_t explored = 0;
  /// The states that runs end in, each once, where it is.
  std::vector<State> ends = {};
};

/// The linearization of po_c(z) as a run, from c.
[[nodiscard]] Ending perform(const State& c, const PartialOrder& po, const std::vector<std::size_t>& order);
/// That of the reference.
[[nodiscard]] Ending in_order(const State& c, const PartialOrder& po);

/// Runs `plan` at c in every order, until two runs end differently or `limit` configurations (fewer, where they are
/// large) were met. The reference run performs po. The invocations of races are tried first, each in a run that delays
/// it; runs are drawn before many configurations are looked at. Only sufficient choices are made, and where there is
/// only one, nothing is kept. Cost: limit times some 4 kB of memory, and the time to fill it, at worst.
[[nodiscard]] Confluence explore(const State& c, const Plan& plan, const PartialOrder& po,
                                 const std::vector<Conflict>& races, std::size_t limit, const Environment& env);

struct Reached {
  Answer reached = Answer::Unknown;
  std::optional<Ending> run;  ///< one that does, where there is one
};

/// Whether some run of `plan` at c ends in a state that is `wanted`. The reference run performs po; it and others that
/// are drawn are looked at first, then `limit` configurations at most, as by `explore`. Cost: likewise.
[[nodiscard]] Reached reach(const State& c, const Plan& plan, const PartialOrder& po,
                            const std::function<Answer(const State&)>& wanted, std::size_t limit,
                            const Environment& env);

}  // namespace coreecs
