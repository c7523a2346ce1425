/// Schedules (§3.6): c ⇓ z and z(c).
#pragma once

#include "semantics/system.hpp"

namespace coreecs {

/// c ⇓ z: the composite mutation of schedule z at state c. Throws what a system function throws: if some f_s(r) is
/// undefined, so is c ⇓ z (D12). Cost: one invocation a match, two under seq. Each level of nesting copies what is
/// below it, so a deep left nesting of ⨟ is quadratic. `interp` performs schedules in one pass.
[[nodiscard]] Update produce(const State& c, const Schedule& z, At at);

/// z(c). Cost: that of produce, and log k for each location written.
[[nodiscard]] State advance(const State& c, const Schedule& z, At at);

}  // namespace coreecs
