/// Looking matches up that a condition is about (D17): what is known of φ beside φ itself.
#pragma once

#include "semantics/grammar.hpp"

namespace coreecs {

/// What φ says of the matches of one query, given those of the queries before it: φ holds only where `found` equals
/// `sought`, and does not fail where they differ. Both are given a match of the whole vector, of which `found` asks
/// only what belongs to this query, and `sought` what belongs to the queries before it; the rest may be anything.
struct Key {
  std::function<Value(const Match&)> found;
  /// Nothing where it fails: then φ is to be asked.
  std::function<std::optional<Value>(const Match&)> sought;
};

/// The same for each query of a vector, and what φ comes to besides.
struct Keys {
  struct OfQuery {
    /// What the entity must be, if φ says it.
    std::function<std::optional<Value>(const Match&)> entity = {};
    std::vector<Key> cells = {};
  };
  std::vector<OfQuery> queries;
  /// φ where each `found` equals what is sought; without it, φ holds there.
  std::function<bool(const Match&)> rest = {};
};

}  // namespace coreecs
