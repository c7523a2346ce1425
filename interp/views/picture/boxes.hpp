/// What the nodes of a picture of po_c(z) stand for.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// Consecutive invocations: one, or those of consecutive leaves, which are a sub-schedule, or parts of a z ∥ z' ∥ ...
/// or z ⨟ z' ⨟ ... that follow one another.
struct Box {
  Leaf first = 0, last = 0;        ///< the leaves, both of them included
  std::size_t begin = 0, end = 0;  ///< the invocations
  std::size_t leaves = 0;          ///< how many of the leaves have invocations

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// At most so many boxes, in the order of the leaves: each invocation, if it can be, else each leaf that has some, else
/// several leaves together, as few as can be. Precondition: most > 0. Cost: n log n for n leaves and invocations.
[[nodiscard]] std::vector<Box> boxes(const PartialOrder& po, std::size_t most);

}  // namespace coreecs
