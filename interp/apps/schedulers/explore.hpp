/// The executions of a plan, explored exhaustively.
#pragma once

#include "interp/apps/schedulers/machine.hpp"

namespace coreecs::schedulers {

/// Facts about the reachable configurations.
struct Reached {
  std::size_t configurations = 0;
  std::vector<Subset> overlap;  ///< of each task, those that run beside it in some configuration
  std::size_t stuck = 0;        ///< how many are not done, and have no next step
};

/// Explores all reachable configurations; nothing if there are more than `most`. Cost: that of `enabled` for each.
[[nodiscard]] std::optional<Reached> explore(const Machine& machine, std::size_t most);

/// [scheduler/performs] Whether some execution performs conflicting tasks in the order of a sequence, which has each
/// task once. Nothing if that takes more than `most` configurations. Tasks that do not conflict may come in another
/// order: the result is the same. Cost: that of `enabled` for each.
[[nodiscard]] std::optional<bool> performs(const Machine& machine, const std::vector<std::size_t>& sequence,
                                           std::size_t most);

}  // namespace coreecs::schedulers
