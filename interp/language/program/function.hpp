/// The functions that terms may apply (specs/format-extensions.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/language/program/typing.hpp"

namespace coreecs {

struct Function {
  std::string_view name;  ///< the key of its JSON form
  TermType::Kind takes;   ///< of each operand; Number stands for int or real
  bool many;              ///< whether its operands are a list of two or more
  TermType::Kind yields;
  bool total;  ///< whether it cannot fail
  /// Its value, or why there is none. Precondition: values of these types.
  std::variant<Value, std::string> (*apply)(std::span<const Value>);
};

[[nodiscard]] const std::vector<Function>& functions();

}  // namespace coreecs
