#include "interp/run/controlled.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// The remaining places in an order, ascending. A Fenwick tree: remaining_[j] counts those among the last lowest_bit(j)
/// places before the j-th.
class Places {
 public:
  /// Precondition: `places` is ascending.
  explicit Places(std::vector<std::size_t> places)
      : places_(std::move(places)), remaining_(places_.size() + 1), size_(places_.size()) {
    for (std::size_t j = 1; j < remaining_.size(); ++j) remaining_[j] = lowest_bit(j);
  }

  /// The number of remaining places.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Takes the k-th remaining place, k from 0. Cost: log of the initial number of places.
  std::size_t take(std::size_t k) {
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(places_.size()); step > 0; step /= 2)
      if (at + step < remaining_.size() && remaining_[at + step] <= k) k -= remaining_[at += step];
    for (std::size_t j = at + 1; j < remaining_.size(); j += lowest_bit(j)) --remaining_[j];
    --size_;
    return places_[at];
  }

 private:
  static std::size_t lowest_bit(std::size_t j) { return j & (~j + 1); }

  std::vector<std::size_t> places_;
  std::vector<std::size_t> remaining_;
  std::size_t size_;
};

}  // namespace

// [order/sample]  hands places down the tree: the sides of ⨟ get the first and the last ones; the sides of ∥ and the
// invocations of conc get random ones, all choices equally likely. Only the places of the smaller side are moved.
Linearization sample(const PartialOrder& po, Random& random) {
  Linearization order(po.size());
  if (po.z.nodes.empty()) return order;
  struct Part {
    std::size_t node;
    Places places;
  };
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Part> parts;
  parts.push_back({po.z.nodes.size() - 1, Places(order)});
  while (!parts.empty()) {
    Part at = std::move(parts.back());
    parts.pop_back();
    const SeriesParallel::Node& node = po.z.nodes[at.node];
    switch (node.kind) {
      case Kind::Conc:
        for (std::size_t u = node.begin; u < node.end; ++u) order[at.places.take(random.below(at.places.size()))] = u;
        break;
      case Kind::Seq:
        for (std::size_t u = node.begin; u < node.end; ++u) order[at.places.take(0)] = u;
        break;
      case Kind::Par:
      case Kind::Then: {
        const std::size_t split = po.z.nodes[node.left].end;
        const bool left = split - node.begin < node.end - split;
        std::vector<std::size_t> taken(left ? split - node.begin : node.end - split);
        for (std::size_t& place : taken) {
          const std::size_t last = at.places.size() - 1;
          const bool parallel = node.kind == Kind::Par;
          place = at.places.take(parallel ? random.below(last + 1) : left ? 0 : last);
        }
        std::sort(taken.begin(), taken.end());
        parts.push_back({left ? node.right : node.left, std::move(at.places)});
        parts.push_back({left ? node.left : node.right, Places(std::move(taken))});
        break;
      }
    }
  }
  return order;
}

}  // namespace coreecs
