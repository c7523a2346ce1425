/// Whether the match order matters, in words and in JSON.
#pragma once

#include "interp/decide/match_order.hpp"
#include "interp/notation/notation.hpp"

namespace coreecs {

/// In the paper's words.
[[nodiscard]] std::string show(const MatchOrderVerdict& verdict, const Notation& notation, bool coloured);
/// The value of the key "match_order".
[[nodiscard]] std::string json(const MatchOrderVerdict& verdict, const Notation& notation);

}  // namespace coreecs
