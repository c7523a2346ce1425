#include "semantics/order.hpp"

namespace coreecs {

PartialOrder partial_order(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  using Kind = PartialOrder::Kind;
  PartialOrder po;
  const auto leaf = [&](Kind kind, const auto& z, const State& c, Leaf l) {
    const std::size_t begin = po.size();
    const Matches r = matches(z, c, l, env);
    for (std::size_t j = 0; j < r.size(); ++j)
      po.invocations.push_back({l, z.s.get(), {r[j].e.begin(), r[j].e.end()}, invoke(*z.s, r[j], l, env)});
    po.nodes.push_back({kind, begin, po.size(), 0, 0});
    return po.nodes.size() - 1;
  };
  const auto join = [&](Kind kind, std::size_t left, std::size_t right) {
    po.nodes.push_back({kind, po.nodes[left].begin, po.nodes[right].end, left, right});
    return po.nodes.size() - 1;
  };
  const Judgement<std::size_t> elements{
      // [order/conc]  po_c(conc(s)) ≜ {(f_s, r) | r ∈ ⟦q_s⟧c}                                                 §4.1
      .conc = [&](const Conc& z, const State& c, Leaf l) { return leaf(Kind::Antichain, z, c, l); },
      // [order/seq]   po_c(seq(s)) ≜ {(f_s, r) | r ∈ roll_s(c, ⟦q_s⟧c)}
      .seq = [&](const Seq& z, const State& c, Leaf l) { return leaf(Kind::Chain, z, c, l); },
      // [order/par]   po_c(z ∥ z') ≜ po_c(z) ∪ po_c(z')
      .par = [&](std::size_t z, std::size_t z_) { return join(Kind::Parallel, z, z_); },
      // [order/then]  po_c(z ⨟ z') ≜ po_c(z) ∪ po_{z(c)}(z')
      .then = [&](std::size_t z, std::size_t z_) { return join(Kind::Series, z, z_); },
  };
  descend(elements, c, z, first, env);
  return po;
}

bool precedes(const PartialOrder& po, std::size_t u, std::size_t u_) {
  const auto in = [&](std::size_t v, std::size_t node) { return po.nodes[node].begin <= v && v < po.nodes[node].end; };
  std::size_t z = po.nodes.size() - 1;
  while (true) {
    const auto& [kind, begin, end, left, right] = po.nodes[z];
    switch (kind) {
      // [order/le-conc]  u ≤_conc(s) u' ≜ u = u'                                                              §4.1
      case PartialOrder::Kind::Antichain:
        return u == u_;
      // [order/le-seq]   (f_s, r) ≤_seq(s) (f_s, r') ≜ r and r' are like-ordered in roll_s(c, ⟦q_s⟧c)
      case PartialOrder::Kind::Chain:
        return u <= u_;
      // [order/le-par]   u ≤_{z ∥ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u')
      case PartialOrder::Kind::Parallel:
        if (in(u, left) != in(u_, left)) return false;
        z = in(u, left) ? left : right;
        break;
      // [order/le-then]  u ≤_{z ⨟ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u') ∨ (u ∈ po_c(z) ∧ u' ∈ po_{z(c)}(z'))
      case PartialOrder::Kind::Series:
        if (in(u, left) != in(u_, left)) return in(u, left);
        z = in(u, left) ? left : right;
        break;
    }
  }
}

bool concurrent(const PartialOrder& po, std::size_t u, std::size_t u_) {
  return !precedes(po, u, u_) && !precedes(po, u_, u);
}

}  // namespace coreecs
