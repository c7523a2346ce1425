#include "interp/fast/query.hpp"

#include <algorithm>
#include <functional>
#include <utility>

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
    const std::span<const Entity> live(candidates.live_);
    const auto position = [&](Entity e) {
      return static_cast<std::size_t>(std::lower_bound(live.begin(), live.end(), e) - live.begin());
    };
    const std::size_t first = begin ? position(*begin) : 0, last = end ? position(*end) : live.size();
    live_ = live.subspan(first, last - first);
  }
  constexpr std::size_t look_up = 8;  // a look-up takes as long as this many entries of a walk
  for (Constraint& constraint : constraints_) {
    constraint.walks = constraint.map->size() / look_up <= candidates.size();
    if (constraint.walks) constraint.at = begin ? constraint.map->from(*begin) : constraint.map->begin();
  }
  found_.resize(constraints_.size());
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

namespace {

/// Converts values that a join has found to cells.
void copy_cells(std::span<const Value* const> found, std::span<Cell> w) {
  for (std::size_t j = 0; j < found.size(); ++j)
    if (found[j])
      w[j] = *found[j];
    else
      w[j].reset();
}

/// The values of all keys, as one value; empty if one of them is.
template <class ValueOf>
std::optional<Value> all(const std::vector<Key>& keys, const ValueOf& of) {
  if (keys.size() == 1) return of(keys.front());
  std::vector<Value> values;
  for (const Key& key : keys) {
    std::optional<Value> value = of(key);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return Record(values);
}

std::size_t cells(const Query& q) {
  const auto* conjuncts = std::get_if<And>(&q);
  if (!conjuncts) return 1;
  std::size_t n = 0;
  for (const Query& q_j : conjuncts->conjuncts) n += cells(q_j);
  return n;
}

}  // namespace

Factors::Factor::Factor(const Query& q, const State& c, const Keys::OfQuery* keys)
    : keys(keys && (keys->entity || !keys->cells.empty()) ? keys : nullptr), width(fast::cells(q)) {
  const Candidates candidates(q, c);
  for (Join join(q, c, candidates); join.next();) {
    interrupt::poll();
    entities.push_back(join.e());
    cells.insert(cells.end(), join.found().begin(), join.found().end());
  }
}

Factors::Factors(const QueryVector& q, const State& c) : first(q.front(), c) {
  std::size_t before = cells(q.front());
  others_.reserve(q.size() - 1);
  for (std::size_t j = 1; j < q.size(); ++j) {
    Factor& factor = others_.emplace_back(q[j], c, q.where.keys ? &q.where.keys->queries[j] : nullptr);
    if (factor.keys && !factor.keys->cells.empty()) factor.make_index(j, before);
    before += factor.width;
  }
}

// A key reads only the part of a match that belongs to this query.
void Factors::Factor::make_index(std::size_t j, std::size_t before) {
  std::vector<Entity> e(j + 1);
  std::vector<Cell> w(before + width);
  next.assign(size(), size());
  for (std::size_t k = size(); k-- > 0;) {
    interrupt::poll();
    e[j] = entities[k];
    copy_cells(found(k), std::span(w).subspan(before));
    const auto values = all(keys->cells, [&](const Key& key) { return std::optional(key.found({e, w})); });
    const auto [first, is_new] = by_keys.try_emplace(*values, k);
    if (!is_new) next[k] = std::exchange(first->second, k);
  }
}

VectorJoin::VectorJoin(const QueryVector& q, const State& c, const Factors& factors, std::optional<Entity> begin,
                       std::optional<Entity> end)
    : n_(q.size()),
      where_(q.where),
      plain_(n_ == 1 && !q.where.phi),
      first_(q.front(), c, factors.first, begin, end),
      e_(n_) {
  std::size_t before = cells(q.front());
  for (const Factors::Factor& factor : factors.others_) {
    cursors_.push_back({factor, before});
    before += factor.width;
    hopeless_ = hopeless_ || factor.size() == 0;
  }
  found_.resize(before);
  w_.resize(before);
  if (!where_.keys) return;
  const Keys::OfQuery& keys = where_.keys->queries.front();
  if (keys.entity)
    if (const std::optional<Value> sought = keys.entity(match())) only_ = sought->as<Entity>();
  if (!keys.cells.empty()) sought_ = all(keys.cells, [&](const Key& key) { return key.sought(match()); });
  meets_first_keys_ = (!keys.entity || only_) && (keys.cells.empty() || sought_);
}

std::span<const Cell> VectorJoin::w() {
  if (!where_.phi) copy_cells(found(), w_);
  return w_;
}

bool VectorJoin::advance() {
  while (step())
    if (satisfied()) return true;
  return false;
}

bool VectorJoin::step() {
  std::size_t j = started_ ? n_ - 1 : 0;  // the query that goes on
  started_ = true;
  while (true) {
    interrupt::poll();
    if (j == 0) {
      if (!next_first()) return false;
    } else if (cursors_[j - 1].next()) {
      take(j);
    } else {
      --j;
      continue;
    }
    if (++j == n_) return true;
    begin(cursors_[j - 1]);
  }
}

bool VectorJoin::next_first() {
  if (hopeless_) return false;
  while (first_.next()) {
    interrupt::poll();
    if (only_ && first_.e() < *only_) continue;
    if (only_ && first_.e() != *only_) return false;
    take(0);
    if (!sought_) return true;
    const auto found = [&](const Key& key) { return std::optional(key.found(match())); };
    if (all(where_.keys->queries.front().cells, found) == sought_) return true;
  }
  return false;
}

bool VectorJoin::Cursor::next() {
  if (ahead == end) return false;
  at = ahead;
  ahead = by_keys ? factor.next[at] : at + 1;
  return true;
}

void VectorJoin::begin(Cursor& cursor) {
  const Factors::Factor& factor = cursor.factor;
  cursor.by_keys = false;
  cursor.ahead = 0;
  cursor.end = factor.size();
  cursor.meets_keys = !factor.keys;
  if (!factor.keys) return;
  if (factor.keys->entity)
    if (const std::optional<Value> sought = factor.keys->entity(match())) {
      const Entity e = sought->as<Entity>();
      const auto found = std::lower_bound(factor.entities.begin(), factor.entities.end(), e);
      cursor.ahead = static_cast<std::size_t>(found - factor.entities.begin());
      cursor.end = found != factor.entities.end() && *found == e ? cursor.ahead + 1 : cursor.ahead;
      cursor.meets_keys = factor.keys->cells.empty();
      return;
    }
  if (factor.keys->cells.empty()) return;
  if (const std::optional<Value> sought =
          all(factor.keys->cells, [&](const Key& key) { return key.sought(match()); })) {
    const auto found = factor.by_keys.find(*sought);
    cursor.by_keys = true;
    cursor.ahead = found == factor.by_keys.end() ? cursor.end : found->second;
    cursor.meets_keys = !factor.keys->entity;
  }
}

/// Makes the match of query j a part of that of the vector.
void VectorJoin::take(std::size_t j) {
  if (j == 0) {
    e_[0] = first_.e();
    return take(0, first_.found());
  }
  const Cursor& cursor = cursors_[j - 1];
  e_[j] = cursor.factor.entities[cursor.at];
  take(cursor.cells, cursor.factor.found(cursor.at));
}

void VectorJoin::take(std::size_t from, std::span<const Value* const> found) {
  std::copy(found.begin(), found.end(), found_.begin() + static_cast<std::ptrdiff_t>(from));
  if (where_.phi) copy_cells(found, std::span(w_).subspan(from));
}

bool VectorJoin::satisfied() const {
  if (!where_.keys || !meets_first_keys_ ||
      !std::all_of(cursors_.begin(), cursors_.end(), std::mem_fn(&Cursor::meets_keys)))
    return satisfies(where_, match());
  return !where_.keys->rest || where_.keys->rest(match());
}

namespace {

Matches matches(const QueryVector& q, const State& c, const Environment& env, std::size_t most, bool cells) {
  Matches matches(q.size());
  if (q.empty()) {
    if (!satisfies(q.where, {})) return matches;
    if (most == 0) throw TooManyMatches();
    matches.push_back({});
    return matches;
  }
  const Factors factors(q, c);
  for (VectorJoin join(q, c, factors); join.next();) {
    interrupt::poll();
    if (matches.size() == most) throw TooManyMatches();
    matches.push_back({join.e(), cells ? join.w() : std::span<const Cell>()});
  }
  return in_order(std::move(matches), env);
}

}  // namespace

Matches query(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  return matches(q, c, env, most, true);
}

Matches domain(const QueryVector& q, const State& c, const Environment& env, std::size_t most) {
  return matches(q, c, env, most, false);
}

}  // namespace coreecs::fast
