/// ⟦q⃗⟧c (§3.2, §3.3) by joining sorted maps: `props` says that it is what semantics/query.hpp defines.
#pragma once

#include <limits>
#include <stdexcept>

#include "interp/base/interrupt.hpp"
#include "semantics/query.hpp"

namespace coreecs::fast {

struct TooManyMatches : std::length_error {
  TooManyMatches() : length_error("a query vector has too many matches") {}
};

/// ⟦q⟧c one entity at a time, in entity order. It refers to c, which may not change meanwhile.
///   for (Join join(q, c); join.next();) use(join.e(), join.w());
/// Cost: the entries of the component that every match has and that fewest entities have, and as many look-ups in each
/// other component of the query, or a walk along it where that is shorter; live(c) where there is no such component.
class Join {
 public:
  Join(const Query& q, const State& c);
  /// Goes on to the next (at first, the first) match; false when there is none.
  bool next();
  [[nodiscard]] Entity e() const { return e_; }
  /// The values of its cells, null for *. They are c's own.
  [[nodiscard]] std::span<const Value* const> found() const { return found_; }
  /// Its cells. They are valid until the next call.
  [[nodiscard]] std::span<const Cell> w();

 private:
  /// A constraint of q, and how far its component has been walked along.
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
  std::vector<Entity> live_;  // where there is no driver
  std::size_t next_live_ = 0;
  Entity e_;
  std::vector<const Value*> found_;
  std::vector<Cell> w_;
};

/// The entities at which ⟦q⟧c may be defined, in entity order: those of the smallest component that every match has,
/// otherwise live(c).
[[nodiscard]] std::vector<Entity> candidates(const Query& q, const State& c);

/// ⟦q⃗ where φ⟧c in the order of the environment. Cost: that of the joins, and the matches; of φ, the matches of the
/// joins that it may take, going by its keys. Throws TooManyMatches where there would be more than `most`; what φ
/// throws first; and Interrupted.
[[nodiscard]] Matches query(const QueryVector& q, const State& c, const Environment& env,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// dom(⟦q⃗ where φ⟧c): the same without w⃗, of which roll has no use.
[[nodiscard]] Matches domain(const QueryVector& q, const State& c, const Environment& env,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace coreecs::fast
