/// Models of the solver as start states, and whether they are counterexamples.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/check/prove/states.hpp"

namespace coreecs::symbolic {

/// The start state that a model describes, as far as it was read: other locations have no value. Entities that are not
/// literals become entities of the program that no literal names. None if there are not enough, or if a value cannot be
/// written.
[[nodiscard]] std::optional<State> state_of(const z3::model& model, Encoding& to, const AnyState& start);

/// Whether the invariant holds at the start, and a frame leads to a state at which it does not.
[[nodiscard]] bool breaks(const Program& program, const Schedule& z, const State& start, const Invariant& invariant);
/// Whether these invariants, by name, hold at a state.
[[nodiscard]] bool hold_at(const Program& program, const State& c, const std::vector<std::string>& names);

/// Whether the schedule is not safe in its first frame from this start, or what it is about.
[[nodiscard]] bool refutes(const Program& program, const Schedule& z, const State& start, Aspect about);

}  // namespace coreecs::symbolic
