/// Invariants: what must hold of every match of a query vector after each frame of the reference run.
#pragma once

#include "interp/program/term.hpp"
#include "semantics/state.hpp"

namespace coreecs {

struct Invariant {
  std::string name;
  QueryVector q;
  std::function<bool(const Match&)> holds;
  std::optional<InvariantTerm> term = {};  ///< of one that came from JSON
};

/// The invariant that a term describes.
[[nodiscard]] Invariant invariant(InvariantTerm term);

/// The entity vector of the first match of which the invariant does not hold at c; nothing where it holds. Throws
/// RuntimeError where its term fails. Cost: the query, and one evaluation a match.
[[nodiscard]] std::optional<std::vector<Entity>> violation(const Invariant& invariant, const State& c,
                                                           const Environment& env);

/// Where an invariant fails first: after which frame, counted from 1, and of which match.
struct Violation {
  std::string invariant;
  std::uint64_t frame = 0;
  std::vector<Entity> entities;
};

}  // namespace coreecs
