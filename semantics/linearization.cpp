#include "semantics/linearization.hpp"

#include <algorithm>

namespace coreecs {

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

Mutation composite(const PartialOrder& po, const Linearization& order) {
  std::vector<Mutation> parts;
  parts.reserve(order.size());
  for (const std::size_t u : order) parts.push_back(po.invocations[u].m);
  return Compose(std::move(parts));
}

namespace {

/// n choose k.
template <class Number>
Number choose(std::size_t n, std::size_t k) {
  k = std::min(k, n - k);
  Number product = 1;
  for (std::size_t j = 1; j <= k; ++j) {
    product *= n - k + j;
    product /= j;
  }
  return product;
}

// [order/count]  #conc = n!   #seq = 1   #(z ∥ z') = (n + n' choose n) #z #z'   #(z ⨟ z') = #z #z'
template <class Number>
Number count(const PartialOrder& po) {
  Number product = 1;
  for (const PartialOrder::Node& node : po.nodes) switch (node.kind) {
      case PartialOrder::Kind::Antichain:
        for (std::size_t n = node.end - node.begin; n > 1; --n) product *= n;
        break;
      case PartialOrder::Kind::Chain:
      case PartialOrder::Kind::Series:
        break;
      case PartialOrder::Kind::Parallel: {
        const std::size_t split = po.nodes[node.left].end;
        product *= choose<Number>(node.end - node.begin, split - node.begin);
        break;
      }
    }
  return product;
}

}  // namespace

boost::multiprecision::cpp_int linearizations(const PartialOrder& po) {
  return count<boost::multiprecision::cpp_int>(po);
}

boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po) {
  return count<boost::multiprecision::cpp_dec_float_50>(po);
}

}  // namespace coreecs
