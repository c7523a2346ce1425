/// Conditions on matches: {"where": t}, and {"entity": {"is": t}} (D17).
#pragma once

#include <set>

#include "interp/language/program/term.hpp"

namespace coreecs {

/// φ: each entity is what the `is` of its query says, in their order; then some alternative of each `any` holds; then
/// `where` holds. It has the keys that can be read off the terms. If a term fails, φ throws RuntimeError. Cost of a
/// call: the terms that it evaluates.
[[nodiscard]] Condition condition(const MatchTerm&, bool invariant);

/// Whether one of these variables occurs in a term. Cost: its size.
[[nodiscard]] bool mentions(const Term&, const std::set<Slot>&);

}  // namespace coreecs
