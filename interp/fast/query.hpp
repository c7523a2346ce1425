/// ⟦q⃗⟧c (§3.2, §3.3) by joining sorted maps. `props` checks it against semantics/query.hpp.
#pragma once

#include <limits>
#include <stdexcept>

#include "interp/base/interrupt.hpp"
#include "semantics/query.hpp"

namespace coreecs::fast {

struct TooManyMatches : std::length_error {
  TooManyMatches() : length_error("a query vector has too many matches") {}
};

/// ⟦q⟧c one entity at a time, in entity order. Refers to c, which must not change meanwhile.
///   for (Join join(q, c); join.next();) use(join.e(), join.w());
/// Cost: the entries of the smallest component that every match has. For each of them a look-up in every other
/// component of the query, or a walk along it if that is shorter. Without such a component: live(c).
class Join {
 public:
  Join(const Query& q, const State& c);
  /// Advances to the next match, at first to the first; false if there is none.
  bool next();
  [[nodiscard]] Entity e() const { return e_; }
  /// The values of its cells, null for *. They belong to c.
  [[nodiscard]] std::span<const Value* const> found() const { return found_; }
  /// Its cells, valid until the next call.
  [[nodiscard]] std::span<const Cell> w();

 private:
  /// A constraint of q, and the position of the walk along its component.
  struct Constraint {
    enum class Kind { Incl, Excl, Anyway } kind;
    const PartialMap* map;
    bool walks = true;
    PartialMap::const_iterator at = {};
  };
  void collect(const Query& q, const State& c);
  [[nodiscard]] static const Value* find(Constraint& constraint, Entity e);
  [[nodiscard]] bool observe();

  std::vector<Constraint> constraints_;
  const PartialMap* driver_ = nullptr;
  PartialMap::const_iterator at_ = {};
  std::vector<Entity> live_;  // only without a driver
  std::size_t next_live_ = 0;
  Entity e_;
  std::vector<const Value*> found_;
  std::vector<Cell> w_;
};

/// The entities at which ⟦q⟧c may be defined, in entity order: those of the smallest component that every match has, or
/// live(c) if there is none.
[[nodiscard]] std::vector<Entity> candidates(const Query& q, const State& c);

/// ⟦q⃗ where φ⟧c in the order of the environment. Cost: that of the joins, and the matches; evaluates φ only for matches
/// that its keys allow. Throws TooManyMatches if there are more than `most`, the first exception of φ, and Interrupted.
[[nodiscard]] Matches query(const QueryVector& q, const State& c, const Environment& env,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// dom(⟦q⃗ where φ⟧c): the same without w⃗, which roll does not need.
[[nodiscard]] Matches domain(const QueryVector& q, const State& c, const Environment& env,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace coreecs::fast
