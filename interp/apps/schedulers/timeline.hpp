/// Simulated executions of tasks, in the Chrome trace event format.
#pragma once

#include "interp/apps/schedulers/comparison.hpp"

namespace coreecs {

/// A JSON document for Perfetto and chrome://tracing, with a thread for each worker. A unit of time is a microsecond.
/// An instant event marks each application of commands. Cost: its length.
[[nodiscard]] std::string timeline_json(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                                        const std::string& title, const schedulers::Clock& clock = {});

}  // namespace coreecs
