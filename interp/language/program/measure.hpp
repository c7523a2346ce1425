/// [measure] Measures of a whole state: count, exists, sum, min, max and unique over a query vector.
#pragma once

#include "interp/language/program/term.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// The value of a measure at a state; a sum is taken in the order of the matches. If a term fails, or a sum overflows
/// its type, it throws RuntimeError, which names the invariant. Cost: the query, and one evaluation a match.
[[nodiscard]] std::function<Value(const State&, const Environment&)> measure(const MeasureTerm& term,
                                                                             const std::string& invariant);

}  // namespace coreecs
