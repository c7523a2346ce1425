/// Construction of safe schedules (Theorem 4.7).
#pragma once

#include "semantics/influence.hpp"

namespace coreecs {

/// Where the rules fail: the case of Theorem 4.7, the two invocations (by their place in po_c(z)) whose influences
/// meet, and a location in both.
struct Overlap {
  int rule = 0;  ///< 3 or 4
  std::size_t u = 0, u_ = 0;
  Location l;
};

/// Theorem 4.7: nothing where its four cases show that z is safe at c; else the first overlap that stops them.
/// Cost: that of infl_c(z).
[[nodiscard]] std::optional<Overlap> not_safe_by_rule(const State& c, const Schedule& z, Leaf first,
                                                      const Environment& env);

}  // namespace coreecs
