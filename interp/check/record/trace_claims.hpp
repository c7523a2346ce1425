/// [trace] What the steps of a trace claim, and what is found instead.
#pragma once

#include "interp/check/record/trace.hpp"

namespace coreecs {

[[nodiscard]] TraceFault trace_fault(TraceFault::Kind kind, std::size_t step, const Trace& trace);

using TraceFaults = std::vector<TraceFault>;

/// Adds where a step claims to observe something else than this.
void compare_observed(std::size_t step, const Trace& trace, const ObservedValues& observed, TraceFaults& faults);
/// Adds where a step claims to write something else than m at c. What it leaves at c as it was may be claimed or not.
void compare_wrote(std::size_t step, const Trace& trace, const Update& m, const State& c, TraceFaults& faults);
/// Adds where the trace claims to end in another state.
void compare_final(const Trace& trace, const State& c, TraceFaults& faults);

}  // namespace coreecs
