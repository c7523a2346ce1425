/// Random well-typed states of the archetype calculus.
#pragma once

#include <random>

#include "props/kit/prop.hpp"
#include "props/semantics/archetype/terms.hpp"
#include "semantics/archetype/claims.hpp"

namespace coreecs::archetype {

/// What a state is made of: numbers that say, one after the other, how to go on; after the last one all are 0, which is
/// the simplest choice everywhere. So fewer and smaller numbers make smaller states, and RapidCheck can shrink them.
using Choices = std::vector<std::uint8_t>;

/// The state of these choices, with ⊢ 𝓗, fr, q by these rules: what is not typed is not taken into it. Its frame ends
/// in sync.
[[nodiscard]] State well_typed(const Choices& choices, const Rules& rules);
/// The same, with more pairs of entities, some of one archetype, with more writes, of values that depend on others, and
/// with entities that have no components.
[[nodiscard]] State entangled(const Choices& choices, const Rules& rules);
/// The order, and the parts, that these choices say.
[[nodiscard]] Environment environment(const Choices& choices, const Rules& rules);

/// The first of so many random states at which the claim is refuted by these rules, and how many there were before.
struct Found {
  std::optional<Refutation> refutation;
  std::size_t before = 0;
};
[[nodiscard]] Found search(Claim claim, const Rules& rules, std::size_t states, unsigned seed);

/// Random choices for a property.
[[nodiscard]] Choices any_choices();
/// Notes which constructs occur in a state, each with the least share that it has to have.
void note_kinds(const State& w);

/// Whether this holds of an event of the frame of a state, or of its queue.
[[nodiscard]] bool any_of_events(const State& w, const std::function<bool(const Event&)>& is);

/// The rules with every repair but one.
[[nodiscard]] inline Rules without(bool Rules::*repair) {
  Rules rules = Rules::repaired;
  rules.*repair = false;
  return rules;
}

}  // namespace coreecs::archetype
