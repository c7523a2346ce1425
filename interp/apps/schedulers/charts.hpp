/// An execution of tasks by workers, in time: as text, as a picture, and as a document for trace viewers.
#pragma once

#include "interp/apps/schedulers/comparison.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

namespace schedulers {

/// A line for each worker, with time from left to right. Each job extends from its bar to the next bar or space, and
/// shows as much of its name as fits. Below, ^ marks where commands are applied. Cost: the spans, and the lines.
[[nodiscard]] std::string chart(const Tasks& tasks, const Plan& plan, const Timeline& timeline, std::size_t workers,
                                std::size_t columns = 100);

}  // namespace schedulers

/// A Gantt chart: a row for each worker with its jobs, time from left to right. A frame surrounds each phase of the
/// plan; marks below it show where commands are applied. A job too short for its name shows it as a tooltip. Cost: the
/// spans.
[[nodiscard]] Picture gantt(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                            const std::string& title, const schedulers::Clock& clock = {});

/// A JSON document for Perfetto and chrome://tracing, with a thread for each worker. A unit of time is a microsecond.
/// An instant event marks each application of commands. Cost: its length.
[[nodiscard]] std::string timeline_json(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                                        const std::string& title, const schedulers::Clock& clock = {});

}  // namespace coreecs
