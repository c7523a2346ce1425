/// Invariants: what must hold of every match of a query vector, or of the whole state, after each frame of the
/// reference run.
#pragma once

#include "interp/language/program/term.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// A measure of a whole state. It may throw RuntimeError.
struct Measured {
  std::string name;
  std::function<Value(const State&, const Environment&)> of;
};

struct Invariant {
  std::string name;
  QueryVector q = {};
  std::function<bool(const Match&)> holds = {};  ///< for a match; empty for an invariant of the whole state
  std::optional<InvariantTerm> term = {};        ///< only if it came from JSON

  /// For an invariant of the whole state: its measures, and whether it holds for their values and those before.
  std::vector<Measured> measures = {};
  std::function<bool(std::span<const Value>)> holds_of_measures = {};
};

/// The invariant that a term describes.
[[nodiscard]] Invariant invariant(InvariantTerm term);

/// Where an invariant fails first: after which frame, counted from 1, and for which match; or with which values of its
/// measures, now and before.
struct Violation {
  std::string invariant;
  std::uint64_t frame = 0;
  std::vector<Entity> entities = {};
  std::vector<std::string> measured = {};
};

/// How an invariant fails at c, where `before` is the previous state: for the first such match, or by its measures;
/// none if it holds. Throws RuntimeError if its term fails. Cost: the queries, and one evaluation a match.
[[nodiscard]] std::optional<Violation> violation(const Invariant& invariant, const State& before, const State& c,
                                                 const Environment& env);

}  // namespace coreecs
