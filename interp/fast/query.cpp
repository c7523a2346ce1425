#include "interp/fast/query.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "interp/fast/keys.hpp"

namespace coreecs::fast {

namespace {

/// The smallest component that every match of q has, if any.
const PartialMap* smallest(const Query& q, const State& c) {
  return match(
      q, [&](const Incl& q) { return &c[q.i]; }, [](const Excl&) -> const PartialMap* { return nullptr; },
      [](const Anyway&) -> const PartialMap* { return nullptr; },
      [&](const And& q) {
        const PartialMap* found = nullptr;
        for (const Query& q_j : q.conjuncts)
          if (const PartialMap* map = smallest(q_j, c); map && (!found || map->size() < found->size())) found = map;
        return found;
      });
}

/// Converts values that Join found to cells.
void copy_cells(std::span<const Value* const> found, std::span<Cell> w) {
  for (std::size_t j = 0; j < found.size(); ++j)
    if (found[j])
      w[j] = *found[j];
    else
      w[j].reset();
}

}  // namespace

Candidates::Candidates(const Query& q, const State& c) : map_(smallest(q, c)) {
  if (!map_) live_ = live(c);
}

bool Candidates::contains(Entity e) const {
  return map_ ? map_->find(e) != nullptr : std::binary_search(live_.begin(), live_.end(), e);
}

std::vector<Entity> Candidates::all() const {
  if (!map_) return live_;
  std::vector<Entity> entities;
  entities.reserve(map_->size());
  for (const auto& [e, k] : *map_) entities.push_back(e);
  return entities;
}

std::vector<Entity> Candidates::division(std::size_t n) const {
  if (map_) return map_->division(n);
  std::vector<Entity> firsts;
  for (std::size_t j = 1; j < std::min(n, live_.size()); ++j) firsts.push_back(live_[j * live_.size() / n]);
  return firsts;
}

double most_matches(const QueryVector& q, const State& c) {
  double entries = 0;
  for (Label i = 0; i < c.labels(); ++i) entries += static_cast<double>(c[i].size());
  double most = 1;
  for (const Query& q_j : q) {
    const PartialMap* map = smallest(q_j, c);
    most *= map ? static_cast<double>(map->size()) : entries;
  }
  return most;
}

Join::Join(const Query& q, const State& c, const Candidates& candidates, std::optional<Entity> begin,
           std::optional<Entity> end)
    : map_(candidates.map_) {
  collect(q, c);
  if (map_) {
    at_ = begin ? map_->from(*begin) : map_->begin();
    if (end) end_ = map_->from(*end);
  } else {
    const auto position = [&](Entity e) {
      return std::lower_bound(candidates.live_.begin(), candidates.live_.end(), e);
    };
    live_ = {begin ? position(*begin) : candidates.live_.begin(), end ? position(*end) : candidates.live_.end()};
  }
  constexpr std::size_t look_up = 8;  // a look-up takes as long as this many entries of a walk
  for (Constraint& constraint : constraints_) {
    constraint.walks = constraint.map->size() / look_up <= candidates.size();
    if (constraint.walks) constraint.at = begin ? constraint.map->from(*begin) : constraint.map->begin();
  }
  found_.resize(constraints_.size());
  w_.resize(constraints_.size());
}

void Join::collect(const Query& q, const State& c) {
  using Kind = Constraint::Kind;
  match(
      q,
      [&](const Incl& q) {
        constraints_.push_back({Kind::Incl, &c[q.i]});
      },
      [&](const Excl& q) {
        constraints_.push_back({Kind::Excl, &c[q.i]});
      },
      [&](const Anyway& q) {
        constraints_.push_back({Kind::Anyway, &c[q.i]});
      },
      [&](const And& q) {
        for (const Query& q_j : q.conjuncts) collect(q_j, c);
      });
}

std::span<const Cell> Join::w() {
  copy_cells(found_, w_);
  return w_;
}

namespace {

/// The matches of one query of a vector. Iterates over those that φ may accept.
class Factor {
 public:
  Factor(const Query& q, const State& c, const Keys::OfQuery* keys) : keys_(keys) {
    const Candidates candidates(q, c);
    for (Join join(q, c, candidates); join.next();) {
      entities_.push_back(join.e());
      found_.insert(found_.end(), join.found().begin(), join.found().end());
    }
  }

  [[nodiscard]] std::size_t size() const { return entities_.size(); }
  /// The number of cells of a match. Precondition: there are matches.
  [[nodiscard]] std::size_t width() const { return found_.size() / size(); }

