#include "interp/apps/triage/independence.hpp"

#include <algorithm>

namespace coreecs::triage {

Independence::Independence(const Plan& plan, const std::vector<Body>& bodies, const std::vector<Interference>& all)
    : plan_(plan),
      order_(plan.size(), Subset(plan.size())),
      later_(plan.size(), Subset(plan.size())),
      late_(plan.size()) {
  const auto has_body = [&](std::size_t s) { return bodies[s].s != nullptr; };
  for (const Interference& one : all) {
    const std::size_t first = plan.met(one.first, one.second), second = plan.met(one.second, one.first);
    for (const Obstacle& obstacle : one.obstacles) {
      if (!one.can_show(obstacle, has_body)) continue;
      auto& partners = obstacle.over == Over::Order ? order_ : later_;
      partners[first].set(second);
      partners[second].set(first);
      if (obstacle.over == Over::Order) continue;
      late_.set(first);
      late_.set(second);
    }
  }
}

bool Independence::independent(std::size_t x, std::size_t z) const {
  if (plan_.is_sync(x)) std::swap(x, z);
  if (plan_.is_sync(z)) return plan_.is_sync(x) || !late_.test(x);
  return !order_[x].test(z) && !(later_[x].test(z) && plan_.applied == Applied::AsPerformed);
}

bool Independence::is_free(const Configuration& k, std::size_t node) const {
  if (plan_.is_sync(node) && plan_.block(node))
    return (late_ & plan_.blocks[*plan_.block(node)].nodes).is_subset_of(k.done);
  if (plan_.is_sync(node)) return late_.is_subset_of(k.done);
  if (!order_[node].is_subset_of(k.done)) return false;
  return !late_.test(node) || (later_[node].is_subset_of(k.done) && k.deferred.empty());
}

bool Independence::any() const {
  return std::any_of(order_.begin(), order_.end(), [](const Subset& s) { return s.any(); }) || late_.any();
}

}  // namespace coreecs::triage
