#include "interp/fast/linearizations.hpp"

#include <algorithm>

namespace coreecs::fast {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

Linearizations::Linearizations(const PartialOrder& po) : po_(po), placed_(po.size()) {
  for (const Node& node : po.z.nodes) missing_.push_back(node.end - node.begin);
  for (const std::size_t leaf : po.z.leaves) leaf_.insert(leaf_.end(), missing_[leaf], leaf);
}

// Whether every invocation before u is placed.
bool Linearizations::enabled(std::size_t u) const {
  std::size_t n = leaf_[u];
  const Node& leaf = po_.z.nodes[n];
  if (leaf.kind == Kind::Seq && u > leaf.begin && !placed_[u - 1]) return false;
  for (std::size_t up = leaf.parent; up != SeriesParallel::none; n = up, up = po_.z.nodes[n].parent) {
    const Node& node = po_.z.nodes[up];
    if (node.kind == Kind::Then && n == node.right && missing_[node.left] > 0) return false;
  }
  return true;
}

void Linearizations::count(std::size_t u, bool placed) {
  placed_[u] = placed;
  for (std::size_t n = leaf_[u]; n != SeriesParallel::none; n = po_.z.nodes[n].parent) missing_[n] += placed ? -1 : 1;
}

void Linearizations::place(std::size_t u) {
  order_.push_back(u);
  count(u, true);
}

// Removes invocations from the end until a later one can take the place of the last one removed. The rest follows in
// the order of the reference, which respects ≤_z.
bool Linearizations::next() {
  std::size_t lowest = 0;  // all invocations before this one are placed
  if (started_) {
    lowest = po_.size();
    std::size_t u = po_.size();
    while (u == po_.size()) {
      if (order_.empty()) return false;
      u = order_.back();
      order_.pop_back();
      count(u, false);
      lowest = std::min(lowest, u);
      for (++u; u < po_.size() && (placed_[u] || !enabled(u));) ++u;
    }
    place(u);
  }
  started_ = true;
  for (std::size_t u = lowest; order_.size() < po_.size(); ++u)
    if (!placed_[u]) place(u);
  return true;
}

}  // namespace coreecs::fast
