/// [trace] Compares what the steps of a trace claim with what is found.
#pragma once

#include "interp/check/record/trace.hpp"

namespace coreecs {

[[nodiscard]] TraceFault trace_fault(TraceFault::Kind kind, std::size_t step, const Trace& trace);

using TraceFaults = std::vector<TraceFault>;

/// Adds a fault for each place where a step claims to observe something else than this.
void compare_observed(std::size_t step, const Trace& trace, const ObservedValues& observed, TraceFaults& faults);
/// Adds the claims of a step to write something else than m at c. Writes that leave c as it was are optional.
void compare_wrote(std::size_t step, const Trace& trace, const Update& m, const State& c, TraceFaults& faults);
/// Adds the locations at which the trace claims another final state.
void compare_final(const Trace& trace, const State& c, TraceFaults& faults);

}  // namespace coreecs
