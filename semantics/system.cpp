#include "semantics/system.hpp"

namespace coreecs {

Update invoke(const System& s, const Match& r, Leaf leaf, const Environment& env) {
  return perform(s.f(r), Fresh(leaf, r.e, env));
}

// [system/apply]  s({e⃗_1 ↦ w⃗_1, e⃗_2 ↦ w⃗_2, ...}) ≜ f_s(e⃗_1, w⃗_1) • f_s(e⃗_2, w⃗_2) • ...                         §3.5
Update apply(const System& s, const Matches& r, Leaf leaf, const Environment& env) {
  std::vector<Update> m;
  for (std::size_t j = 0; j < r.size(); ++j) m.push_back(invoke(s, r[j], leaf, env));
  return composed(m);
}

// [system/roll]  roll_s(c, {e⃗ ↦ w⃗, ...r}) ≜ let w⃗' = ⟦q_s⟧c(e⃗) in {e⃗ ↦ w⃗', ...roll_s(c ↓ f_s(e⃗, w⃗'), r)}        §3.5
//                roll_s(c, ∅) ≜ ∅
// Where w⃗' is ⊥, e⃗ is dropped, f_s counts as nil, and the rest goes on (D2).
Matches roll(const System& s, State c, const Matches& r, Leaf leaf, const Environment& env) {
  Matches rolled(s.q.size());
  std::vector<Cell> w_;
  for (std::size_t j = 0; j < r.size(); ++j) {
    w_.clear();
    if (!query_at(s.q, c, r[j].e, w_)) continue;
    rolled.push_back({r[j].e, w_});
    c = after(std::move(c), invoke(s, {r[j].e, w_}, leaf, env));
  }
  return rolled;
}

Matches matches(const Conc& z, const State& c, Leaf, const Environment& env) { return query(z.s->q, c, env); }
Matches matches(const Seq& z, const State& c, Leaf leaf, const Environment& env) {
  return roll(*z.s, c, query(z.s->q, c, env), leaf, env);
}

// [system/conc]  Concurrent production  s(⟦q_s⟧c)                                                                 §3.5
Update produce(const Conc& z, const State& c, Leaf leaf, const Environment& env) {
  return apply(*z.s, matches(z, c, leaf, env), leaf, env);
}

// [system/seq]   Sequential production  s(roll_s(c, ⟦q_s⟧c))                                                      §3.5
Update produce(const Seq& z, const State& c, Leaf leaf, const Environment& env) {
  return apply(*z.s, matches(z, c, leaf, env), leaf, env);
}

}  // namespace coreecs
