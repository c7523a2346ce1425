/// An execution in time, as text.
#pragma once

#include "interp/apps/schedulers/simulate.hpp"

namespace coreecs::schedulers {

/// A line for each worker, from left to right the time: each job from its bar to the next bar or space, with as much of
/// its name as there is room for. Below, a ^ where commands are applied. Cost: the spans, and the lines.
[[nodiscard]] std::string chart(const Tasks& tasks, const Plan& plan, const Timeline& timeline, std::size_t workers,
                                std::size_t columns = 100);

}  // namespace coreecs::schedulers
