#include <algorithm>

#include "semantics/archetype/auxiliary.hpp"
#include "semantics/archetype/term.hpp"
#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

// [type/iter]  ∀e_i ∈ es. e_i ∈ 𝓗[A]   e_i : A ⊢ [e_i/x]t : τ & W                                    Figure 12, T-Iter
//              ──────────────────────────────────────────────────
//              ⊢ 𝓗, λx.t @ es : ({A}, W)
OrIllTyped<SystemType> type_of(const Heap& H, const Function& f, const Tuples& es, const Schema& schema,
                               const Rules& rules) {
  SystemType typed{{f.A.begin(), f.A.end()}, {}};
  for (std::size_t i = 0; i < es.size(); ++i) {
    Context Gamma;
    for (std::size_t x = 0; x < f.A.size(); ++x) {
      const Entity e = es[i][x];
      if (!H[f.A[x]].find(e)) return IllTyped{.rule = "type/iter", .premise = "e_i ∈ 𝓗[A]", .A = f.A[x], .e = e};
      Gamma.e[e] = f.A[x];
    }
    OrIllTyped<Typed> t = type_of(substitute(es[i], f.t), Gamma, schema, rules);
    if (const IllTyped* ill = ill_typed(t)) return *ill;
    typed.W.listed.merge(std::get<Typed>(t).W);
  }
  return typed;
}

// [type/entity]  ⊢ c_1 : C_1   ...   ⊢ c_n : C_n                                                   Figure 12, T-Entity
//                ───────────────────────────────────────────
//                ⊢ {C_1 : c_1, ..., C_n : c_n} : {C_1, ..., C_n}
std::optional<IllTyped> check(const Heap& H, Entity e, const AType& A, const Schema& schema) {
  for (Label C = 0; C < H.components().labels(); ++C) {
    const Value* c = H.at(e, C);
    if (!c != !A.contains(C))
      return IllTyped{.rule = "type/entity", .premise = "dom(𝓗[e]) = A", .A = A, .C = C, .e = e};
    if (c && !is_component(*c, schema[C]))
      return IllTyped{.rule = "type/entity", .premise = "⊢ c_i : C_i", .A = A, .C = C, .e = e};
  }
  return std::nullopt;
}

// [type/heap]  ∀A. ∀e ∈ 𝓗[A]. ⊢ 𝓗[e] : A                                                            Figure 12, T-Heap
//              ─────────────────────────
//              ⊢ 𝓗
std::optional<IllTyped> check(const Heap& H, const Schema& schema) {
  for (const auto& [A, table] : H.tables())
    for (const auto& entry : table)
      if (std::optional<IllTyped> ill = check(H, entry.first, A, schema)) return ill;
  return std::nullopt;
}

namespace {

/// Checks that the events of a queue attach components of their declared types, concern no entity that is still to be
/// created, and are followed by a sync (A18).
std::optional<IllTyped> check_queue(const Heap& H, const Frame& fr, const Queue& q, const Schema& schema) {
  const auto is_sync = [](const Step& step) { return std::holds_alternative<Sync>(step); };
  if (!q.empty() && std::none_of(fr.steps().begin(), fr.steps().end(), is_sync))
    return IllTyped{.rule = "type/frame", .premise = "q = nil or sync ∈ fr"};
  for (const Event& evt : q) {
    const std::vector<Term> t = parts(evt);
    const std::optional<Entity> e = std::holds_alternative<Create>(evt) ? std::nullopt : entity(t.front());
    if (e && *e >= H.fresh()) return IllTyped{.rule = "type/frame", .premise = "e is no fresh integer", .e = e};
    std::vector<std::pair<Label, Term>> brought;
    if (const Create* create = std::get_if<Create>(&evt)) brought = create->components;
    if (const Add* add = std::get_if<Add>(&evt)) brought = {{add->C, add->c}};
    for (const auto& [C, t] : brought) {
      const Literal* c = value(t);
      if (!c || !is_component(c->v, schema[C])) return IllTyped{.rule = "type/frame", .premise = "⊢ c : C", .C = C};
    }
  }
  return std::nullopt;
}

}  // namespace

// [type/frame]  ⊢ 𝓗   𝒟 ⊇ atype(𝓗, q)   ⊢ fr : 𝒟                                                    Figure 12, T-Frame
//               ────────────────────────────────
//               ⊢ 𝓗, fr, q              repaired: where the events of q are typed, and q = nil or sync ∈ fr (A18)
std::optional<IllTyped> check(const State& w, const Schema& schema, const Environment& env) {
  if (std::optional<IllTyped> ill = check(w.H, schema)) return ill;
  if (env.rules.queue_is_typed)
    if (std::optional<IllTyped> ill = check_queue(w.H, w.fr, w.q, schema)) return ill;
  const OrStuck<std::set<AType>> D = atype(w.H, w.q, env);
  if (const Stuck* undefined = stuck(D))
    return IllTyped{.rule = "type/frame", .premise = "𝒟 ⊇ atype(𝓗, q)", .e = undefined->e};
  return check(w.fr, Archetypes{std::get<std::set<AType>>(D)}, schema, env.rules);
}

}  // namespace coreecs::archetype
