/// Systems as λ-terms, as in Figure 11, and invariants likewise.
#pragma once

#include "interp/language/program/program.hpp"

namespace coreecs {

/// f_s in lines, without its name: "λ(e, (p, v)).", then the body, indented.
[[nodiscard]] std::vector<std::string> show_function(const SystemTerm& s, const Program& program);
/// φ: "λ(⟨e, e_2⟩, ⟨t, p⟩). e_2 ≟ t ∧ p > 0", of a system or an invariant that has one.
[[nodiscard]] std::string show_condition(const MatchTerm& term, const Program& program);
/// Of an invariant of the whole state, a line for each: "gold ≜ sum g, (_, g) ∈ ⟦⟨incl_Gold⟩⟧c".
[[nodiscard]] std::vector<std::string> show_measures(const InvariantTerm& invariant, const Program& program);
/// "(e, h) ∈ ⟦q⟧c. h ≥ 0"; of the whole state "gold ≟ was gold"
[[nodiscard]] std::string show_predicate(const InvariantTerm& invariant, const Program& program);

}  // namespace coreecs
