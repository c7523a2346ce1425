#include "interp/fast/query.hpp"

#include <algorithm>

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

Matches matches(const Query& q, const State& c) {
  Matches all(1);
  for (Join join(q, c); join.next();) {
    const Entity e = join.e();
    all.push_back({std::span(&e, 1), join.w()});
  }
  return all;
}

}  // namespace

Matches query(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  std::vector<Matches> factors;
  for (const Query& q_j : q) factors.push_back(matches(q_j, c));
  const bool none = std::any_of(factors.begin(), factors.end(), [](const Matches& r) { return r.size() == 0; });
  if (none) return Matches(q.size());
  for (const Matches& r : factors) most /= r.size();
  if (most == 0) throw TooManyMatches();
  if (factors.size() == 1) return in_order(std::move(factors.front()), env);

  Matches product(q.size());
  std::vector<std::size_t> j(q.size(), 0);  // counts in the lexicographic order of entity vectors (D1)
  std::vector<Entity> e;
  std::vector<Cell> w;
  for (bool more = true; more;) {
    interrupt::poll();
    e.clear();
    w.clear();
    for (std::size_t d = 0; d < q.size(); ++d) {
      const Match r = factors[d][j[d]];
      e.insert(e.end(), r.e.begin(), r.e.end());
      w.insert(w.end(), r.w.begin(), r.w.end());
    }
    product.push_back({e, w});
    more = false;
    for (std::size_t d = q.size(); d-- > 0 && !more;) {
      more = ++j[d] < factors[d].size();
      if (!more) j[d] = 0;
    }
  }
  return in_order(std::move(product), env);
}

}  // namespace coreecs::fast