/// Systems that accumulate: each match performs the same update of what is there, whichever match comes first.
#pragma once

#include "interp/language/program/term.hpp"

namespace coreecs {

/// The update of a value x that is neither a record nor a list: to x, d, min(hi, max(lo, x + d)), x ∧ d, or x ∨ d. d,
/// lo and hi do not depend on the state.
enum class PartUpdate { Keeps, Sets, Moves, All, Any };

/// The only effect of a system on a component of the entity of one query: attach_i(e_j, f(x)), where x is the value
/// that is there, and f does not depend on the state.
struct Accumulated {
  Label i;
  std::size_t cell;                ///< x among the cells of a match
  std::vector<PartUpdate> leaves;  ///< the updates of the parts of x, in order: f updates each part by itself
};

/// A step of an update that moves a number y: y + d + d' + ..., max(d, d', ..., y), or min.
struct MoveStep {
  enum How : std::int64_t { Add, AtLeast, AtMost };
  How how;
  std::vector<Value> operands;  ///< d, d', ...: ints, or reals
};

struct Accumulation {
  std::vector<Accumulated> all;  ///< one for each label that the system writes, in the order of its terms
  /// The system, but for each part that it moves it attaches the steps, a list of {how: int, operands: [number]}, which
  /// `steps_of` reads. So an invocation shows the update, which does not depend on the state.
  SystemTerm recording;
};

/// All effects of the system; none if it may do something else. If there is an answer, its matches, which of them
/// write, and what else they observe do not change while they are visited. Precondition: the schema is that of the
/// term. Cost: the term, times its depth.
[[nodiscard]] std::optional<Accumulation> accumulation(const SystemTerm&, const Schema&);

/// The steps of the update of a number, as an invocation of `Accumulation::recording` attached it. A number that keeps
/// its value has none. Cost: their size.
[[nodiscard]] std::vector<MoveStep> steps_of(const Value& recorded);

}  // namespace coreecs
