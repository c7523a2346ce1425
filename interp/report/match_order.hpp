/// Whether the match order matters, in words and in JSON.
#pragma once

#include "interp/decide/match_order.hpp"
#include "interp/notation/notation.hpp"

namespace coreecs {

/// In the paper's words.
/// Names the entities of a witness that have no name yet.
void name_others(const OrderWitness& witness, Names& names);

[[nodiscard]] std::string show(const MatchOrderVerdict& verdict, const Notation& notation, bool coloured);
/// The value of the key "match_order".
[[nodiscard]] std::string json(const MatchOrderVerdict& verdict, const Notation& notation);

}  // namespace coreecs
