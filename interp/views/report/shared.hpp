/// Verdicts under shared visibility, in words and in JSON.
#pragma once

#include "interp/check/decide/shared.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// A verdict in words, and as a JSON document.
[[nodiscard]] std::string show(const SharedVerdict& verdict, const std::string& program, const Notation& notation,
                               bool coloured);
[[nodiscard]] std::string json(const SharedVerdict& verdict, const Notation& notation);

}  // namespace coreecs
