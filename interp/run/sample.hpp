/// Random linearizations.
#pragma once

#include "interp/base/random.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

/// A linearization of po_c(z), each equally likely. Cost: n log² n, for any depth of the tree.
[[nodiscard]] Linearization sample(const PartialOrder& po, Random& random);

}  // namespace coreecs
