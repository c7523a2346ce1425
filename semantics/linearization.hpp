/// The linearizations of po_c(z) (§4.1), enumerated.
#pragma once

#include <functional>

#include "semantics/order.hpp"

namespace coreecs {

/// The indices of all invocations, each once, in an order that respects ≤_z.
using Linearization = std::vector<std::size_t>;

/// Calls visit with every linearization until it returns false. They come in lexicographic order, so the reference is
/// first. Cost: n² comparisons for each. `interp` lists them faster.
void for_each_linearization(const PartialOrder& po, const std::function<bool(const Linearization&)>& visit);

/// The composite mutation f_1(r_1) • ... • f_n(r_n) of a linearization. Cost: n log n.
[[nodiscard]] Update composite(const PartialOrder& po, const Linearization& order);

}  // namespace coreecs
