#include "semantics/archetype/claims.hpp"

#include "semantics/archetype/auxiliary.hpp"

namespace coreecs::archetype {

// [claim/invariants]  ∀e. 𝓗[e] ≠ ⊥ ⇒ ∃!A. e ∈ 𝓗[A]      ∀A. ∀e ∈ 𝓗[A]. dom(𝓗[e]) = A                              §4.2
std::optional<Refutation> refute_invariants(const State& w) {
  std::set<Entity> in_table;
  for (const auto& [A, table] : w.H.tables())
    for (const auto& entry : table) {
      const Entity e = entry.first;
      if (!in_table.insert(e).second)
        return Refutation{.claim = Claim::Invariants, .w = w, .how = "∃!A. e ∈ 𝓗[A]", .A = A, .e = e};
      for (Label C = 0; C < w.H.components().labels(); ++C)
        if (A.contains(C) != (w.H.at(e, C) != nullptr))
          return Refutation{.claim = Claim::Invariants, .w = w, .how = "dom(𝓗[e]) = A", .A = A, .e = e};
    }
  for (const Entity e : live(w.H.components()))
    if (!in_table.contains(e)) return Refutation{.claim = Claim::Invariants, .w = w, .how = "∃A. e ∈ 𝓗[A]", .e = e};
  return std::nullopt;
}

// [claim/residual]  𝓗, s :: fr, q → 𝓗', fr', q'  ⇒  ∀A ∈ query(s). q changes neither 𝓗[A] nor 𝓗[e], e ∈ 𝓗[A]      §4.4
std::optional<Refutation> refute_no_residual_conflict(const State& w, const Environment& env) {
  if (w.fr.empty()) return std::nullopt;
  const System* s = std::get_if<System>(&w.fr.steps().front());
  if (!s || stuck(step(w, env))) return std::nullopt;
  const OrStuck<Heap> synced = synchronized(w.H, w.q, env);
  if (stuck(synced)) return std::nullopt;
  const Heap& H2 = std::get<Heap>(synced);
  for (const AType& A : query(*s)) {
    bool same = w.H[A] == H2[A];
    for (const auto& entry : w.H[A])
      for (Label C = 0; C < w.H.components().labels() && same; ++C) {
        const Value *here = w.H.at(entry.first, C), *there = H2.at(entry.first, C);
        same = here && there ? *here == *there : here == there;
      }
    if (!same) return Refutation{.claim = Claim::NoResidualConflict, .w = w, .how = "𝓗[A] = 𝓗'[A]", .A = A};
  }
  return std::nullopt;
}

// [claim/progress]    ⊢ 𝓗, fr, q  ⇒  ∃𝓗', fr' ≠ fr, q'. 𝓗, fr, q → 𝓗', fr', q'                                  Lemma 1
std::optional<Refutation> refute_progress(const State& w, const Schema& schema, const Environment& env) {
  if (w.fr.empty() || check(w, schema, env)) return std::nullopt;
  const OrStuck<State> next = step(w, env);
  if (const Stuck* at = stuck(next)) return Refutation{.claim = Claim::Progress, .w = w, .how = "w → w'", .stuck = *at};
  return std::nullopt;
}

// [claim/preservation]  ⊢ 𝓗, fr, q   𝓗, fr, q → 𝓗', fr', q'  ⇒  ⊢ 𝓗', fr', q'                                   Lemma 2
std::optional<Refutation> refute_preservation(const State& w, const Schema& schema, const Environment& env) {
  if (w.fr.empty() || check(w, schema, env)) return std::nullopt;
  const OrStuck<State> next = step(w, env);
  if (stuck(next)) return std::nullopt;
  if (std::optional<IllTyped> ill = check(std::get<State>(next), schema, env))
    return Refutation{.claim = Claim::Preservation, .w = w, .how = "⊢ w'", .ill_typed = std::move(ill)};
  return std::nullopt;
}

// [claim/soundness]   ⊢ 𝓗, fr, q  ⇒  ∃𝓗'. 𝓗, fr, q →* 𝓗', [], nil                                             Theorem 1
std::optional<Refutation> refute_soundness(const State& w, const Schema& schema, const Environment& env) {
  if (check(w, schema, env)) return std::nullopt;
  End end = run(w, env);
  if (!end.stuck && end.w.q.empty()) return std::nullopt;
  return Refutation{.claim = Claim::Soundness, .w = w, .how = "w →* 𝓗', [], nil", .stuck = std::move(end.stuck)};
}

namespace {

std::optional<Refutation> refute_at(Claim claim, const State& w, const Schema& schema, const Environment& env) {
  switch (claim) {
    case Claim::Invariants:
      return refute_invariants(w);
    case Claim::NoResidualConflict:
      return refute_no_residual_conflict(w, env);
    case Claim::Progress:
      return refute_progress(w, schema, env);
    case Claim::Preservation:
      return refute_preservation(w, schema, env);
    case Claim::Soundness:
      return refute_soundness(w, schema, env);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refutation> refute(Claim claim, const State& w, const Schema& schema, const Environment& env) {
  State at = w;
  while (true) {
    if (std::optional<Refutation> refutation = refute_at(claim, at, schema, env)) return refutation;
    if (at.fr.empty() || claim == Claim::Soundness) return std::nullopt;
    OrStuck<State> next = step(std::move(at), env);
    if (stuck(next)) return std::nullopt;
    at = std::get<State>(std::move(next));
  }
}

}  // namespace coreecs::archetype
