/// The paper's claims about its calculus (§4.2, §4.4, §5.1), as functions that look for a refutation at one state.
#pragma once

#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

enum class Claim { Invariants, NoResidualConflict, Progress, Preservation, Soundness };

/// Evidence that a claim does not hold: a state, and what is wrong with it or with its next state.
struct Refutation {
  Claim claim;
  State w;                                 ///< the state at which it fails
  std::string how;                         ///< in the paper's letters
  std::optional<Stuck> stuck = {};         ///< for progress and soundness: where it is stuck
  std::optional<IllTyped> ill_typed = {};  ///< for preservation: why the next state is not typed
  std::optional<AType> A = {};             ///< for residual conflicts and invariants
  std::optional<Entity> e = {};            ///< for invariants
};

/// An archetype groups entities with exactly its components: every entity with components is in exactly one table, and
/// has the components of its archetype (§4.2). Cost: n log n.
[[nodiscard]] std::optional<Refutation> refute_invariants(const State& w);
/// No system runs on an archetype if the next sync will change its table or the components of its entities (§4.4).
/// Cost: that of the sync.
[[nodiscard]] std::optional<Refutation> refute_no_residual_conflict(const State& w, const Environment& env);
/// Lemma 1. If ⊢ 𝓗, fr, q, then there exist 𝓗', fr' ≠ fr and q' such that 𝓗, fr, q → 𝓗', fr', q'. This does not cover
/// fr = [] (A6).
[[nodiscard]] std::optional<Refutation> refute_progress(const State& w, const Schema& schema, const Environment& env);
/// Lemma 2. If ⊢ 𝓗, fr, q and 𝓗, fr, q → 𝓗', fr', q', then ⊢ 𝓗', fr', q'.
[[nodiscard]] std::optional<Refutation> refute_preservation(const State& w, const Schema& schema,
                                                            const Environment& env);
/// Theorem 1. If ⊢ 𝓗, fr, q, then there exists 𝓗' such that 𝓗, fr, q →* 𝓗', [], nil.
[[nodiscard]] std::optional<Refutation> refute_soundness(const State& w, const Schema& schema, const Environment& env);

/// The first refutation of one claim, at w or, except for soundness, at a later state of its run. Cost: that of the run
/// and, for the lemmas, of typing each of its states.
[[nodiscard]] std::optional<Refutation> refute(Claim claim, const State& w, const Schema& schema,
                                               const Environment& env);

}  // namespace coreecs::archetype
