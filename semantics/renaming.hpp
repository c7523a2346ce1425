/// Equality up to a renaming of created entities (footnote 6, D10).
#pragma once

#include "semantics/state.hpp"

namespace coreecs {

/// π: a bijection between created entities.
using Renaming = std::function<Entity(Entity)>;

/// π(k): k with its created entities renamed.
[[nodiscard]] Value renamed(const Value& k, const Renaming& pi);
/// π(c): c with its created entities renamed, also in component values. Initial ones keep their names.
[[nodiscard]] State renamed(const State& c, const Renaming& pi);
/// The created entities of c, in entity order: live ones, and those in component values.
[[nodiscard]] std::vector<Entity> created(const State& c);

/// Whether c and c' are equal up to a renaming. Cost: n! for n created entities; `interp` tries only those that can be
/// exchanged.
[[nodiscard]] bool equal_up_to_renaming(const State& c1, const State& c2);

}  // namespace coreecs
