#include "interp/fast/query.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/fast/keys.hpp"

namespace coreecs::fast {

namespace {

/// The smallest component that every match of q has, if there is one.
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

}  // namespace

std::vector<Entity> candidates(const Query& q, const State& c) {
  const PartialMap* map = smallest(q, c);
  if (!map) return live(c);
  std::vector<Entity> entities;
  entities.reserve(map->size());
  for (const auto& [e, k] : *map) entities.push_back(e);
  return entities;
}

Join::Join(const Query& q, const State& c) {
  collect(q, c);
  driver_ = smallest(q, c);
  if (driver_)
    at_ = driver_->begin();
  else
    live_ = live(c);
  constexpr std::size_t look_up = 8;  // entries of a walk take as long as a look-up
  for (Constraint& constraint : constraints_) {
    constraint.walks = constraint.map->size() / look_up <= (driver_ ? driver_->size() : live_.size());
    constraint.at = constraint.map->begin();
  }
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

const Value* Join::find(Constraint& constraint, Entity e) {
  if (!constraint.walks) return constraint.map->find(e);
  while (constraint.at != constraint.map->end() && constraint.at->first < e) ++constraint.at;
  return constraint.at != constraint.map->end() && constraint.at->first == e ? &constraint.at->second : nullptr;
}

/// Whether e_, which is live, matches; with w_.
bool Join::observe() {
  for (std::size_t j = 0; j < constraints_.size(); ++j) {
    const Value* k = find(constraints_[j], e_);
    if (constraints_[j].kind == (k ? Constraint::Kind::Excl : Constraint::Kind::Incl)) return false;
    if (k)
      w_[j] = *k;
    else
      w_[j].reset();
  }
  return true;
}

bool Join::next() {
  if (driver_) {
    while (at_ != driver_->end()) {
      e_ = (at_++)->first;
      if (observe()) return true;
    }
    return false;
  }
  while (next_live_ < live_.size()) {
    e_ = live_[next_live_++];
    if (observe()) return true;
  }
  return false;
}

namespace {

/// The matches of one query of a vector, of which those are gone through that φ may take.
class Factor {
 public:
  Factor(const Query& q, const State& c, const Keys::OfQuery* keys) : matches_(1), keys_(keys) {
    for (Join join(q, c); join.next();) {
      const Entity e = join.e();
      matches_.push_back({std::span(&e, 1), join.w()});
    }
  }

  [[nodiscard]] const Matches& matches() const { return matches_; }

  /// Begins with the first match that may stand beside those of the queries before it, which are in r. In e and w is
  /// the part of r that is this query's own.
  void begin(const Match& r, Entity& e, std::span<Cell> w) {
    some_ = nullptr;
    at_ = 0;
    end_ = matches_.size();
    if (!keys_) return;
    if (keys_->entity)
      if (const std::optional<Value> sought = keys_->entity(r)) return begin_at(sought->as<Entity>());
    if (keys_->cells.empty()) return;
    if (!index_) make_index(r, e, w);
    if (const std::optional<Value> sought = all_sought(r)) {
      const auto found = index_->find(*sought);
      some_ = found == index_->end() ? nullptr : &found->second;
      end_ = some_ ? some_->size() : 0;
    }
  }
  [[nodiscard]] bool done() const { return at_ == end_; }
  void next() { ++at_; }
  /// Puts the match in its part of a match of the vector.
  void take(Entity& e, std::span<Cell> w) const { take(some_ ? (*some_)[at_] : at_, e, w); }

 private:
  void take(std::size_t j, Entity& e, std::span<Cell> w) const {
    e = matches_[j].e.front();
    std::copy(matches_[j].w.begin(), matches_[j].w.end(), w.begin());
  }
  /// Where that entity is, if it is among them.
  void begin_at(Entity e) {
    end_ = matches_.size();
    for (std::size_t count = end_; count > 0;) {
      const std::size_t half = count / 2;
      const bool before = matches_[at_ + half].e.front() < e;
      if (before) at_ += half + 1;
      count = before ? count - half - 1 : half;
    }
    end_ = at_ < end_ && matches_[at_].e.front() == e ? at_ + 1 : at_;
  }
  void make_index(const Match& r, Entity& e, std::span<Cell> w) {
    index_.emplace();
    for (std::size_t j = 0; j < matches_.size(); ++j) {
      take(j, e, w);
      std::vector<Value> found;
      for (const Key& key : keys_->cells) found.push_back(key.found(r));
      (*index_)[Value(Record(found))].push_back(j);
    }
  }
  [[nodiscard]] std::optional<Value> all_sought(const Match& r) const {
    std::vector<Value> all;
    for (const Key& key : keys_->cells) {
      std::optional<Value> sought = key.sought(r);
      if (!sought) return std::nullopt;
      all.push_back(std::move(*sought));
    }
    return Record(all);
  }

  Matches matches_;
  const Keys::OfQuery* keys_;
  std::optional<std::unordered_map<Value, std::vector<std::size_t>>> index_;
  const std::vector<std::size_t>* some_ = nullptr;  // those that are gone through, where these are not all
  std::size_t at_ = 0, end_ = 0;
};

}  // namespace

Matches query(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  const std::size_t n = q.size();
  std::vector<Factor> factors;
  std::vector<std::size_t> cells{0};  // where the cells of each query begin
  for (std::size_t j = 0; j < n; ++j) {
    factors.emplace_back(q[j], c, q.where.keys ? &q.where.keys->queries[j] : nullptr);
    if (factors.back().matches().size() == 0) return Matches(n);
    cells.push_back(cells.back() + factors.back().matches()[0].w.size());
  }
  if (!q.where.phi) {
    for (const Factor& factor : factors) most /= factor.matches().size();
    if (most == 0) throw TooManyMatches();
    if (n == 1) return in_order(factors.front().matches(), env);
  }

  Matches product(n);
  std::vector<Entity> e(n);
  std::vector<Cell> w(cells.back());
  const Match r{e, w};
  const auto own = [&](std::size_t j) { return std::span(w).subspan(cells[j], cells[j + 1] - cells[j]); };
  const auto note = [&] {
    interrupt::poll();
    if (!satisfies(q.where, r)) return;
    if (q.where.phi && product.size() == most) throw TooManyMatches();
    product.push_back(r);
  };
  if (n == 0) note();
  if (n > 0) factors[0].begin(r, e[0], own(0));
  for (std::size_t j = 0; j < n;) {  // in the lexicographic order of entity vectors (D1)
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
  return in_order(std::move(product), env);
}

}  // namespace coreecs::fast
