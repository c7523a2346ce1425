/// Conditions on matches: {"where": t}, and {"entity": {"is": t}} (D17).
#pragma once

#include <set>

#include "interp/language/program/term.hpp"

namespace coreecs {

/// φ: that each entity is what its query says, in their order, that of each `any` an alternative holds, and then
/// `where`; with the keys that are read off the terms. Where a term fails, φ throws RuntimeError. Cost of a call: the
/// terms that it evaluates.
[[nodiscard]] Condition condition(const MatchTerm&, bool invariant);

/// Whether one of these variables occurs in a term. Cost: its size.
[[nodiscard]] bool mentions(const Term&, const std::set<Slot>&);

}  // namespace coreecs
