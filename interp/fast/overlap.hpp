/// Theorem 4.7 decided on po_c(z) in one pass, with the first two invocations that violate a premise. `props` checks it
/// against semantics/construction.hpp.
#pragma once

#include "semantics/order.hpp"

namespace coreecs::fast {

/// Where the rules fail: the case of Theorem 4.7, two invocations with a common influence, and a location in both.
struct Overlap {
  int rule = 0;  ///< 3 or 4
  std::size_t u = 0, v = 0;
  Location l;
};

/// Whether an entity is one that the invocation itself creates, so that what is written to it is no influence (D11).
[[nodiscard]] bool is_own(Entity e, const Invocation& u);

/// Empty if the four cases show that z is safe at c; otherwise the first overlap. The influence of an invocation is
/// what it writes, except to its own entities. Cost: w log w for w writes.
[[nodiscard]] std::optional<Overlap> first_overlap(const PartialOrder& po);

}  // namespace coreecs::fast
