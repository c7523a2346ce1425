#include "interp/apps/order/width.hpp"

#include <algorithm>

namespace coreecs {

namespace {

/// The successor of each element in its chain: a maximum matching of elements with elements above them (Kuhn).
class Matching {
 public:
  explicit Matching(const Dag& dag) : dag_(dag), next(dag.size(), none), previous(dag.size(), none) {
    for (std::size_t x = 0; x < dag.size(); ++x) {
      fresh_ = Subset(dag.size()).set();
      extend(x);
    }
  }

  static constexpr std::size_t none = Subset::npos;

 private:
  const Dag& dag_;
  Subset fresh_;  ///< not tried in this search

  /// Finds a successor for x; an element that loses its own gets another one.
  bool extend(std::size_t x) {
    while (true) {
      const std::size_t y = (dag_.above(x) & fresh_).find_first();
      if (y == none) return false;
      fresh_.reset(y);
      if (previous[y] != none && !extend(previous[y])) continue;
      next[x] = y;
      previous[y] = x;
      return true;
    }
  }

 public:
  std::vector<std::size_t> next, previous;
};

/// The element of each chain that no alternating path from the end of a chain passes (Kőnig).
std::vector<std::size_t> antichain(const Dag& dag, const Matching& matching) {
  Subset left(dag.size()), right(dag.size());
  std::vector<std::size_t> reached;
  for (std::size_t x = 0; x < dag.size(); ++x)
    if (matching.next[x] == Matching::none) reached.push_back(x);
  for (const std::size_t x : reached) left.set(x);
  for (std::size_t k = 0; k < reached.size(); ++k)
    for (const std::size_t y : members(dag.above(reached[k]) - right)) {
      right.set(y);
      const std::size_t x = matching.previous[y];
      if (!left.test_set(x)) reached.push_back(x);
    }
  return members(left - right);
}

}  // namespace

// [dag/width]  the largest antichain has as many elements as the fewest chains that cover all (Dilworth 1950)
Width width(const Dag& dag) {
  const Matching matching(dag);
  Width found;
  for (std::size_t x = 0; x < dag.size(); ++x) {
    if (matching.previous[x] != Matching::none) continue;
    std::vector<std::size_t>& chain = found.chains.emplace_back();
    for (std::size_t y = x; y != Matching::none; y = matching.next[y]) chain.push_back(y);
  }
  found.antichain = antichain(dag, matching);
  return found;
}

}  // namespace coreecs
