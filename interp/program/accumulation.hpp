/// Systems that add up: whatever order their matches are visited in, each performs the same update of what is there.
#pragma once

#include "interp/program/term.hpp"

namespace coreecs {

/// What an update leaves of a value x that is neither a record nor a list, d being the same at whatever state.
enum class PartUpdate { Keeps, Sets, Adds, Least, Greatest, All, Any };  // x, d, x + d, min, max, x ∧ d, x ∨ d

/// What a system does to a component of the entity of one query, if it does anything: attach_i(e_j, f(x)), where x is
/// what is there, and f is the same at whatever state.
struct Accumulated {
  Label i;
  std::size_t query;               ///< j
  std::size_t cell;                ///< x among the cells of a match
  std::vector<PartUpdate> leaves;  ///< of the parts of x, in their order: f updates each by itself
};

/// All that the system does, by label; nothing where it may do something else. Then what its matches are, which of them
/// do something and what else they observe does not change while they are visited. Precondition: the schema is that of
/// the term. Cost: the term, times its depth.
[[nodiscard]] std::optional<std::vector<Accumulated>> accumulation(const SystemTerm&, const Schema&);

}  // namespace coreecs
