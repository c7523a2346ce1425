/// Influence (§4.2): the locations necessarily affected by a mutation, or by a schedule at a state.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "semantics/schedule.hpp"

namespace coreecs {

using Influence = std::unordered_set<Location>;

/// infl(m). Cost: that of performing m, twice where it has a ν.
[[nodiscard]] Influence influence(const Mutation& m);

/// infl_c(z). Cost: one invocation a match, that of z(c) left of a ⨟, and n log n to unite.
[[nodiscard]] Influence influence(const State& c, const Schedule& z, Leaf first, const Environment& env);

/// The union of two sets or maps of locations, the smaller one moved into the larger one.
template <class Locations>
[[nodiscard]] Locations unite(Locations a, Locations b) {
  if (a.size() < b.size()) std::swap(a, b);
  a.merge(b);
  return a;
}

}  // namespace coreecs
