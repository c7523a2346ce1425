/// Simulated executions of tasks, in the Chrome trace event format.
#pragma once

#include "interp/apps/schedulers/comparison.hpp"

namespace coreecs {

/// A JSON document that Perfetto and chrome://tracing open: a thread for each worker; a unit of time is a microsecond.
/// Where commands are applied there is an instant event. Cost: its length.
[[nodiscard]] std::string timeline_json(const schedulers::Machine& machine, const schedulers::Timeline& timeline,
                                        const std::string& title, const schedulers::Clock& clock = {});

}  // namespace coreecs
