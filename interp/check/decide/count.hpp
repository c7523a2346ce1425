/// The number of linearizations, in digits.
#pragma once

#include <string>

#include "semantics/order.hpp"

namespace coreecs {

/// The exact number; if it has more than 10,000 digits, three significant ones (specs/reference/output.md). Cost: n.
[[nodiscard]] std::string shown_count(const PartialOrder& po);

/// The number with all its d digits. Cost: n, and that of a multiplication of numbers of d digits, which is d^1.6.
[[nodiscard]] std::string exact_count(const PartialOrder& po);

}  // namespace coreecs
