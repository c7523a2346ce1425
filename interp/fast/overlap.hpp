/// Theorem 4.7 decided on po_c(z) in one pass, with the first two invocations that stop it: `props` says that
/// semantics/construction.hpp agrees.
#pragma once

#include "semantics/order.hpp"

namespace coreecs::fast {

/// Where the rules fail: the case of Theorem 4.7, the two invocations whose influences meet, and a location in both.
struct Overlap {
  int rule = 0;  ///< 3 or 4
  std::size_t u = 0, v = 0;
  Location l;
};

/// Nothing where the four cases show that z is safe at c; else the first overlap that stops them. The influence of an
/// invocation is what it writes, but for the entities that it creates itself (D11). Cost: w log w for w writes.
[[nodiscard]] std::optional<Overlap> first_overlap(const PartialOrder& po);

}  // namespace coreecs::fast
