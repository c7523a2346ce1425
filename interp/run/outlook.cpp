#include "interp/run/outlook.hpp"

#include <algorithm>

namespace coreecs {

std::vector<Outlook> outlook(const Plan& plan) {
  using Kind = Plan::Kind;
  std::vector<Outlook> all(plan.nodes.size());
  std::vector<std::uint64_t> leaves, longest;
  for (const Plan::Node& z : plan.nodes) {
    const bool leaf = z.kind == Kind::Conc || z.kind == Kind::Seq;
    leaves.push_back(leaf ? 1 : leaves[z.left] + leaves[z.right]);
    longest.push_back(leaf                  ? 1
                      : z.kind == Kind::Par ? std::max(longest[z.left], longest[z.right])
                                            : longest[z.left] + longest[z.right]);
  }
  all.back().state = true;
  for (std::size_t n = plan.nodes.size(); n-- > 0;) {
    const Plan::Node& z = plan.nodes[n];
    if (z.kind == Kind::Conc || z.kind == Kind::Seq) {
      all[n].urgency = 2 * (all[n].urgency + 1) + (z.kind == Kind::Seq ? 1 : 0);
      continue;
    }
    Outlook &left = all[z.left], &right = all[z.right];
    left = right = all[n];
    if (z.kind == Kind::Par) {
      left.inside = right.inside = true;
      (leaves[z.left] < leaves[z.right] ? left : right).state = false;
    } else {
      left.state = true;
      left.urgency += longest[z.right];
    }
  }
  return all;
}

}  // namespace coreecs
