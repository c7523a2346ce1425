/// Comparisons of two values of one type, and the notation of numbers.
#pragma once

#include <string>

#include "semantics/base/value.hpp"

namespace coreecs {

/// {"==": [a, b]}: reals numerically, also those in records and lists. Cost: their size.
[[nodiscard]] bool same(const Value& a, const Value& b);
/// {"<": [a, b]} for two ints, reals or texts; texts compare by bytes.
[[nodiscard]] bool less(const Value& a, const Value& b);
/// The representative of all values that are the same as this one.
[[nodiscard]] Value canonical(Value);

/// An int, a real or a truth value, as documents and messages write it.
[[nodiscard]] std::string in_digits(const Value&);

}  // namespace coreecs
