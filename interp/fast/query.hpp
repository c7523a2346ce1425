/// ⟦q⃗⟧c (§3.2, §3.3) by joining sorted maps. `props` checks it against semantics/query.hpp.
#pragma once

#include <limits>
#include <stdexcept>
#include <unordered_map>

#include "interp/base/interrupt.hpp"
#include "semantics/grammar.hpp"
#include "semantics/query.hpp"

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

namespace coreecs::fast {

struct TooManyMatches : std::length_error {
  TooManyMatches() : length_error("a query vector has too many matches") {}
};

/// The entities at which ⟦q⟧c may be defined: those of the smallest component that every match has, or live(c) if there
/// is none. Refers to c, which must not change meanwhile.
class Candidates {
 public:
  /// Cost: |q|, or that of live(c).
  Candidates(const Query& q, const State& c);
  [[nodiscard]] std::size_t size() const { return map_ ? map_->size() : live_.size(); }
  [[nodiscard]] bool contains(Entity e) const;
  /// Whether all are before e.
  [[nodiscard]] bool end_before(Entity e) const {
    return map_ ? map_->from(e) == PartialMap::const_iterator() : live_.empty() || live_.back() < e;
  }
  /// In entity order.
  [[nodiscard]] std::vector<Entity> all() const;
  /// Entities that divide these into at most n parts of about the same size: the first of each part but the first.
  [[nodiscard]] std::vector<Entity> division(std::size_t n) const;

 private:
  friend class Join;
  const PartialMap* map_;  // null without such a component
  std::vector<Entity> live_;
};

/// ⟦q⟧c one entity at a time, in entity order. Refers to c, which must not change meanwhile.
///   for (Join join(q, c, candidates); join.next();) use(join.e(), join.found());
/// Cost: the candidates. For each of them a look-up in every component of the query, or a walk along it if that is
/// shorter.
class Join {
 public:
  /// The matches from one entity to another, which is not included; without them, from the first and to the last.
  Join(const Query& q, const State& c, const Candidates&, std::optional<Entity> begin = {},
       std::optional<Entity> end = {});
  /// Advances to the next match, at first to the first; false if there is none.
  bool next() {
    while (at_ != end_) {
      e_ = at_->first;
      here_ = &at_->second;
      ++at_;
      if (observe()) return true;
    }
    while (!live_.empty()) {
      e_ = live_.front();
      live_ = live_.subspan(1);
      if (observe()) return true;
    }
    return false;
  }
  [[nodiscard]] Entity e() const { return e_; }
  [[nodiscard]] std::span<const Entity> e_vector() const { return {&e_, 1}; }
  /// The values of its cells, null for *. They belong to c.
  [[nodiscard]] std::span<const Value* const> found() const { return found_; }

 private:
  /// A constraint of q, and the position of the walk along its component.
  struct Constraint {
    enum class Kind { Incl, Excl, Anyway } kind;
    const PartialMap* map;
    bool walks = true;
    PartialMap::const_iterator at = {};
  };
  void collect(const Query& q, const State& c);
  [[nodiscard]] const Value* find(Constraint& constraint) const {
    if (constraint.map == map_) return here_;
    if (!constraint.walks) return constraint.map->find(e_);
    if (constraint.at == PartialMap::const_iterator()) return nullptr;
    constraint.at.advance_to(e_);
    return constraint.at != PartialMap::const_iterator() && constraint.at->first == e_ ? &constraint.at->second
                                                                                       : nullptr;
  }
  /// Whether the live entity e_ matches; sets found_.
  [[nodiscard]] bool observe() {
    for (std::size_t j = 0; j < constraints_.size(); ++j) {
      found_[j] = find(constraints_[j]);
      if (constraints_[j].kind == (found_[j] ? Constraint::Kind::Excl : Constraint::Kind::Incl)) return false;
    }
    return true;
  }

  std::vector<Constraint> constraints_;
  const PartialMap* map_;  // of the candidates
  PartialMap::const_iterator at_, end_;
  std::span<const Entity> live_;  // candidates without a map that are left
  Entity e_;
  const Value* here_ = nullptr;  // the value of e_ in the map of the candidates
  std::vector<const Value*> found_;
};

/// What VectorJoin needs of a query vector: the candidates of the first query, and the matches of the others, with an
/// index for each query that has keys. Refers to q and c, which must not change meanwhile. Precondition: q has a query.
class Factors {
 public:
  /// Cost: the joins of these queries.
  Factors(const QueryVector& q, const State& c);

