/// The layout of explanations.
#pragma once

#include "interp/language/notation/lines.hpp"
#include "interp/views/explain/explain.hpp"

namespace coreecs {

/// A schedule with more leaves is not shown as a tree.
inline constexpr std::size_t most_leaves = 100;

/// "c", or "c2": an observed state.
[[nodiscard]] std::string state_name(std::size_t observed);
/// "conc(inertia)"
[[nodiscard]] std::string show_leaf(SeriesParallel::Kind kind, const System& s);
/// A sub-schedule, on one line: "conc(inertia) ⨟ seq(collide)"; if it has many leaves, only their numbers.
[[nodiscard]] std::string show_node(const SeriesParallel& z, std::size_t node);
/// The same as a part of a formula: "(conc(inertia) ⨟ seq(collide))".
[[nodiscard]] std::string show_part(const SeriesParallel& z, std::size_t node);
/// The rule that says what a query finds: "query/incl".
[[nodiscard]] const char* rule_of(const Query& q);
/// "{a, b, ... 3 more}", with at most `most` elements.
[[nodiscard]] std::string show_set(const std::vector<std::string>& elements, std::size_t most);
/// "Pos(e0): 1 → 7"
[[nodiscard]] std::string show(const ValueChange&, const Notation&);
/// What a visit changes: "Pos(e0): 1 → 7", or "changes nothing". `c` is what it observes. If it finds something else
/// where it writes, because an invocation that it does not see comes before it, "(in the order of the reference run)"
/// follows.
[[nodiscard]] std::string show_changes(const Visit&, const State& c, const Notation&);
/// "inertia⟨e0⟩"
[[nodiscard]] std::string show_invocation(const Invocation&, const Notation&);

}  // namespace coreecs
