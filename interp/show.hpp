/// A program in the paper's notation.
#pragma once

#include "interp/program.hpp"

namespace coreecs {

/// "⟨incl_Pos ∧ incl_Vel, incl_Pos ∧ excl_Vel⟩"
[[nodiscard]] std::string show(const QueryVector& q, const Schema& K);
/// ⟪q⟫ (Figure 6): "(int × int) × (int × ⊤)"
[[nodiscard]] std::string show_result_type(const QueryVector& q, const Schema& K);
/// "int", "{x: int, y: real}"
[[nodiscard]] std::string show(const Type& type);
/// "conc(inertia) ⨟ seq(collide)", with no more parentheses than needed. Cost: the size of z, which may be deep.
[[nodiscard]] std::string show(const Schedule& z);

/// The whole program: schema, systems as in Figure 11 with their effects, invariants, schedules (or only one of them).
[[nodiscard]] std::string show(const Program& program, const std::optional<std::string>& schedule = {});

}  // namespace coreecs
