/// Which systems a race is told of, where two nodes met: a sync point is nobody's fault.
#pragma once

#include "interp/apps/triage/races.hpp"

namespace coreecs::triage {

/// Two nodes that are both possible at a configuration, and how to get there.
struct Encounter {
  const Configuration& k;
  const std::vector<std::size_t>& path;
  std::size_t x, z;
};

/// Of two systems, they themselves. Of a system and a sync point: those whose deferred changes make the system do
/// something else, one by one or together; if there are none, those that defer a change of what it changes at once; if
/// there are none, the first system that meets its own changes as they come later: that does something else, or changes
/// the same at once; if there is none, those whose changes its own may come before or after. Cost: the path once more,
/// and a visit and what is deferred for each system on it that defers; with a witness, the rest of both its executions,
/// with three visits for each system on it.
[[nodiscard]] std::vector<Met> culprits(const Executions& all, const std::vector<Interference>& interferences,
                                        const Encounter& at, const std::optional<Witness>& witness);

}  // namespace coreecs::triage
