/// Which systems a race is told of, where two nodes met: a sync point is nobody's fault.
#pragma once

#include "interp/triage/races.hpp"

namespace coreecs::triage {

/// Two nodes that are both possible at a configuration, and how to get there.
struct Encounter {
  const Configuration& k;
  const std::vector<std::size_t>& path;
  std::size_t x, z;
};

/// Of two systems, they themselves. Of a system and a sync point: those whose changes it sees or does not see; if there
/// are none, of an exclusive system those that change what it writes, of another one the first that does something else
/// where its changes come later; if there is none, those whose changes its own may come before or after. Cost: the path
/// once more, and a visit for each system on it that defers.
[[nodiscard]] std::vector<Met> culprits(const Executions& all, const std::vector<Interference>& interferences,
                                        const Encounter& at, const std::optional<Witness>& witness);

}  // namespace coreecs::triage
