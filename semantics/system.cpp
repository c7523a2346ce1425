#include "semantics/system.hpp"

namespace coreecs {

Update invoke(const System& s, const Match& r, At at) { return perform(s.f(r), Fresh(at, r.e)); }

// [system/apply]  s({e⃗_1 ↦ w⃗_1, e⃗_2 ↦ w⃗_2, ...}) ≜ f_s(e⃗_1, w⃗_1) • f_s(e⃗_2, w⃗_2) • ...                         §3.5
Update apply(const System& s, const Matches& r, At at) {
  std::vector<Update> m;
  for (std::size_t j = 0; j < r.size(); ++j) m.push_back(invoke(s, r[j], at));
  return composed(m);
}

// [system/roll]  roll_s(c, {e⃗ ↦ w⃗, ...r}) ≜ let w⃗' = ⟦q_s⟧c(e⃗) in {e⃗ ↦ w⃗', ...roll_s(c ↓ f_s(e⃗, w⃗'), r)}        §3.5
//                roll_s(c, ∅) ≜ ∅
// If w⃗' is ⊥, e⃗ is dropped, f_s counts as nil, and the rest goes on (D2).
Matches roll(const System& s, State c, const Matches& r, At at) {
  Matches rolled(s.q.size());
  std::vector<Cell> w;
  for (std::size_t j = 0; j < r.size(); ++j) {
    w.clear();
    if (!query_at(s.q, c, r[j].e, w)) continue;
    rolled.push_back({r[j].e, w});
    c = after(std::move(c), invoke(s, {r[j].e, w}, at));
  }
  return rolled;
}

Matches matches(const Conc& z, const State& c, At at) { return query(z.s->q, c, *at.env); }
Matches matches(const Seq& z, const State& c, At at) { return roll(*z.s, c, query(z.s->q, c, *at.env), at); }

// [system/conc]  Concurrent production  s(⟦q_s⟧c)                                                                 §3.5
Update produce(const Conc& z, const State& c, At at) { return apply(*z.s, matches(z, c, at), at); }

// [system/seq]   Sequential production  s(roll_s(c, ⟦q_s⟧c))                                                      §3.5
Update produce(const Seq& z, const State& c, At at) { return apply(*z.s, matches(z, c, at), at); }

}  // namespace coreecs
