/// po_c(z) and ≤_z (§4.1): the invocations of a schedule at a state, partially ordered.
#pragma once

#include "semantics/schedule.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs {

/// (f_s, r) at its leaf (D4), with f_s(r) as performed there (D3).
struct Invocation {
  Leaf leaf = 0;
  const System* s = nullptr;
  SmallVector<Entity, 2> e;
  Update m;
};

/// po_c(z): its invocations, and the schedule that orders them. The invocations below each node of the schedule are
/// consecutive, in the order of the reference. Refers to the systems of z, which must outlive it.
struct PartialOrder {
  std::vector<Invocation> invocations;
  SeriesParallel z;

  [[nodiscard]] std::size_t size() const { return invocations.size(); }
  /// The invocations below a node.
  [[nodiscard]] std::span<const Invocation> below(const SeriesParallel::Node& node) const {
    return std::span(invocations).subspan(node.begin, node.end - node.begin);
  }
};

/// po_c(z). Throws what a system function throws: if some f_s(r) is undefined, so is po_c(z) (D12).
/// Cost: one invocation a match, and that of z(c) for each left side z of a ⨟. `interp` does it in one pass.
[[nodiscard]] PartialOrder partial_order(const State& c, const Schedule& z, At at);

/// u ≤_z v, for indices of invocations. Cost: the depth of the tree.
[[nodiscard]] bool precedes(const PartialOrder& po, std::size_t u, std::size_t v);
/// Whether u and v are a concurrent pair: neither u ≤_z v nor v ≤_z u.
[[nodiscard]] bool concurrent(const PartialOrder& po, std::size_t u, std::size_t v);

}  // namespace coreecs
