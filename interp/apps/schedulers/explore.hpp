/// What can happen in the executions of a plan, by going through all of them.
#pragma once

#include "interp/apps/schedulers/machine.hpp"

namespace coreecs::schedulers {

/// What was found in the configurations that can be reached.
struct Reached {
  std::size_t configurations = 0;
  std::vector<Subset> overlap;  ///< of each task, those that run beside it in one of them
  std::size_t stuck = 0;        ///< how many are not done, and have no next step
};

/// All configurations that can be reached, or nothing where there are more than `most`. Cost: that of `enabled` for
/// each.
[[nodiscard]] std::optional<Reached> explore(const Machine& machine, std::size_t most);

/// [scheduler/performs] Whether some execution performs tasks that conflict in the order of a sequence, which has each
/// task once; nothing where that takes looking at more than `most` configurations. Tasks that do not conflict may come
/// in another order: nobody sees it. Cost: that of `enabled` for each.
[[nodiscard]] std::optional<bool> performs(const Machine& machine, const std::vector<std::size_t>& sequence,
                                           std::size_t most);

}  // namespace coreecs::schedulers
