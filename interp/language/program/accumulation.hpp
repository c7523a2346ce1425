/// Systems that add up: whatever order their matches are visited in, each performs the same update of what is there.
#pragma once

#include "interp/language/program/term.hpp"

namespace coreecs {

/// What an update leaves of a value x that is neither a record nor a list, d, lo and hi being the same at whatever
/// state: x, d, min(hi, max(lo, x + d)), x ∧ d, or x ∨ d.
enum class PartUpdate { Keeps, Sets, Moves, All, Any };

/// What a system does to a component of the entity of one query, if it does anything: attach_i(e_j, f(x)), where x is
/// what is there, and f is the same at whatever state.
struct Accumulated {
  Label i;
  std::size_t cell;                ///< x among the cells of a match
  std::vector<PartUpdate> leaves;  ///< of the parts of x, in their order: f updates each by itself
};

/// A step of an update that moves a number y: y + d + d' + ..., max(d, d', ..., y), or min.
enum class MoveStep : std::int64_t { Add, AtLeast, AtMost };

struct Accumulation {
  std::vector<Accumulated> all;  ///< that the system does, one for each label that it writes, in the order of its terms
  /// The same, but that in the place of each part that it moves it attaches the list of the steps, each as
  /// [step, d, d', ...], a number that is there being no step; so that an invocation tells what it does, whatever is
  /// there.
  SystemTerm told;
};

/// All that the system does; nothing where it may do something else. Then what its matches are, which of them do
/// something and what else they observe does not change while they are visited. Precondition: the schema is that of the
/// term. Cost: the term, times its depth.
[[nodiscard]] std::optional<Accumulation> accumulation(const SystemTerm&, const Schema&);

}  // namespace coreecs
