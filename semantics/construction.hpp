/// Construction of safe schedules (Theorem 4.7).
#pragma once

#include "semantics/influence.hpp"
#include "semantics/safety.hpp"

namespace coreecs {

/// Where the rules fail: the case of Theorem 4.7 whose premise does not hold, and a location in both influences.
struct Overlap {
  int rule = 0;  ///< 3 or 4
  Location l;
};

/// Theorem 4.7: whether its four cases show that z is safe at c. Cost: n² pairs of matches, and infl_c at every ∥.
/// `interp` decides the same in one pass, and names the invocations.
[[nodiscard]] std::variant<Safe, Overlap> safe_by_rule(const State& c, const Schedule& z, At at);

}  // namespace coreecs
