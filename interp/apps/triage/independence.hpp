/// Which nodes of a plan have to be tried in both orders, and when.
#pragma once

#include "interp/apps/triage/execution.hpp"
#include "interp/apps/triage/interference.hpp"

namespace coreecs::triage {

/// What has to be tried in both orders, as the interferences say.
class Independence {
 public:
  /// Systems without a body do nothing. Refers to the plan.
  Independence(const Plan& plan, const std::vector<Body>& bodies, const std::vector<Interference>& all);

  /// Whether two nodes that are both possible do the same in either order.
  [[nodiscard]] bool independent(std::size_t x, std::size_t z) const;
  /// Whether it makes no difference when a node that is possible is performed, of what is left.
  [[nodiscard]] bool is_free(const Configuration& k, std::size_t node) const;
  /// Whether there is anything to try.
  [[nodiscard]] bool any() const;

 private:
  const Plan& plan_;
  /// Of each system, those with which it has an obstacle over the order, and over others.
  std::vector<Subset> order_, later_;
  Subset late_;  ///< those with one over what is deferred
};

}  // namespace coreecs::triage
