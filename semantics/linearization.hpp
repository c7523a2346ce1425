/// The linearizations of po_c(z) (§4.1): enumerated, and counted.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "semantics/order.hpp"

namespace coreecs {

/// Invocations, by index, each once, in an order that respects ≤_z.
using Linearization = std::vector<std::size_t>;

/// Calls visit with every linearization, in lexicographic order and so the reference first, until it returns false.
/// Cost: n² comparisons for each. `interp` lists them faster.
void for_each_linearization(const PartialOrder& po, const std::function<bool(const Linearization&)>& visit);

/// The composite mutation f_1(r_1) • ... • f_n(r_n) of a linearization. Cost: n log n.
[[nodiscard]] Update composite(const PartialOrder& po, const Linearization& order);

/// The number of linearizations, exactly. Cost: n multiplications of numbers as long as the result.
[[nodiscard]] boost::multiprecision::cpp_int linearizations(const PartialOrder& po);
/// The same to some 50 digits. Cost: n.
[[nodiscard]] boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po);

}  // namespace coreecs
