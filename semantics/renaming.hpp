/// Equality up to a renaming of created entities (footnote 6, D10).
#pragma once

#include "semantics/state.hpp"

namespace coreecs {

/// Whether there is a bijection π between the entities created in c and in c', initial ones keeping their names,
/// with π(c) = c', component values renamed along. No answer where that takes looking at more than `limit` locations.
/// Cost: k log k where created entities can be told apart by what is attached to them and what refers to them, or
/// need not be; the search for π is exponential at worst.
[[nodiscard]] std::optional<bool> equal_up_to_renaming(const State& c, const State& c_, std::size_t limit = 50'000'000);

}  // namespace coreecs
