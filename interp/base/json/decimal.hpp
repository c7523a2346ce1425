/// Reals in decimal.
#pragma once

#include <string>

namespace coreecs {

/// The fewest digits that read back as x, always with a point or an exponent: 0.1, 5e-324, 1e+15, -0.0. The only form
/// of reals in values, documents and messages. Precondition: x is finite.
[[nodiscard]] std::string decimal(double x);

}  // namespace coreecs
