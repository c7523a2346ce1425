#include "semantics/influence.hpp"

#include <algorithm>
#include <limits>

namespace coreecs {

namespace {

/// An occurrence that no run has: no schedule has this many leaves.
const Occurrence nowhere{.leaf = std::numeric_limits<Leaf>::max(), .entities = {}, .number = 0};

Influence unite(Influence a, Influence b) {
  a.merge(b);
  return a;
}

}  // namespace

Influence influence(const Mutation& m) {
  return match(
      m,
      // [influence/attach]   infl(attach_i(e, k_i)) ≜ {(e, i)}                                                  §4.2
      [](const Attach& m) {
        return Influence{{m.e, m.i}};
      },
      // [influence/detach]   infl(detach_i(e)) ≜ {(e, i)}
      [](const Detach& m) {
        return Influence{{m.e, m.i}};
      },
      // [influence/compose]  infl(m • m') ≜ infl(m) ∪ infl(m')
      [](const Compose& m) {
        Influence all;
        for (const Mutation& part : m.parts()) all = unite(std::move(all), influence(part));
        return all;
      },
      // [influence/new]      infl(ν(f)) ≜ ⋂_{e ∈ E fresh} infl(f(e))                                         §4.2, D11
      // = infl(f(e)) \ {e} × I for any fresh e: f cannot tell two of them apart
      [](const New& m) {
        Entities entities;
        const Entity e = entities.at(nowhere);
        Influence all = influence(m.f(e));
        std::erase_if(all, [&](const Location& l) { return l.e == e; });
        return all;
      },
      // [influence/nil]      infl(nil) ≜ ∅
      [](const Nil&) { return Influence{}; });
}

namespace {

Influence influence(const System& s, const Matches& r) {
  Influence all;
  for (std::size_t j = 0; j < r.size(); ++j) all = unite(std::move(all), influence(s.f(r[j])));
  return all;
}

}  // namespace

Influence influence(const State& c, const Schedule& z, At at) {
  return match(
      z.form(),
      // [influence/conc]  infl_c(conc(s)) ≜ ⋃_{r ∈ ⟦q_s⟧c} infl(f_s(r))                                          §4.2
      [&](const Conc& z) { return influence(*z.s, matches(z, c, at)); },
      // [influence/seq]   infl_c(seq(s)) ≜ ⋃_{r ∈ roll_s(c, ⟦q_s⟧c)} infl(f_s(r))
      [&](const Seq& z) { return influence(*z.s, matches(z, c, at)); },
      // [influence/par]   infl_c(z ∥ z') ≜ infl_c(z) ∪ infl_c(z')
      [&](const Par& z) { return unite(influence(c, z.left, at), influence(c, z.right, at.after(z.left))); },
      // [influence/then]  infl_c(z ⨟ z') ≜ infl_c(z) ∪ infl_{z(c)}(z')
      [&](const Then& z) {
        const State z_c = advance(c, z.left, at);
        return unite(influence(c, z.left, at), influence(z_c, z.right, at.after(z.left)));
      });
}

// [influence/disjoint]  If infl(m) ∩ infl(m') = ∅, m and m' commute.                                         Lemma 4.6
std::optional<Location> in_both(const Influence& a, const Influence& b) {
  const auto found = std::find_if(a.begin(), a.end(), [&](const Location& l) { return b.contains(l); });
  return found == a.end() ? std::nullopt : std::optional(*found);
}

}  // namespace coreecs
