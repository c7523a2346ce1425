/// What the paper claims of its calculus (§4.2, §4.4, §5.1), as functions that look for a refutation at one state.
#pragma once

#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

enum class Claim { Invariants, NoResidualConflict, Progress, Preservation, Soundness };

/// That a claim does not hold: a state that it is about, and what is wrong with it, or with what it steps to.
struct Refutation {
  Claim claim;
  State w;                                 ///< the state at which it fails
  std::string how;                         ///< in the paper's letters
  std::optional<Stuck> stuck = {};         ///< of progress and soundness, where it is stuck
  std::optional<IllTyped> ill_typed = {};  ///< of preservation, why the next state is not typed
  std::optional<AType> A = {};             ///< of residual conflicts and invariants, the archetype
  std::optional<Entity> e = {};            ///< of invariants, the entity
};

/// Archetypes group entities with just their components: every entity that has components is in exactly one table, and
/// has the components of its archetype (§4.2). Cost: n log n.
[[nodiscard]] std::optional<Refutation> refute_invariants(const State& w);
/// No system runs on an archetype whose table, or whose components, the next sync will change (§4.4). Cost: that of the
/// sync.
[[nodiscard]] std::optional<Refutation> refute_no_residual_conflict(const State& w, const Environment& env);
/// Lemma 1. If ⊢ 𝓗, fr, q, then there exist 𝓗', fr' ≠ fr and q' such that 𝓗, fr, q → 𝓗', fr', q'. Of fr = [] it is not
/// said (A6).
[[nodiscard]] std::optional<Refutation> refute_progress(const State& w, const Schema& schema, const Environment& env);
/// Lemma 2. If ⊢ 𝓗, fr, q and 𝓗, fr, q → 𝓗', fr', q', then ⊢ 𝓗', fr', q'.
[[nodiscard]] std::optional<Refutation> refute_preservation(const State& w, const Schema& schema,
                                                            const Environment& env);
/// Theorem 1. If ⊢ 𝓗, fr, q, then there exists 𝓗' such that 𝓗, fr, q →* 𝓗', [], nil.
[[nodiscard]] std::optional<Refutation> refute_soundness(const State& w, const Schema& schema, const Environment& env);

/// One claim, of w and, but for soundness, of all states that w steps to: the first refutation. Cost: that of the run
/// and, of lemmas, of typing each of its states.
[[nodiscard]] std::optional<Refutation> refute(Claim claim, const State& w, const Schema& schema,
                                               const Environment& env);

}  // namespace coreecs::archetype
