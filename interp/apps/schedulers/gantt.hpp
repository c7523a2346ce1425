/// An execution of tasks by workers, in time, as a picture (a Gantt chart).
#pragma once

#include "interp/apps/schedulers/comparison.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

/// Who runs what, and when: a row for each worker, from left to right the time, a frame around each phase of the plan,
/// and below it where commands are applied. What has no room for its name says it as a hint. Cost: the spans.
[[nodiscard]] Picture gantt(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                            const std::string& title, const schedulers::Clock& clock = {});
/// The same of a fastest schedule, which has no phases.
[[nodiscard]] Picture gantt(const schedulers::Tasks& tasks, const schedulers::Optimum& optimum, std::size_t workers,
                            const std::string& title, const schedulers::Clock& clock = {});

}  // namespace coreecs
