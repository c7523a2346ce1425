#include "semantics/order.hpp"

namespace coreecs {

namespace {

using Kind = PartialOrder::Kind;

/// Adds the invocations of a leaf to po. Returns their node.
std::size_t leaf(PartialOrder& po, Kind kind, const System& s, const Matches& r, Leaf l, const Environment& env) {
  const std::size_t begin = po.size();
  for (std::size_t j = 0; j < r.size(); ++j)
    po.invocations.push_back({l, &s, {r[j].e.begin(), r[j].e.end()}, invoke(s, r[j], l, env)});
  po.nodes.push_back({kind, begin, po.size(), 0, 0});
  return po.nodes.size() - 1;
}

/// The node of two sides that are in po.
std::size_t join(PartialOrder& po, Kind kind, std::size_t left, std::size_t right) {
  po.nodes.push_back({kind, po.nodes[left].begin, po.nodes[right].end, left, right});
  return po.nodes.size() - 1;
}

/// Adds po_c(z) to po. Returns its node.
std::size_t add(PartialOrder& po, const State& c, const Schedule& z, Leaf first, const Environment& env) {
  return match(
      z.form(),
      // [order/conc]  po_c(conc(s)) ≜ {(f_s, r) | r ∈ ⟦q_s⟧c}                                                   §4.1
      [&](const Conc& z) { return leaf(po, Kind::Antichain, *z.s, matches(z, c, first, env), first, env); },
      // [order/seq]   po_c(seq(s)) ≜ {(f_s, r) | r ∈ roll_s(c, ⟦q_s⟧c)}
      [&](const Seq& z) { return leaf(po, Kind::Chain, *z.s, matches(z, c, first, env), first, env); },
      // [order/par]   po_c(z ∥ z') ≜ po_c(z) ∪ po_c(z')
      [&](const Par& z) {
        const std::size_t left = add(po, c, z.z, first, env);
        return join(po, Kind::Parallel, left, add(po, c, z.z_, first + z.z.leaves(), env));
      },
      // [order/then]  po_c(z ⨟ z') ≜ po_c(z) ∪ po_{z(c)}(z')
      [&](const Then& z) {
        const std::size_t left = add(po, c, z.z, first, env);
        const State z_c = advance(c, z.z, first, env);
        return join(po, Kind::Series, left, add(po, z_c, z.z_, first + z.z.leaves(), env));
      });
}

}  // namespace

PartialOrder partial_order(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  PartialOrder po;
  add(po, c, z, first, env);
  return po;
}

bool precedes(const PartialOrder& po, std::size_t u, std::size_t u_) {
  const auto in = [&](std::size_t v, std::size_t node) { return po.nodes[node].begin <= v && v < po.nodes[node].end; };
  std::size_t z = po.nodes.size() - 1;
  while (true) {
    const auto& [kind, begin, end, left, right] = po.nodes[z];
    switch (kind) {
      // [order/le-conc]  u ≤_conc(s) u' ≜ u = u'                                                              §4.1
      case Kind::Antichain:
        return u == u_;
      // [order/le-seq]   (f_s, r) ≤_seq(s) (f_s, r') ≜ r and r' are like-ordered in roll_s(c, ⟦q_s⟧c)
      case Kind::Chain:
        return u <= u_;
      // [order/le-par]   u ≤_{z ∥ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u')
      case Kind::Parallel:
        if (in(u, left) != in(u_, left)) return false;
        z = in(u, left) ? left : right;
        break;
      // [order/le-then]  u ≤_{z ⨟ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u') ∨ (u ∈ po_c(z) ∧ u' ∈ po_{z(c)}(z'))
      case Kind::Series:
        if (in(u, left) != in(u_, left)) return in(u, left);
        z = in(u, left) ? left : right;
        break;
    }
  }
}

// [order/concurrent]  u and u' are concurrent ≜ neither u ≤_z u' nor u' ≤_z u                                     §4.1
bool concurrent(const PartialOrder& po, std::size_t u, std::size_t u_) {
  return !precedes(po, u, u_) && !precedes(po, u_, u);
}

}  // namespace coreecs
