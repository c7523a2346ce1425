/// Invariants of a program as formulas: as hypotheses about a state, and as what a state violates.
#pragma once

#include "interp/check/prove/states.hpp"

namespace coreecs::symbolic {

/// Whether its form is understood: about each match; or about the whole state, a conjunction of measures: matches that
/// are `unique`, a `count` that is at most 1, and no `exists`.
[[nodiscard]] bool is_understood(const InvariantTerm& invariant);

/// Assumes that it holds for the entities that were observed so far. Precondition: it is understood.
void assume_at(Encoding& to, const InvariantTerm& invariant, SymbolicState& c);

/// That it does not hold: for some entities. Precondition: it is understood.
[[nodiscard]] z3::expr violation_at(Encoding& to, const InvariantTerm& invariant, SymbolicState& c);

}  // namespace coreecs::symbolic