  /// Begins at the first match that φ may accept beside those of the queries before it, which are in r. e and w are the
  /// part of r that belongs to this query.
  void begin(const Match& r, Entity& e, std::span<Cell> w) {
    by_index_ = false;
    at_ = 0;
    end_ = size();
    meets_keys_ = !keys_ || (!keys_->entity && keys_->cells.empty());
    if (meets_keys_) return;
    if (keys_->entity)
      if (const std::optional<Value> sought = keys_->entity(r)) return begin_at(sought->as<Entity>());
    if (keys_->cells.empty()) return;
    if (first_.empty()) make_index(r, e, w);
    if (const std::optional<Value> sought = all([&](const Key& key) { return key.sought(r); })) {
      const auto found = first_.find(*sought);
      by_index_ = true;
      meets_keys_ = !keys_->entity;
      at_ = found == first_.end() ? end_ : found->second;
    }
  }
  /// Whether the matches satisfy all keys of this query.
  [[nodiscard]] bool meets_keys() const { return meets_keys_; }
  [[nodiscard]] bool done() const { return at_ == end_; }
  void next() { at_ = by_index_ ? next_[at_] : at_ + 1; }
  /// Copies the match to its part of a match of the vector.
  void take(Entity& e, std::span<Cell> w) const { take(at_, e, w); }

 private:
  void take(std::size_t j, Entity& e, std::span<Cell> w) const {
    e = entities_[j];
    copy_cells(std::span(found_).subspan(j * w.size(), w.size()), w);
  }
  /// Begins at this entity, if it is among the matches.
  void begin_at(Entity e) {
    const auto found = std::lower_bound(entities_.begin(), entities_.end(), e);
    at_ = static_cast<std::size_t>(found - entities_.begin());
    end_ = found != entities_.end() && *found == e ? at_ + 1 : at_;
    meets_keys_ = keys_->cells.empty();
  }
  void make_index(const Match& r, Entity& e, std::span<Cell> w) {
    next_.assign(size(), size());
    for (std::size_t j = size(); j-- > 0;) {
      take(j, e, w);
      const auto found = all([&](const Key& key) { return std::optional(key.found(r)); });
      const auto [first, is_new] = first_.try_emplace(*found, j);
      if (!is_new) next_[j] = std::exchange(first->second, j);
    }
  }
  /// The values of all keys, as one value; empty if one of them is.
  template <class ValueOf>
  [[nodiscard]] std::optional<Value> all(const ValueOf& of) const {
    if (keys_->cells.size() == 1) return of(keys_->cells.front());
    std::vector<Value> values;
    for (const Key& key : keys_->cells) {
      std::optional<Value> value = of(key);
      if (!value) return std::nullopt;
      values.push_back(std::move(*value));
    }
    return Record(values);
  }

  std::vector<Entity> entities_;
  std::vector<const Value*> found_;  // one match after the other, all of the same length
  const Keys::OfQuery* keys_;
  std::unordered_map<Value, std::size_t> first_;  // the index: the first match with these keys,
  std::vector<std::size_t> next_;                 // and after each match the next with the same keys
  bool by_index_ = false;                         // whether only matches of one index entry are visited
  bool meets_keys_ = false;
  std::size_t at_ = 0, end_ = 0;
};

/// Visits ⟦q⃗ where φ⟧c in the lexicographic order of entity vectors (D1).
template <class Visit>
void for_each_match(const QueryVector& q, const State& c, std::size_t most, const Visit& visit) {
  const std::size_t n = q.size();
  std::vector<Factor> factors;
  std::vector<std::size_t> cells{0};  // where the cells of each query begin
  for (std::size_t j = 0; j < n; ++j) {
    factors.emplace_back(q[j], c, q.where.keys ? &q.where.keys->queries[j] : nullptr);
    if (factors.back().size() == 0) return;
    cells.push_back(cells.back() + factors.back().width());
  }
  if (!q.where.phi) {
    std::size_t left = most;
    for (const Factor& factor : factors) left /= factor.size();
    if (left == 0) throw TooManyMatches();
  }

  std::vector<Entity> e(n);
  std::vector<Cell> w(cells.back());
  const Match r{e, w};
  const auto own = [&](std::size_t j) { return std::span(w).subspan(cells[j], cells[j + 1] - cells[j]); };
  std::size_t visited = 0;
  const auto satisfied = [&] {
    if (!q.where.keys || !std::all_of(factors.begin(), factors.end(), std::mem_fn(&Factor::meets_keys)))
      return satisfies(q.where, r);
    return !q.where.keys->rest || q.where.keys->rest(r);
  };
  const auto note = [&] {
    if (!satisfied()) return;
    if (visited++ == most) throw TooManyMatches();
    visit(r);
  };
  if (n == 0) return note();
  factors[0].begin(r, e[0], own(0));
  for (std::size_t j = 0; j < n;) {
    interrupt::poll();
    if (factors[j].done()) {
      if (j == 0) break;
      factors[--j].next();
      continue;
    }
    factors[j].take(e[j], own(j));
    if (j + 1 == n) {
      note();
      factors[j].next();
    } else {
      ++j;
      factors[j].begin(r, e[j], own(j));
    }
  }
}

}  // namespace

Matches query(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  Matches matches(q.size());
  for_each_match(q, c, most, [&](const Match& r) { matches.push_back(r); });
  return in_order(std::move(matches), env);
}

Matches domain(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  Matches matches(q.size());
  for_each_match(q, c, most, [&](const Match& r) { matches.push_back({r.e, {}}); });
  return in_order(std::move(matches), env);
}

}  // namespace coreecs::fast
