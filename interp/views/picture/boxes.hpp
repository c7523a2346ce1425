/// What the nodes of a picture of po_c(z) represent.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// Consecutive invocations: one, or those of consecutive leaves that form a sub-schedule, or neighbouring parts of a z
/// ∥ z' ∥ ... or a z ⨟ z' ⨟ ...
struct Box {
  Leaf first = 0, last = 0;        ///< the leaves, both of them included
  std::size_t begin = 0, end = 0;  ///< the invocations
  std::size_t leaves = 0;          ///< the number of leaves that have invocations

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// At most `most` boxes, in the order of the leaves: one for each invocation; if too many, for each leaf with any; if
/// too many, for as few leaves as possible. Precondition: most > 0. Cost: n log n for n leaves and invocations.
[[nodiscard]] std::vector<Box> boxes(const PartialOrder& po, std::size_t most);

}  // namespace coreecs
