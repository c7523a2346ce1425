/// An execution of tasks by workers, in time, as a picture (a Gantt chart).
#pragma once

#include "interp/apps/schedulers/comparison.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

/// A row for each worker with its jobs, time from left to right. A frame surrounds each phase of the plan; marks below
/// it show where commands are applied. A job too short for its name shows it as a tooltip. Cost: the spans.
[[nodiscard]] Picture gantt(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                            const std::string& title, const schedulers::Clock& clock = {});
/// The same for a fastest schedule, which has no phases.
[[nodiscard]] Picture gantt(const schedulers::Tasks& tasks, const schedulers::Optimum& optimum, std::size_t workers,
                            const std::string& title, const schedulers::Clock& clock = {});

}  // namespace coreecs
