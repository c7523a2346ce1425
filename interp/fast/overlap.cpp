#include "interp/fast/overlap.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/base/merge.hpp"

namespace coreecs::fast {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

/// The influence of a sub-schedule, with an invocation that affects each location; and the first overlap.
struct Footprint {
  std::unordered_map<Location, std::size_t> locations = {};
  std::optional<Overlap> overlap = {};
};

Footprint leaf(const PartialOrder& po, const Node& node) {
  Footprint all;
  for (std::size_t u = node.begin; u < node.end; ++u)
    for (const Write& write : po.invocations[u].m.writes()) {
      if (is_own(write.l.e, po.invocations[u])) continue;
      const auto [other, is_new] = all.locations.emplace(write.l, u);
      if (!is_new && !all.overlap && node.kind == Kind::Conc) all.overlap = {3, other->second, u, write.l};
    }
  return all;
}

Footprint join(Footprint left, Footprint right, bool parallel) {
  if (!left.overlap) left.overlap = right.overlap;
  const bool fewer_left = left.locations.size() < right.locations.size();
  std::optional<Overlap> common;
  const auto both = [&](const Location& l, std::size_t u, std::size_t v) {
    if (!common || l < common->l) common = {4, u, v, l};
    return fewer_left ? v : u;
  };
  left.locations = merged(std::move(left.locations), std::move(right.locations), both);
  if (parallel && !left.overlap) left.overlap = common;
  return left;
}

}  // namespace

bool is_own(Entity e, const Invocation& u) {
  const Occurrence* o = e.created();
  return o && o->leaf == u.leaf && std::equal(o->entities.begin(), o->entities.end(), u.e.begin(), u.e.end());
}

std::optional<Overlap> first_overlap(const PartialOrder& po) {
  const auto of_leaf = [&](const Node& node) { return leaf(po, node); };
  const auto of_both = [](const Node& node, Footprint left, Footprint right) {
    return join(std::move(left), std::move(right), node.kind == Kind::Par);
  };
  return fold(po.z, of_leaf, of_both).overlap;
}

}  // namespace coreecs::fast
