/// Schedule determinism (Definition 4.4).
#pragma once

#include "semantics/linearization.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// Two linearizations that end in different states.
struct Disagreement {
  Linearization a, b;
};

/// Definition 4.4 at c, the state at which po_c(z) was taken: nothing where all linearizations of po_c(z) end in the
/// same state, up to a renaming of created entities (D10); else two that do not. No answer where there are more than
/// `limit` linearizations and those looked at agree, or where a renaming was not settled.
/// Cost: the number of linearizations, times n log k.
[[nodiscard]] std::optional<std::optional<Disagreement>> nondeterministic(const State& c, const PartialOrder& po,
                                                                          std::size_t limit);

}  // namespace coreecs
