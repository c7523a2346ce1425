/// Schedule safety (Definition 4.3).
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

struct Safe {};
/// Why a schedule is not safe: two concurrent invocations, by index, and a location where their two orders differ.
struct Conflict {
  std::size_t u = 0, v = 0;
  Location l;
};
using Safety = std::variant<Safe, Conflict>;

/// Whether an answer is Safe: that of this definition, or of the rules and corollaries that imply it.
template <class... Why>
[[nodiscard]] bool is_safe(const std::variant<Safe, Why...>& answer) {
  return std::holds_alternative<Safe>(answer);
}

/// Definition 4.3: whether every concurrent pair of po_c(z) commutes; otherwise the first pair that does not, and the
/// first location where it does not. Cost: n² pairs; `interp` decides the same in near-linear time.
[[nodiscard]] Safety safety(const PartialOrder& po);

}  // namespace coreecs
