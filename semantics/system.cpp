#include "semantics/system.hpp"

namespace coreecs {

Mutation invoke(const System& s, const Match& r, Leaf leaf, const Environment& env) {
  Mutation m = s.f(r);
  const bool composite = std::holds_alternative<Compose>(m) || std::holds_alternative<New>(m);
  return composite ? inlined(m, fresh_at(leaf, r.e, env)) : m;
}

// [system/apply]  s({e⃗_1 ↦ w⃗_1, e⃗_2 ↦ w⃗_2, ...}) ≜ f_s(e⃗_1, w⃗_1) • f_s(e⃗_2, w⃗_2) • ...                         §3.5
Mutation apply(const System& s, const Matches& r, Leaf leaf, const Environment& env) {
  std::vector<Mutation> parts;
  parts.reserve(r.size());
  for (std::size_t j = 0; j < r.size(); ++j) parts.push_back(invoke(s, r[j], leaf, env));
  return Compose(std::move(parts));
}

// [system/roll]  roll_s(c, {e⃗ ↦ w⃗, ...r}) ≜ let w⃗' = ⟦q_s⟧c(e⃗) in {e⃗ ↦ w⃗', ...roll_s(c ↓ f_s(e⃗, w⃗'), r)}        §3.5
//                roll_s(c, ∅) ≜ ∅
// Where w⃗' is ⊥, e⃗ is dropped, f_s counts as nil, and the rest goes on (D2).
Matches roll(const System& s, State c, const Matches& r, Leaf leaf, const Environment& env) {
  Matches rolled(s.q.size(), width(s.q));
  std::vector<Cell> w;
  for (std::size_t j = 0; j < r.size(); ++j) {
    w.clear();
    if (!query_at(s.q, c, r[j].e, w)) continue;
    const Match observed{r[j].e, w};
    rolled.push_back(observed);
    c = after(std::move(c), invoke(s, observed, leaf, env));
  }
  return rolled;
}

Matches matches(const Conc& z, const State& c, Leaf, const Environment& env) { return query(z.s->q, c, env); }

Matches matches(const Seq& z, const State& c, Leaf leaf, const Environment& env) {
  return roll(*z.s, c, query(z.s->q, c, env), leaf, env);
}

}  // namespace coreecs
