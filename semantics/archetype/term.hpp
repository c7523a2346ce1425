/// Term evaluation (Figure 6): 𝓗, t, q → 𝓗', t', q'.
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// 𝓗, t, q
struct Configuration {
  Heap H;
  Term t;
  Queue q;
};

/// 𝓗', t', q' with 𝓗, t, q → 𝓗', t', q': one step. Precondition: t is no value. Cost: the depth of the reduced part of
/// t, and that of an event.
[[nodiscard]] OrStuck<Configuration> reduce(Configuration c, const Environment& env);
/// 𝓗', v, q' with 𝓗, t, q →* 𝓗', v, q'.
[[nodiscard]] OrStuck<Configuration> reduce_all(Configuration c, const Environment& env);
/// [e⃗/x⃗]t. Cost: the variables of t and the terms around them.
[[nodiscard]] Term substitute(std::span<const Entity> e, const Term& t);

}  // namespace coreecs::archetype
