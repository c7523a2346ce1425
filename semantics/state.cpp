#include "semantics/state.hpp"

#include <algorithm>

namespace coreecs {

// [state/live]  live(c) ≜ ⋃_{i ∈ I} dom(c_i)                                                                      §3.1
std::vector<Entity> live(const State& c) {
  std::vector<Entity> entities;
  for (Label i = 0; i < c.labels(); ++i) {
    const auto middle = static_cast<std::ptrdiff_t>(entities.size());
    for (const auto& [e, k] : c[i]) entities.push_back(e);
    std::inplace_merge(entities.begin(), entities.begin() + middle, entities.end());
    entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
  }
  return entities;
}

bool is_live(const State& c, Entity e) {
  for (Label i = 0; i < c.labels(); ++i)
    if (c.at({e, i})) return true;
  return false;
}

}  // namespace coreecs
