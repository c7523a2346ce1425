/// What is known of the components of an entity, from queries and conditions.
#pragma once

#include <limits>

#include "interp/language/program/term.hpp"

namespace coreecs {

/// A fact about a component, or a field of a component, of a matched entity.
struct Fact {
  Label i = 0;
  std::vector<std::size_t> path = {};  ///< the positions of the fields
  bool is_there = true;
  std::optional<Value> is = {}, is_not = {};
  /// The bounds of an int.
  std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  /// Whether the body checks it, not the query vector: a seq checks it when the match is visited.
  bool in_body = false;

  friend bool operator==(const Fact&, const Fact&) = default;
};
using Facts = std::vector<Fact>;
/// Whether no entity satisfies both.
[[nodiscard]] bool exclude_each_other(const Facts&, const Facts&);

/// How an int x compares with k in an operator: x < k, and the like. Equality is for any value.
enum class Relation { None, Equal, Unequal, Less, LessEqual, Greater, GreaterEqual };
[[nodiscard]] Relation relation(const term::Operation&);
/// How k compares with x.
[[nodiscard]] Relation mirrored(Relation);
/// The negation. Not for reals: neither x < k nor k <= x may hold.
[[nodiscard]] Relation negated(Relation);
/// Adds that x compares like this with k. Returns false if a fact cannot express it.
[[nodiscard]] bool restrict(Fact& fact, Relation r, const Value& k);

}  // namespace coreecs
