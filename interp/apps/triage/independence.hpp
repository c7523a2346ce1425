/// Which nodes of a plan have to be tried in both orders, and when.
#pragma once

#include "interp/apps/triage/execution.hpp"
#include "interp/apps/triage/interference.hpp"

namespace coreecs::triage {

/// Derives from interferences which nodes have to be tried in both orders.
class Independence {
 public:
  /// Takes systems without a body to do nothing. Refers to the plan.
  Independence(const Plan& plan, const std::vector<Body>& bodies, const std::vector<Interference>& all);

  /// Whether two possible nodes have the same effect in either order.
  [[nodiscard]] bool independent(std::size_t x, std::size_t z) const;
  /// Whether a possible node can be performed now instead of later, with the same effect.
  [[nodiscard]] bool is_free(const Configuration& k, std::size_t node) const;
  /// Whether any order has to be tried.
  [[nodiscard]] bool any() const;

 private:
  const Plan& plan_;
  /// For each system, those with which it has an obstacle: over the order, and over anything else. For the node at
  /// which a block begins, those outside of the block.
  std::vector<Subset> order_, later_;
  Subset late_;  ///< systems with an obstacle over deferred changes
};

}  // namespace coreecs::triage
