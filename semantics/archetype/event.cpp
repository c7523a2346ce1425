#include "semantics/archetype/event.hpp"

#include <algorithm>

namespace coreecs::archetype {

namespace {

/// The first premise of E-Des, E-Add and E-Rem: the archetype A with e ∈ 𝓗[A], for the entity e that t is. Without an
/// A, `stuck` distinguishes a false premise from an entity that is gone (A10).
struct Found {
  Entity e = {};
  std::optional<AType> A = {};
  std::optional<Stuck> stuck = {};
};

Found find(const Heap& H, const Term& t, const char* rule, const Environment& env) {
  const std::optional<Entity> e = entity(t);
  if (!e) return {.stuck = Stuck{.rule = rule, .premise = "t is an entity"}};
  const AType* A = H.archetype_of(*e);
  if (A) return {*e, *A};
  if (env.rules.gone_is_nothing) return {*e};
  return {.stuck = Stuck{.rule = rule, .premise = "e ∈ 𝓗[A]", .e = *e}};
}

/// 𝓗[A ↦ 𝓗[A] − {e}][A_1 ↦ 𝓗[A_1] ∪ {e}]
void move(Heap& H, const AType& A, const AType& A_1, Entity e) {
  H.erase(A, e);
  H.insert(A_1, e);
}

}  // namespace

OrStuck<Heap> perform(Heap H, const Event& evt, const Environment& env) {
  return std::visit(
      Clauses{
          // [event/create]   e is a fresh integer   𝓗_1 = 𝓗[e ↦ {C ↦ c}]                             Figure 5, E-Cre
          //                  A = {C}   𝓗_2 = 𝓗_1[A ↦ 𝓗[A] ∪ {e}]
          //                  ─────────────────────────────────────
          //                  𝓗, create(C, c) → 𝓗_2, ()
          [&](const Create& evt) -> OrStuck<Heap> {
            const Entity e = H.fresh();
            AType A;
            for (const auto& [C, t] : evt.components) {
              const Literal* c = value(t);
              if (!c) return Stuck{.rule = "event/create", .premise = "t is a component", .C = C};
              H.write(e, C, c->v);
              A.insert(C);
            }
            H.insert(A, e);
            return std::move(H);
          },
          // [event/destroy]  e ∈ 𝓗[A]   𝓗' = 𝓗[A ↦ 𝓗[A] − {e}]                                       Figure 5, E-Des
          //                  ─────────────────────────────────
          //                  𝓗, destroy e → 𝓗', ()                     repaired: 𝓗' = 𝓗[A ↦ 𝓗[A] − {e}][e ↦ ⊥] (A11)
          [&](const Destroy& evt) -> OrStuck<Heap> {
            const auto [e, A, stuck] = find(H, evt.t, "event/destroy", env);
            if (stuck) return *stuck;
            if (!A) return std::move(H);
            H.erase(*A, e);
            if (env.rules.destroy_clears)
              for (Label C = 0; C < H.components().labels(); ++C) H.write(e, C, std::nullopt);
            return std::move(H);
          },
          // [event/add]      e ∈ 𝓗[A]   𝓗_1 = 𝓗[e ↦ 𝓗[e][C ↦ c]]                                     Figure 5, E-Add
          //                  𝓗_2 = 𝓗_1[A ↦ 𝓗_1[A] − {e}]
          //                  𝓗_3 = 𝓗_2[A_1 ↦ 𝓗_2[A_1] ∪ {e}]           A_1 = A ∪ {C}, which is not printed (A1)
          //                  ───────────────────────────────
          //                  𝓗, add(e, C, c) → 𝓗_3, ()
          [&](const Add& evt) -> OrStuck<Heap> {
            const auto [e, A, stuck] = find(H, evt.t, "event/add", env);
            if (stuck) return *stuck;
            const Literal* c = value(evt.c);
            if (!c) return Stuck{.rule = "event/add", .premise = "t is a component", .C = evt.C};
            if (!A) return std::move(H);
            H.write(e, evt.C, c->v);
            move(H, *A, with(*A, evt.C), e);
            return std::move(H);
          },
          // [event/remove]   e ∈ 𝓗[A]   𝓗_1 = 𝓗[e ↦ 𝓗[e][C ↦ ⊥]]                                     Figure 5, E-Rem
          //                  𝓗_2 = 𝓗_1[A ↦ 𝓗_1[A] − {e}]
          //                  𝓗_3 = 𝓗_2[A_1 ↦ 𝓗_2[A_1] ∪ {e}]           A_1 = A − {C}, which is not printed (A1)
          //                  ───────────────────────────────
          //                  𝓗, remove(e, C) → 𝓗_3, ()
          [&](const Remove& evt) -> OrStuck<Heap> {
            const auto [e, A, stuck] = find(H, evt.t, "event/remove", env);
            if (stuck) return *stuck;
            if (!A) return std::move(H);
            H.write(e, evt.C, std::nullopt);
            move(H, *A, without(*A, evt.C), e);
            return std::move(H);
          }},
      evt);
}

}  // namespace coreecs::archetype
