#include "interp/check/decide/observer.hpp"

#include <algorithm>

namespace coreecs {

Observer::Observer(const State& c, const PartialOrder& po) : c_(&c), po_(&po) {
  for (std::size_t u = 0; u < po.size(); ++u)
    for (const Write& write : po.invocations[u].m.writes()) writers_[write.l].push_back(u);
}

std::vector<Location> Observer::locations(std::size_t v) const {
  const Invocation& at = po_->invocations[v];
  return coreecs::locations(at.s->q, {at.e.data(), at.e.size()});
}

const SeriesParallel::Node& Observer::around(std::size_t u, std::size_t v) {
  const SeriesParallel::Node* node = &po_->z.nodes[po_->z.leaves[po_->invocations[v].leaf]];
  for (++nodes_; u < node->begin || u >= node->end; ++nodes_) node = &po_->z.nodes[node->parent];
  return *node;
}

// The value that the last writer before v leaves.
Cell Observer::observed(std::size_t v, const Location& l) {
  if (const auto found = writers_.find(l); found != writers_.end()) {
    const std::vector<std::size_t>& all = found->second;
    for (auto at = std::lower_bound(all.begin(), all.end(), v); at != all.begin();) {
      const std::size_t u = *std::prev(at);
      const SeriesParallel::Node& node = around(u, v);
      using enum SeriesParallel::Kind;
      if (node.kind == Then || node.kind == Seq) return po_->invocations[u].m.find(l)->k;
      at = std::lower_bound(all.begin(), at, node.begin);  // others of a conc, and the left side of a ∥, are not
    }
  }
  const Value* k = c_->at(l);
  return k ? Cell(*k) : std::nullopt;
}

std::vector<Observed> Observer::observation(std::size_t v) {
  std::vector<Observed> all;
  for (const Location& l : locations(v)) all.push_back({l, observed(v, l)});
  return all;
}

std::optional<std::size_t> Observer::concurrent_with(std::size_t v, std::span<const std::size_t> all) {
  for (auto u = all.begin(); u != all.end();) {
    std::size_t next = v + 1;
    if (*u != v) {
      const SeriesParallel::Node& node = around(*u, v);
      using enum SeriesParallel::Kind;
      if (node.kind == Conc || node.kind == Par) return *u;
      // The rest of its side of a ⨟, or of a seq up to v, is before v, too; otherwise all on that side are after it.
      next = *u > v ? node.end : node.kind == Seq ? v : po_->z.nodes[node.left].end;
    }
    u = std::lower_bound(u, all.end(), next);
  }
  return std::nullopt;
}

}  // namespace coreecs
