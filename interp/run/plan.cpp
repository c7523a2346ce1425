#include "interp/run/plan.hpp"

namespace coreecs {

Plan::Plan(SeriesParallel table) : z(std::move(table)), needs(z.nodes.size()) {
  for (std::size_t n = z.nodes.size(); n-- > 0;) {  // from the root
    const SeriesParallel::Node& node = z.nodes[n];
    if (node.is_leaf()) continue;
    const bool then = node.kind == SeriesParallel::Kind::Then;
    const std::size_t around = !then && needs[n].awaited ? n : needs[n].around;
    needs[node.left] = {then, around};
    needs[node.right] = {then && needs[n].awaited, around};
  }
}

}  // namespace coreecs
