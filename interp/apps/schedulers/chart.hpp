/// An execution in time, as text.
#pragma once

#include "interp/apps/schedulers/simulate.hpp"

namespace coreecs::schedulers {

/// A line for each worker, with time from left to right. Each job extends from its bar to the next bar or space, and
/// shows as much of its name as fits. Below, ^ marks where commands are applied. Cost: the spans, and the lines.
[[nodiscard]] std::string chart(const Tasks& tasks, const Plan& plan, const Timeline& timeline, std::size_t workers,
                                std::size_t columns = 100);

}  // namespace coreecs::schedulers
