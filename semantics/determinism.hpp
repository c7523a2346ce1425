/// Schedule determinism (Definition 4.4).
#pragma once

#include "semantics/linearization.hpp"

namespace coreecs {

struct Deterministic {};
/// Two linearizations that end in different states.
struct Disagreement {
  Linearization a, b;
};
/// There are more linearizations than were to be looked at, and those looked at agree.
struct Unknown {};
using Determinism = std::variant<Deterministic, Disagreement, Unknown>;

/// Definition 4.4 at c, the state at which po_c(z) was taken: whether all linearizations of po_c(z), but at most
/// `limit`, end alike up to a renaming of created entities (D10). Cost: that of the linearizations; `interp` decides
/// the same without enumeration.
[[nodiscard]] Determinism determinism(const State& c, const PartialOrder& po, std::size_t limit);

}  // namespace coreecs
