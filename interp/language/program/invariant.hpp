/// Invariants: what must hold of every match of a query vector, or of the whole state, after each frame of the
/// reference run.
#pragma once

#include "interp/language/program/term.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// What is measured of a whole state. It may throw RuntimeError.
struct Measured {
  std::string name;
  std::function<Value(const State&, const Environment&)> of;
};

struct Invariant {
  std::string name;
  QueryVector q = {};
  std::function<bool(const Match&)> holds = {};  ///< of a match; none for one of the whole state
  std::optional<InvariantTerm> term = {};        ///< of one that came from JSON

  /// One of the whole state: what is measured of it, and whether it holds of these values and of those before.
  std::vector<Measured> measures = {};
  std::function<bool(std::span<const Value>)> holds_of_measures = {};
};

/// The invariant that a term describes.
[[nodiscard]] Invariant invariant(InvariantTerm term);

/// Where an invariant fails first: after which frame, counted from 1, and of which match; or with which values of its
/// measures, and of those before.
struct Violation {
  std::string invariant;
  std::uint64_t frame = 0;
  std::vector<Entity> entities = {};
  std::vector<std::string> measured = {};
};

/// How an invariant does not hold at c, before which there was `before`: of the first match of which it does not, or of
/// its measures; nothing where it holds. Throws RuntimeError where its term fails. Cost: the queries, and one
/// evaluation a match.
[[nodiscard]] std::optional<Violation> violation(const Invariant& invariant, const State& before, const State& c,
                                                 const Environment& env);

}  // namespace coreecs
