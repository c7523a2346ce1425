/// Equality up to a renaming of created entities (footnote 6, D10).
#pragma once

#include "semantics/state.hpp"

namespace coreecs {

/// Whether there is a bijection π between the entities created in c and in c', initial ones keeping their names,
/// with π(c) = c', component values renamed along. No value where more than `limit` choices had to be tried.
/// Cost: k log k where created entities differ by what hangs on them; exponential in those that do not, at worst.
[[nodiscard]] std::optional<bool> equal_up_to_renaming(const State& c, const State& c_, std::size_t limit = 10'000);

}  // namespace coreecs
