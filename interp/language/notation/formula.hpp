/// Matches, observations and mutations in the paper's notation, as Figures 8 to 12 write them.
#pragma once

#include "interp/language/notation/notation.hpp"
#include "semantics/mutation.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// "⟨e0, e1⟩"
[[nodiscard]] std::string show_entities(std::span<const Entity> e, const Notation&);
/// w⃗ with the pairs and vectors of ⟪q⃗⟫ (D16): "⟨(1, 6), (7, *)⟩".
[[nodiscard]] std::string show_observation(const QueryVector& q, std::span<const Cell> w, const Notation&);
/// "{e0 ↦ (1, 6), e2 ↦ (9, -2)}": ⟦q⟧c, at most `most` matches, and the number of further ones.
[[nodiscard]] std::string show_matches(const Query& q, const Matches& r, std::size_t most, const Notation&);
/// "attach_Vel(e1, 3)", "detach_Pos(e0)"
[[nodiscard]] std::string show(const Attach&, const Notation&);
[[nodiscard]] std::string show(const Detach&, const Notation&);
/// "detach_Pos(e0) • ν(λe3. attach_Pos(e3, 7) • attach_Vel(e3, -3))": each ν with the entity that `fresh` yields.
[[nodiscard]] std::string show(const Mutation& m, Fresh fresh, const Notation&);
/// The same with each ν performed, as in Figure 12: "... • attach_Pos(e3, 7) • attach_Vel(e3, -3)".
[[nodiscard]] std::string show_performed(const Mutation& m, Fresh fresh, const Notation&);
/// "{Pos ↦ {e0 ↦ 1, e1 ↦ 7}, Vel ↦ {e0 ↦ 6}}", on one line, as in Figure 10.
[[nodiscard]] std::string show_state(const State& c, const Notation&);
/// "Pos(e1)", "⊥"
[[nodiscard]] std::string show(const Location&, const Notation&);
[[nodiscard]] std::string show(const std::optional<Value>& k, Label i, const Notation&);

}  // namespace coreecs
