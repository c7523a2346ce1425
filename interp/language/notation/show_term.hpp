/// Systems as λ-terms, as in Figure 11, and invariants in the same way.
#pragma once

#include "interp/language/program/program.hpp"

namespace coreecs {

/// f_s in lines, without its name: "λ(e, (p, v)).", then the body, indented.
[[nodiscard]] std::vector<std::string> show_function(const SystemTerm& s, const Program& program);
/// φ: "λ(⟨e, e_2⟩, ⟨t, p⟩). e_2 ≟ t ∧ p > 0". Precondition: the system or the invariant has a condition.
[[nodiscard]] std::string show_condition(const MatchTerm& term, const Program& program);
/// The measures of an invariant of the whole state, a line each: "gold ≜ sum g, (_, g) ∈ ⟦⟨incl_Gold⟩⟧c".
[[nodiscard]] std::vector<std::string> show_measures(const InvariantTerm& invariant, const Program& program);
/// "(e, h) ∈ ⟦q⟧c. h ≥ 0"; for the whole state "gold ≟ was gold"
[[nodiscard]] std::string show_predicate(const InvariantTerm& invariant, const Program& program);

}  // namespace coreecs
