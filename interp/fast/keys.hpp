/// Looks up the matches that a condition selects (D17): facts about φ.
#pragma once

#include "semantics/grammar.hpp"

namespace coreecs {

/// A fact about φ and the matches of one query, given those of the queries before it: φ holds only if `found` equals
/// `sought`, and does not fail if they differ. Both get a match of the whole vector. `found` reads only the part of
/// this query, and `sought` that of the queries before it; the rest may be anything.
struct Key {
  std::function<Value(const Match&)> found;
  /// Empty if it fails: then φ is evaluated.
  std::function<std::optional<Value>(const Match&)> sought;
};

/// The same for each query of a vector, and the rest of φ.
struct Keys {
  struct OfQuery {
    /// The entity that this query must match, if φ determines it.
    std::function<std::optional<Value>(const Match&)> entity = {};
    std::vector<Key> cells = {};
  };
  std::vector<OfQuery> queries;
  /// φ for matches whose keys all are as sought. If empty, φ holds for them.
  std::function<bool(const Match&)> rest = {};
};

}  // namespace coreecs
