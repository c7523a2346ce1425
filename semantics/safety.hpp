/// Schedule safety (Definition 4.3).
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// Why a schedule is not safe: two invocations, by index, and a location to which both write.
struct Conflict {
  std::size_t u = 0, u_ = 0;
  Location l;
};

/// Definition 4.3: nothing where every concurrent pair of po_c(z) commutes, each ν keeping the entity of its
/// occurrence; else the first pair that does not, and a location where its two orders end differently.
/// Cost: n² pairs; `interp` decides the same in near-linear time.
[[nodiscard]] std::optional<Conflict> unsafe(const PartialOrder& po);

}  // namespace coreecs
