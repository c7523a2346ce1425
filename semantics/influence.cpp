#include "semantics/influence.hpp"

namespace coreecs {

// An entity that occurs nowhere else is one location's worth of "invariant to the choice of the fresh entity":
// what f affects for two such choices, it affects for all of them (D11). So a ν is performed twice, each time
// with entities of its own, and what both affect is kept.
Influence influence(const Mutation& m) {
  Entities nowhere_else;
  std::uint64_t choices = 0;
  const Fresh fresh = [&] { return nowhere_else.at({.leaf = choices++, .entities = {}, .number = 0}); };
  const auto affected = [&] {
    Influence affected;
    std::vector<Mutation> pending{m};
    while (!pending.empty()) {
      const Mutation next = std::move(pending.back());
      pending.pop_back();
      std::visit(
          Clauses{
              // [influence/attach]   infl(attach_i(e, k_i)) ≜ {(e, i)}                                        §4.2
              [&](const Attach& m) {
                affected.insert({m.e, m.i});
              },
              // [influence/detach]   infl(detach_i(e)) ≜ {(e, i)}
              [&](const Detach& m) {
                affected.insert({m.e, m.i});
              },
              // [influence/compose]  infl(m • m') ≜ infl(m) ∪ infl(m')
              [&](const Compose& m) { pending.insert(pending.end(), m.parts().rbegin(), m.parts().rend()); },
              // [influence/new]      infl(ν(f)) ≜ ⋂_{e ∈ E} infl(f(e))
              [&](const New& m) { pending.push_back(m.f(fresh())); },
              // [influence/nil]      infl(nil) ≜ ∅
              [](const Nil&) {},
          },
          next);
    }
    return affected;
  };
  Influence invariant = affected();
  if (choices == 0) return invariant;
  const Influence again = affected();
  for (auto l = invariant.begin(); l != invariant.end();) l = again.count(*l) ? std::next(l) : invariant.erase(l);
  return invariant;
}

Influence influence(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  const auto leaf = [&](const auto& z, const State& c, Leaf l) {
    const Matches r = matches(z, c, l, env);
    Influence all;
    for (std::size_t j = 0; j < r.size(); ++j) all = unite(std::move(all), influence(z.s->f(r[j])));
    return all;
  };
  const Judgement<Influence> infl{
      // [influence/conc]  infl_c(conc(s)) ≜ ⋃_{r ∈ ⟦q_s⟧c} infl(f_s(r))                                        §4.2
      .conc = [&](const Conc& z, const State& c, Leaf l) { return leaf(z, c, l); },
      // [influence/seq]   infl_c(seq(s)) ≜ ⋃_{r ∈ roll_s(c, ⟦q_s⟧c)} infl(f_s(r))
      .seq = [&](const Seq& z, const State& c, Leaf l) { return leaf(z, c, l); },
      // [influence/par]   infl_c(z ∥ z') ≜ infl_c(z) ∪ infl_c(z')
      .par = unite<Influence>,
      // [influence/then]  infl_c(z ⨟ z') ≜ infl_c(z) ∪ infl_{z(c)}(z')
      .then = unite<Influence>,
  };
  return descend(infl, c, z, first, env);
}

}  // namespace coreecs
