/// Whether some execution of a plan has a given order.
#pragma once

#include "interp/apps/schedulers/machine.hpp"

namespace coreecs::schedulers {

/// [scheduler/performs] Whether some execution performs conflicting tasks in the order of a sequence, which has each
/// task once. Nothing if that takes more than `most` configurations. Tasks that do not conflict may come in another
/// order: the result is the same. Cost: that of `enabled` for each.
[[nodiscard]] std::optional<bool> performs(const Machine& machine, const std::vector<std::size_t>& sequence,
                                           std::size_t most);

}  // namespace coreecs::schedulers