  const Candidates first;

 private:
  friend class VectorJoin;
  /// The matches of one query.
  struct Factor {
    Factor(const Query& q, const State& c, const Keys::OfQuery* keys);
    void make_index(std::size_t j, std::size_t before);
    [[nodiscard]] std::size_t size() const { return entities.size(); }
    [[nodiscard]] std::span<const Value* const> found(std::size_t j) const {
      return std::span(cells).subspan(j * width, width);
    }

    const Keys::OfQuery* keys;  // null if this query has none
    std::size_t width;          // the number of cells of a match
    std::vector<Entity> entities = {};
    std::vector<const Value*> cells = {};                 // one match after the other
    std::unordered_map<Value, std::size_t> by_keys = {};  // the index: the first match with these keys,
    std::vector<std::size_t> next = {};                   // and after each match the next with the same keys
  };

  std::vector<Factor> others_;
};

/// ⟦q⃗ where φ⟧c one match at a time, in lexicographic order (D1). Refers to all arguments.
/// Cost: the join of the first query, and the matches; evaluates φ only for matches that its keys allow.
class VectorJoin {
 public:
  /// The matches whose first entity is from one to another, which is not included.
  VectorJoin(const QueryVector& q, const State& c, const Factors&, std::optional<Entity> begin = {},
             std::optional<Entity> end = {});
  VectorJoin(const VectorJoin&) = delete;
  VectorJoin& operator=(const VectorJoin&) = delete;
  /// Advances to the next match, at first to the first; false if there is none. Throws what φ throws, and Interrupted.
  bool next() { return plain_ ? first_.next() : advance(); }
  [[nodiscard]] Entity first_entity() const { return first_.e(); }
  [[nodiscard]] std::span<const Entity> e() const { return n_ == 1 ? first_.e_vector() : std::span<const Entity>(e_); }
  /// The values of its cells, null for *. They belong to c.
  [[nodiscard]] std::span<const Value* const> found() const { return n_ == 1 ? first_.found() : found_; }
  /// Its cells, valid until the next call.
  [[nodiscard]] std::span<const Cell> w();

 private:
  /// The matches of a query that are visited beside those of the queries before it.
  struct Cursor {
    bool next();

    const Factors::Factor& factor;
    std::size_t cells;       // where its cells begin
    bool by_keys = false;    // whether only matches of one entry of the index are visited
    bool meets_keys = true;  // whether they satisfy all keys of this query
    std::size_t at = 0, ahead = 0, end = 0;
  };
  bool advance();
  /// Advances to the next match that the keys allow.
  bool step();
  bool next_first();
  void begin(Cursor&);
  void take(std::size_t j);
  void take(std::size_t from, std::span<const Value* const> found);
  [[nodiscard]] Match match() const { return {e_, w_}; }
  [[nodiscard]] bool satisfied() const;

  const std::size_t n_;
  const Condition& where_;
  const bool plain_;  // whether there is one query, without a condition
  bool started_ = false;
  bool hopeless_ = false;  // whether another query has no match
  Join first_;
  std::optional<Entity> only_;   // the first entity, if φ determines it,
  std::optional<Value> sought_;  // and what the keys of the first query are to be
  bool meets_first_keys_ = true;
  std::vector<Cursor> cursors_;  // of the other queries
  std::vector<Entity> e_;
  std::vector<const Value*> found_;
  std::vector<Cell> w_;  // up to date if there is a condition
};

/// At least as many as ⟦q⃗⟧c has matches, for an estimate. Cost: |q⃗|, and the labels of c.
[[nodiscard]] double most_matches(const QueryVector& q, const State& c);

/// ⟦q⃗ where φ⟧c in the order of the environment. Cost: that of the joins, and the matches; evaluates φ only for matches
/// that its keys allow. Throws TooManyMatches if there are more than `most`, the first exception of φ, and Interrupted.
[[nodiscard]] Matches query(const QueryVector& q, const State& c, const Environment& env,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// dom(⟦q⃗ where φ⟧c): the same without w⃗, which roll does not need.
[[nodiscard]] Matches domain(const QueryVector& q, const State& c, const Environment& env,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace coreecs::fast
