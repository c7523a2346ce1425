#include "interp/apps/order/composition.hpp"

#include <algorithm>

#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

using Kind = Composition::Kind;

/// Splits a set into the fewest parts such that no element is ordered with one of another part.
std::vector<Subset> unrelated(const Dag& dag, Subset set) {
  std::vector<Subset> parts;
  while (set.any()) {
    Subset part(set.size()), next(set.size());
    next.set(set.find_first());
    while (next.any()) {
      part |= next;
      Subset related(set.size());
      for (const std::size_t x : members(next)) related |= dag.below(x) | dag.above(x);
      next = (related & set) - part;
    }
    set -= part;
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Splits a set where the first elements come before all others. Elements are sorted by how many are below them, so
/// whatever is below an element stands before it. The first k come before all others if and only if k (n - k) pairs
/// lead from them to the others; their number is Σ (above - below) over the first k.
std::vector<Subset> successive(const Dag& dag, const Subset& set) {
  struct Ranked {
    std::size_t below, above, x;
  };
  std::vector<Ranked> ranked;
  for (const std::size_t x : members(set))
    ranked.push_back({(dag.below(x) & set).count(), (dag.above(x) & set).count(), x});
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.below < b.below; });
  std::vector<Subset> parts(1, Subset(set.size()));
  std::size_t above = 0, below = 0;
  for (std::size_t k = 0; k < ranked.size(); ++k) {
    if (k > 0 && above - below == k * (ranked.size() - k)) parts.emplace_back(set.size());
    parts.back().set(ranked[k].x);
    above += ranked[k].above;
    below += ranked[k].below;
  }
  return parts;
}

Composition composed(const Dag& dag, const Subset& set) {
  Composition whole{Kind::Element, members(set), {}};
  if (whole.elements.size() == 1) return whole;
  std::vector<Subset> parts = unrelated(dag, set);
  whole.kind = Kind::Parallel;
  if (parts.size() == 1) {
    parts = successive(dag, set);
    whole.kind = Kind::Series;
  }
  if (parts.size() == 1) {
    whole.kind = Kind::Prime;
    return whole;
  }
  for (const Subset& part : parts) whole.parts.push_back(deep([&] { return composed(dag, part); }));
  return whole;
}

}  // namespace

// [dag/composition]  an element; P ⨟ Q: P < Q; P ∥ Q: neither; or prime
Composition composition(const Dag& dag) {
  Subset all(dag.size());
  all.set();
  return composed(dag, all);
}

}  // namespace coreecs
