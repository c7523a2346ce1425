#include "semantics/order.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// Adds po_c(z) to po.
void add(PartialOrder& po, const State& c, const Schedule& z, At at) {
  const auto leaf = [&](Kind kind, const System& s, const Matches& r) {
    const std::size_t begin = po.size();
    for (std::size_t j = 0; j < r.size(); ++j)
      po.invocations.push_back({at.leaf, &s, {r[j].e.begin(), r[j].e.end()}, invoke(s, r[j], at)});
    po.z.leaf(kind, &s, begin, po.size());
  };
  match(
      z.form(),
      // [order/conc]  po_c(conc(s)) ≜ {(f_s, r) | r ∈ ⟦q_s⟧c}                                                   §4.1
      [&](const Conc& z) { leaf(Kind::Conc, *z.s, matches(z, c, at)); },
      // [order/seq]   po_c(seq(s)) ≜ {(f_s, r) | r ∈ roll_s(c, ⟦q_s⟧c)}
      [&](const Seq& z) { leaf(Kind::Seq, *z.s, matches(z, c, at)); },
      // [order/par]   po_c(z ∥ z') ≜ po_c(z) ∪ po_c(z')
      [&](const Par& z) {
        add(po, c, z.left, at);
        add(po, c, z.right, at.after(z.left));
        po.z.join(Kind::Par);
      },
      // [order/then]  po_c(z ⨟ z') ≜ po_c(z) ∪ po_{z(c)}(z')
      [&](const Then& z) {
        add(po, c, z.left, at);
        add(po, advance(c, z.left, at), z.right, at.after(z.left));
        po.z.join(Kind::Then);
      });
}

}  // namespace

PartialOrder partial_order(const State& c, const Schedule& z, At at) {
  PartialOrder po;
  add(po, c, z, at);
  return po;
}

bool precedes(const PartialOrder& po, std::size_t u, std::size_t v) {
  const SeriesParallel::Node* z = &po.z.nodes.back();
  const auto in_left = [&](std::size_t w) { return w < po.z.nodes[z->left].end; };
  while (true) {
    switch (z->kind) {
      // [order/le-conc]  u ≤_conc(s) u' ≜ u = u'                                                              §4.1
      case Kind::Conc:
        return u == v;
      // [order/le-seq]   (f_s, r) ≤_seq(s) (f_s, r') ≜ r and r' are like-ordered in roll_s(c, ⟦q_s⟧c)
      case Kind::Seq:
        return u <= v;
      // [order/le-par]   u ≤_{z ∥ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u')
      case Kind::Par:
        if (in_left(u) != in_left(v)) return false;
        break;
      // [order/le-then]  u ≤_{z ⨟ z'} u' ≜ (u ≤_z u') ∨ (u ≤_z' u') ∨ (u ∈ po_c(z) ∧ u' ∈ po_{z(c)}(z'))
      case Kind::Then:
        if (in_left(u) != in_left(v)) return in_left(u);
        break;
    }
    z = &po.z.nodes[in_left(u) ? z->left : z->right];
  }
}

// [order/concurrent]  u and u' are concurrent ≜ neither u ≤_z u' nor u' ≤_z u                                     §4.1
bool concurrent(const PartialOrder& po, std::size_t u, std::size_t v) {
  return !precedes(po, u, v) && !precedes(po, v, u);
}

}  // namespace coreecs
