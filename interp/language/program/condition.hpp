/// Conditions on matches, {"where": t} and {"entity": {"is": t}} (D17), and measures of a whole state.
#pragma once

#include <set>

#include "interp/language/program/term.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// φ: each entity is what the `is` of its query says, in their order; then some alternative of each `any` holds; then
/// `where` holds. It has the keys that can be read off the terms. If a term fails, φ throws RuntimeError. Cost of a
/// call: the terms that it evaluates.
[[nodiscard]] Condition condition(const MatchTerm&, bool invariant);

/// Whether one of these variables occurs in a term. Cost: its size.
[[nodiscard]] bool mentions(const Term&, const std::set<Slot>&);

/// [measure] The value of a measure at a state; a sum is taken in the order of the matches. If a term fails, or a sum
/// overflows its type, it throws RuntimeError, which names the invariant. Cost: the query, and one evaluation a match.
[[nodiscard]] std::function<Value(const State&, const Environment&)> measure(const MeasureTerm& term,
                                                                             const std::string& invariant);

}  // namespace coreecs
