/// Mutations (§3.4): c ↓ m.
#pragma once

#include "semantics/grammar.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// **fresh**, as one mutation meets it: yields an entity for each ν, in the order in which they are performed.
using Fresh = std::function<Entity()>;

/// The supply for the ν's of the invocation of a system at a leaf on a match (D3). It refers to `e` and `env`.
[[nodiscard]] Fresh fresh_at(Leaf leaf, std::span<const Entity> e, const Environment& env);

/// c ↓ m. Cost: log k for each attach and detach in m.
[[nodiscard]] State after(State c, const Mutation& m, const Fresh& fresh);
/// c ↓ m for an m without ν.
[[nodiscard]] State after(State c, const Mutation& m);

/// m with every ν(f) replaced by f(e), e its fresh entity: the device of the proof of Lemma 4.6. So c ↓ m and
/// c ↓ inlined(m) are the same, and what is inlined can be applied in many orders with the same entities (D3).
[[nodiscard]] Mutation inlined(const Mutation& m, const Fresh& fresh);

}  // namespace coreecs
