/// Whether the match order matters, in words and in JSON.
#pragma once

#include "interp/check/decide/match_order.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// Names the entities of a witness that have no name yet.
void name_others(const OrderWitness& witness, Names& names);

/// A verdict in the paper's words.
[[nodiscard]] std::string show(const MatchOrderVerdict& verdict, const Notation& notation, bool coloured);
/// A verdict as a JSON object, for the key "match_order".
void json(JsonWriter& out, const MatchOrderVerdict& verdict, const Notation& notation);

}  // namespace coreecs
