/// How many linearizations po_c(z) has (§4.1): `props` says that it is as many as semantics/linearization.hpp
/// enumerates.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "semantics/order.hpp"

namespace coreecs::fast {

/// The number of linearizations, exactly. Cost: n multiplications of numbers as long as the result.
[[nodiscard]] boost::multiprecision::cpp_int linearizations(const PartialOrder& po);
/// The same to some 50 digits. Cost: n.
[[nodiscard]] boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po);

}  // namespace coreecs::fast
