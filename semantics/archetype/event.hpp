/// Event evaluation (Figure 5): 𝓗, evt → 𝓗', ().
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// 𝓗' with 𝓗, evt → 𝓗', (). Cost: a look-up in each table, and the updates of one entity.
[[nodiscard]] OrStuck<Heap> perform(Heap H, const Event& evt, const Environment& env);

}  // namespace coreecs::archetype
