/// Schedule determinism (Definition 4.4).
#pragma once

#include "semantics/linearization.hpp"

namespace coreecs {

struct Deterministic {};
/// Two linearizations that end in different states.
struct Disagreement {
  Linearization a, b;
};
/// There are more than `limit` linearizations, and the first `limit` agree.
struct Unknown {};
using Determinism = std::variant<Deterministic, Disagreement, Unknown>;

/// Definition 4.4 at c, the state at which po_c(z) was taken: whether all linearizations of po_c(z) end in the same
/// state, up to a renaming of created entities (D10). Compares at most `limit` of them. Cost: that of the
/// linearizations; `interp` decides the same without enumeration.
[[nodiscard]] Determinism determinism(const State& c, const PartialOrder& po, std::size_t limit);

}  // namespace coreecs
