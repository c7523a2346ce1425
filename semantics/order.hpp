/// po_c(z) and ≤_z (§4.1): the invocations of a schedule at a state, partially ordered.
#pragma once

#include <boost/container/small_vector.hpp>

#include "semantics/schedule.hpp"

namespace coreecs {

/// (f_s, r) at its leaf (D4), with the mutation f_s(r), its ν's inlined (D3).
struct Invocation {
  Leaf leaf = 0;
  const System* s = nullptr;
  boost::container::small_vector<Entity, 2> e;
  Mutation m;
};

/// po_c(z), kept as the series-parallel tree that it is. The invocations below each node are consecutive, in the
/// order of the reference; the order refers to the systems of z, which must outlive it.
struct PartialOrder {
  enum class Kind { Antichain, Chain, Parallel, Series };
  struct Node {
    Kind kind;
    std::size_t begin, end;   ///< its invocations
    std::size_t left, right;  ///< its sides, as nodes, for Parallel and Series
  };

  std::vector<Invocation> invocations;
  std::vector<Node> nodes;  ///< sides before the node that joins them; the root is the last

  [[nodiscard]] std::size_t size() const { return invocations.size(); }
};

/// po_c(z). Cost: one invocation a match, and that of z(c) left of a ⨟.
[[nodiscard]] PartialOrder partial_order(const State& c, const Schedule& z, Leaf first, const Environment& env);

/// u ≤_z u', for indices of invocations. Cost: the depth of the tree.
[[nodiscard]] bool precedes(const PartialOrder& po, std::size_t u, std::size_t u_);
/// Whether neither u ≤_z u' nor u' ≤_z u.
[[nodiscard]] bool concurrent(const PartialOrder& po, std::size_t u, std::size_t u_);

}  // namespace coreecs
