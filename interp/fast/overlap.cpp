#include "interp/fast/overlap.hpp"

#include <algorithm>
#include <unordered_map>

namespace coreecs::fast {

namespace {

/// The influence of a sub-schedule, each location with the first invocation that affects it; and the first overlap.
struct Footprint {
  std::unordered_map<Location, std::size_t> locations = {};
  std::optional<Overlap> overlap = {};
};

bool created_by(Entity e, const Invocation& u) {
  const Occurrence* o = e.created();
  return o && o->leaf == u.leaf && std::equal(o->entities.begin(), o->entities.end(), u.e.begin(), u.e.end());
}

Footprint leaf(const PartialOrder& po, const PartialOrder::Node& node) {
  Footprint all;
  for (std::size_t u = node.begin; u < node.end; ++u)
    for (const Write& write : po.invocations[u].m.writes()) {
      if (created_by(write.l.e, po.invocations[u])) continue;
      const auto [other, is_new] = all.locations.emplace(write.l, u);
      if (!is_new && !all.overlap && node.kind == PartialOrder::Kind::Antichain)
        all.overlap = {3, other->second, u, write.l};
    }
  return all;
}

Footprint join(Footprint z, Footprint z_, bool parallel) {
  if (!z.overlap) z.overlap = z_.overlap;
  const bool fewer_left = z.locations.size() < z_.locations.size();
  auto& fewer = fewer_left ? z.locations : z_.locations;
  auto& more = fewer_left ? z_.locations : z.locations;
  std::optional<Overlap> meet;
  for (const auto& [l, u] : fewer) {
    const auto [other, is_new] = more.emplace(l, u);
    if (is_new) continue;
    const Overlap here{4, std::min(u, other->second), std::max(u, other->second), l};
    if (!meet || here.l < meet->l) meet = here;
  }
  if (parallel && !z.overlap) z.overlap = meet;
  return {std::move(more), z.overlap};
}

}  // namespace

std::optional<Overlap> first_overlap(const PartialOrder& po) {
  std::vector<Footprint> open;  // of what is not yet joined
  for (const PartialOrder::Node& node : po.nodes) {
    if (node.kind == PartialOrder::Kind::Antichain || node.kind == PartialOrder::Kind::Chain) {
      open.push_back(leaf(po, node));
      continue;
    }
    Footprint right = std::move(open.back());
    open.pop_back();
    open.back() = join(std::move(open.back()), std::move(right), node.kind == PartialOrder::Kind::Parallel);
  }
  return open.back().overlap;
}

}  // namespace coreecs::fast
