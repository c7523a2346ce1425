#include "interp/fast/linearizations.hpp"

#include <algorithm>

namespace coreecs::fast {

Linearizations::Linearizations(const PartialOrder& po)
    : po_(po), parent_(po.nodes.size(), po.nodes.size()), leaf_(po.size()), placed_(po.size()) {
  for (std::size_t n = 0; n < po.nodes.size(); ++n) {
    const PartialOrder::Node& node = po.nodes[n];
    missing_.push_back(node.end - node.begin);
    if (node.kind == PartialOrder::Kind::Parallel || node.kind == PartialOrder::Kind::Series)
      parent_[node.left] = parent_[node.right] = n;
    else
      std::fill(leaf_.begin() + static_cast<std::ptrdiff_t>(node.begin),
                leaf_.begin() + static_cast<std::ptrdiff_t>(node.end), n);
  }
}

// Whether every invocation before u is placed.
bool Linearizations::enabled(std::size_t u) const {
  std::size_t n = leaf_[u];
  if (po_.nodes[n].kind == PartialOrder::Kind::Chain && u > po_.nodes[n].begin && !placed_[u - 1]) return false;
  for (std::size_t up = parent_[n]; up < po_.nodes.size(); n = up, up = parent_[n]) {
    const PartialOrder::Node& node = po_.nodes[up];
    if (node.kind == PartialOrder::Kind::Series && n == node.right && missing_[node.left] > 0) return false;
  }
  return true;
}

void Linearizations::count(std::size_t u, bool placed) {
  placed_[u] = placed;
  for (std::size_t n = leaf_[u]; n < po_.nodes.size(); n = parent_[n]) missing_[n] += placed ? -1 : 1;
}

void Linearizations::place(std::size_t u) {
  order_.push_back(u);
  count(u, true);
}

// Takes invocations away from the end until a later one can stand in the place of the last that was taken; the rest
// follows in the order of the reference, which respects ≤_z.
bool Linearizations::next() {
  std::size_t lowest = 0;  // no invocation before this one is left to be placed
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
