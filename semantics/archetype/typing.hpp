/// The type and effect system (Figures 9 to 12).
#pragma once

#include "semantics/archetype/frame.hpp"
#include "semantics/archetype/system.hpp"

namespace coreecs::archetype {

/// The archetypes B with lo ⊆ B ⊆ hi.
struct Between {
  AType lo, hi;

  [[nodiscard]] bool contains(const AType& B) const;
  friend bool operator==(const Between&, const Between&) = default;
  friend bool operator<(const Between& a, const Between& b) { return std::tie(a.lo, a.hi) < std::tie(b.lo, b.hi); }
};

/// A set of archetypes: R, W or 𝒟. The published rules only list them. Accumulated effects (A14) may contain
/// exponentially many, namely all between two archetypes, so they are kept as intervals.
struct Archetypes {
  std::set<AType> listed;
  std::set<Between> between = {};

  [[nodiscard]] bool contains(const AType& A) const;
  /// Makes this the union.
  void merge(const Archetypes& W);
  friend bool operator==(const Archetypes&, const Archetypes&) = default;
};

/// Γ: the archetypes of variables, and of entities once the term is evaluated. Nothing means that it is no longer known
/// (A17).
struct Context {
  std::vector<std::optional<AType>> x;
  std::map<Entity, std::optional<AType>> e = {};
};

/// Γ ⊢ t : τ & W. `changed` has the components that staged events add to or remove from entities of each archetype,
/// from which effects accumulate (A14).
struct Typed {
  Tau type;
  std::set<AType> W = {};
  std::map<AType, std::set<Label>> changed = {};
};
/// ⊢ s : (R, W)
struct SystemType {
  std::set<AType> R;
  Archetypes W;
};

/// Why there is no derivation: the rule at its end, and the premise that does not hold.
struct IllTyped {
  std::string rule;     ///< its id, as in specs/reference/rules.md
  std::string premise;  ///< as in the paper, with its letters
  /// The place: the step of the frame, the system within a task-parallel one, and in its term a path through `parts`.
  std::vector<std::size_t> place = {};
  std::optional<AType> A = {};
  std::optional<Label> C = {};
  std::optional<Entity> e = {};

  friend bool operator==(const IllTyped&, const IllTyped&) = default;
};
template <class T>
using OrIllTyped = std::variant<T, IllTyped>;
/// The IllTyped in an OrIllTyped, or null.
template <class T>
[[nodiscard]] const IllTyped* ill_typed(const OrIllTyped<T>& result) {
  return std::get_if<IllTyped>(&result);
}

// [type/sub]  Γ ⊢ t : τ & W   W ⊆ W'                                                                   Figure 12, T-Sub
//             ──────────────────────
//             Γ ⊢ t : τ & W'              so the least W decides: a frame that is typed after W' is typed after W ⊆ W'

/// Γ ⊢ t : τ & W, with the least W. Γ becomes what is known after t (A17); under the published rules it stays. Cost:
/// the size of t.
[[nodiscard]] OrIllTyped<Typed> type_of(const Term& t, Context& Gamma, const Schema& schema, const Rules& rules);
/// Γ ⊢ evt : () & W
[[nodiscard]] OrIllTyped<Typed> type_of(const Event& evt, Context& Gamma, const Schema& schema, const Rules& rules);
/// x⃗ : A⃗ ⊢ t : τ & W, for a whole function: ({A_1, ..., A_n}, W).
[[nodiscard]] OrIllTyped<SystemType> type_of(const Function& f, const Schema& schema, const Rules& rules);
/// For par with several archetypes (A4): the premise of T-Data-P that fails because two threads of t may conflict.
[[nodiscard]] std::optional<IllTyped> threads_meet(const Function& f, const Schema& schema);
/// ⊢ s : (R, W)
[[nodiscard]] OrIllTyped<SystemType> type_of(const System& s, const Schema& schema, const Rules& rules);
/// ⊢ fr : 𝒟
[[nodiscard]] std::optional<IllTyped> check(const Frame& fr, Archetypes D, const Schema& schema, const Rules& rules);

/// ⊢ 𝓗, λx.t @ es : ({A}, W)
[[nodiscard]] OrIllTyped<SystemType> type_of(const Heap& H, const Function& f, const Tuples& es, const Schema& schema,
                                             const Rules& rules);
/// ⊢ 𝓗[e] : A
[[nodiscard]] std::optional<IllTyped> check(const Heap& H, Entity e, const AType& A, const Schema& schema);
/// ⊢ 𝓗
[[nodiscard]] std::optional<IllTyped> check(const Heap& H, const Schema& schema);
/// ⊢ 𝓗, fr, q, with 𝒟 = atype(𝓗, q): of all 𝒟 ⊇ atype(𝓗, q), this one types the most frames.
[[nodiscard]] std::optional<IllTyped> check(const State& w, const Schema& schema, const Environment& env);

}  // namespace coreecs::archetype
