/// Linearizations drawn at random.
#pragma once

#include "interp/base/random.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

/// A linearization of po_c(z), each with the same probability. Cost: n log² n, however deep the tree is.
[[nodiscard]] Linearization sample(const PartialOrder& po, Random& random);

}  // namespace coreecs
