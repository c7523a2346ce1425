/// The number of linearizations of po_c(z) (§4.1). `props` checks it against the enumeration of
/// semantics/linearization.hpp.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "semantics/order.hpp"

namespace coreecs::fast {

/// The number of linearizations, exactly. Cost: n multiplications of numbers as long as the result.
[[nodiscard]] boost::multiprecision::cpp_int linearizations(const PartialOrder& po);
/// The same, rounded to some 50 digits. Cost: n.
[[nodiscard]] boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po);

}  // namespace coreecs::fast
