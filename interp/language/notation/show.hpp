/// Queries, types, schedules and terms in the paper's notation. Systems and invariants are λ-terms, as in Figure 11.
#pragma once

#include "interp/language/program/program.hpp"
#include "semantics/corollaries.hpp"

namespace coreecs {

/// "⟨incl_Pos ∧ incl_Vel, incl_Pos ∧ excl_Vel⟩"
[[nodiscard]] std::string show(const QueryVector& q, const Schema& K);
/// "incl_Pos ∧ incl_Vel"
[[nodiscard]] std::string show_query(const Query& q, const Schema& K);
/// ⟪q⟫ (Figure 6): "(int × int) × (int × ⊤)"
[[nodiscard]] std::string show_result_type(const QueryVector& q, const Schema& K);
/// "int", "{x: int, y: real}"
[[nodiscard]] std::string show(const Type& type);
/// "conc(inertia) ⨟ seq(collide)", with no more parentheses than needed. Cost: the size of z, which may be deep.
[[nodiscard]] std::string show(const Schedule& z);
/// The same with marks: `mark` gets the text and the place of each leaf and each operator, and returns what to print.
/// Places are counted from 0 in the order of printing: leaf k is place 2k, and the operator before it, between the
/// leaves of its sides, is place 2k - 1.
[[nodiscard]] std::string show(const Schedule& z,
                               const std::function<std::string(std::size_t place, const std::string& text)>& mark);
/// The number of a leaf as it is written after it: "⁰", "¹²".
[[nodiscard]] std::string superscript(std::size_t leaf);
/// "conc(inertia)⁰ ⨟ seq(collide)¹", and how the leaves of further frames are counted.
[[nodiscard]] std::string numbered(const Schedule& z, std::uint64_t frames);
/// "its query vector has 2 queries, not one"
[[nodiscard]] std::string show(const StaticReason& reason, const Schema& K);

/// f_s in lines, without its name: "λ(e, (p, v)).", then the body, indented.
[[nodiscard]] std::vector<std::string> show_function(const SystemTerm& s, const Program& program);
/// φ: "λ(⟨e, e_2⟩, ⟨t, p⟩). e_2 ≟ t ∧ p > 0". Precondition: the system or the invariant has a condition.
[[nodiscard]] std::string show_condition(const MatchTerm& term, const Program& program);
/// The measures of an invariant of the whole state, a line each: "gold ≜ sum g, (_, g) ∈ ⟦⟨incl_Gold⟩⟧c".
[[nodiscard]] std::vector<std::string> show_measures(const InvariantTerm& invariant, const Program& program);
/// "(e, h) ∈ ⟦q⟧c. h ≥ 0"; for the whole state "gold ≟ was gold"
[[nodiscard]] std::string show_predicate(const InvariantTerm& invariant, const Program& program);

}  // namespace coreecs
