#include "interp/run/look_ahead.hpp"

#include <algorithm>

namespace coreecs {

using Kind = SeriesParallel::Kind;

std::vector<LookAhead> look_ahead(const SeriesParallel& z) {
  std::vector<LookAhead> all(z.nodes.size());
  std::vector<std::uint64_t> leaves, longest;  // below each node: the number of leaves, and their longest chain
  for (const SeriesParallel::Node& node : z.nodes) {
    const bool leaf = node.is_leaf(), par = node.kind == Kind::Par;
    leaves.push_back(leaf ? 1 : leaves[node.left] + leaves[node.right]);
    longest.push_back(leaf  ? 1
                      : par ? std::max(longest[node.left], longest[node.right])
                            : longest[node.left] + longest[node.right]);
  }
  all.back().state = true;
  for (std::size_t n = z.nodes.size(); n-- > 0;) {
    const SeriesParallel::Node& node = z.nodes[n];
    if (node.is_leaf()) {
      all[n].urgency = 2 * (all[n].urgency + 1) + (node.kind == Kind::Seq ? 1 : 0);
      continue;
    }
    LookAhead &left = all[node.left], &right = all[node.right];
    left = right = all[n];
    if (node.kind == Kind::Par) {
      left.inside = right.inside = true;
      (leaves[node.left] < leaves[node.right] ? left : right).state = false;
    } else {
      left.state = true;
      left.urgency += longest[node.right];
    }
  }
  return all;
}

}  // namespace coreecs
