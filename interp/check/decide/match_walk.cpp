#include "interp/check/decide/match_walk.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/fast/query.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

MatchWalk::MatchWalk(const SeriesParallel& z, const State& c, const Environment& env, const Accumulations& sums,
                     std::size_t most, std::vector<Performed>* log)
    : z_(&z), env_(&env), sums_(&sums), unobserved_(most), log_(log), states_{c} {
  go_on();
}

// Continues from the current node to the next seq that has matches.
void MatchWalk::go_on() {
  for (; !ended(); leave()) {
    const SeriesParallel::Node& z = z_->nodes[node_];
    if (z.kind == SeriesParallel::Kind::Par) {  // both sides are done
      states_.pop_back();
      outer_.pop_back();
    }
    if (!z.s) continue;
    enter();
    const Matches r = fast::query(z.s->q, state(), *env_, unobserved_);
    unobserved_ -= r.size();
    if (z.kind == SeriesParallel::Kind::Conc) {
      std::vector<Update> parts;
      for (std::size_t j = 0; j < r.size(); ++j) {
        parts.push_back(invoke(*z.s, r[j], {*env_, z.leaf}));
        if (log_) log_->push_back({z.leaf, z.s->name, {r[j].e.begin(), r[j].e.end()}});
      }
      write(composed(parts));
    } else if (r.size() > 0) {
      std::vector<EntityVector> matches;
      for (std::size_t j = 0; j < r.size(); ++j) matches.emplace_back(r[j].e.begin(), r[j].e.end());
      left_.assign(matches.size(), true);
      count_left_ = matches.size();
      matches_ = std::make_shared<const std::vector<EntityVector>>(std::move(matches));
      return;
    }
  }
}

// Forks at each ∥ that begins with this leaf.
void MatchWalk::enter() {
  const std::vector<SeriesParallel::Node>& nodes = z_->nodes;
  for (std::size_t n = node_; n + 1 < nodes.size() && nodes[nodes[n].parent].left == n; n = nodes[n].parent)
    if (nodes[nodes[n].parent].kind == SeriesParallel::Kind::Par) states_.push_back(state());
}

// The next node in the table is the other side, or the node whose right side this was.
void MatchWalk::leave() {
  const std::size_t done = node_++;
  if (ended()) return;
  const SeriesParallel::Node& parent = z_->nodes[z_->nodes[done].parent];
  if (parent.kind != SeriesParallel::Kind::Par || parent.left != done) return;
  outer_.push_back(states_.size() - 2);
  std::swap(states_.back(), states_[outer_.back()]);
}

void MatchWalk::visit(std::size_t j) {
  interrupt::poll();
  const SeriesParallel::Node& z = seq();
  const EntityVector& e = matches()[j];
  left_[j] = false;
  std::vector<Cell> w;
  if (query_at(z.s->q, state(), e, w)) {
    write(invoke(*z.s, {e, w}, {*env_, z.leaf}));
    if (log_) log_->push_back({z.leaf, z.s->name, e});
  }
  if (--count_left_ > 0) return;
  left_.clear();
  matches_.reset();
  leave();
  go_on();
}

bool MatchWalk::changes(std::size_t j) const {
  std::vector<Cell> w;
  if (!query_at(seq().s->q, state(), matches()[j], w)) return false;
  const Update m = invoke(*seq().s, {matches()[j], w}, {*env_, seq().leaf});
  const auto is_other = [&](const State& c) {
    return std::any_of(m.writes().begin(), m.writes().end(), [&](const Write& write) {
      const Value* now = c.at(write.l);
      return write.k ? !now || !(*now == *write.k) : now != nullptr;
    });
  };
  return is_other(state()) ||
         std::any_of(outer_.begin(), outer_.end(), [&](std::size_t outer) { return is_other(states_[outer]); });
}

void MatchWalk::visit_rest() {
  std::size_t left = count_left_;
  for (std::size_t j = 0; left > 0; ++j) {
    if (!left_[j]) continue;
    --left;
    visit(j);
  }
}

void MatchWalk::write(const Update& m) {
  states_.back() = after(std::move(states_.back()), m);
  for (const std::size_t outer : outer_) states_[outer] = after(std::move(states_[outer]), m);
}

std::vector<std::size_t> MatchWalk::rest() const {
  std::vector<std::size_t> rest;
  for (std::size_t j = 0; j < left_.size(); ++j)
    if (left_[j]) rest.push_back(j);
  return rest;
}

std::optional<MatchWalk::Pair> MatchWalk::conflict(bool any) const { return conflict(rest(), any); }

std::optional<MatchWalk::Pair> MatchWalk::conflict(const std::vector<std::size_t>& matches, bool any) const {
  if (matches.size() < 2) return std::nullopt;
  try {
    return conflict_of(matches, any);
  } catch (const RuntimeError&) {
    return Pair{matches[0], matches[1]};
  }
}

std::optional<MatchWalk::Pair> MatchWalk::conflict_of(const std::vector<std::size_t>& some, bool any) const {
  struct Written {
    std::size_t by;
    std::optional<std::size_t> also_by;
    std::optional<Value> k;
  };
  std::unordered_map<Location, Written> written;
  const System& s = *seq().s;
  std::optional<Pair> differing;  // the last two: one of them determines the location in the order of the reference
  std::vector<Cell> w;
  for (const std::size_t j : some) {
    w.clear();
    if (!query_at(s.q, state(), matches()[j], w)) continue;
    const Update m = invoke(s, {matches()[j], w}, {*env_, seq().leaf});
    for (const auto& [l, k] : m.writes()) {
      const auto [at, is_new] = written.emplace(l, Written{j, std::nullopt, k});
      if (is_new) continue;
      if (!(at->second.k == k)) {
        differing = Pair{at->second.by, j};
        if (any) return differing;
        at->second.k = k;
      }
      at->second.also_by = at->second.by;
      at->second.by = j;
    }
  }
  if (differing) return differing;
  const auto changes = [&](const auto& write) {
    const Value* now = state().at(write.first);
    return write.second.k ? !now || !(*now == *write.second.k) : now != nullptr;
  };
  for (std::size_t place = 0; place < s.q.size(); ++place)
    for (const Label i : observed_labels(s.q[place], state().labels()))
      for (const std::size_t j : some) {
        const auto write = written.find({matches()[j][place], i});
        if (write == written.end() || !changes(*write)) continue;
        if (write->second.by != j) return std::minmax(write->second.by, j);
        if (write->second.also_by) return Pair{*write->second.also_by, j};
      }
  return std::nullopt;
}

std::vector<std::size_t> MatchWalk::order_matters(std::vector<std::size_t> matches) const {
  return sums_->order_matters(seq(), state(), this->matches(), std::move(matches), *env_);
}

bool MatchWalk::adds_up() const { return order_matters(rest()).empty(); }

void MatchWalk::next_choice() {
  while (!ended()) {
    conflict_ = conflict(true);
    if (conflict_) conflict_ = conflict(order_matters(rest()), true);
    if (conflict_) return;
    visit_rest();
  }
}

std::vector<MatchWalk::Choice> MatchWalk::sufficient_choices() {
  constexpr std::size_t most = 64;  // if more of them conflict, there are too many orders anyway
  std::vector<std::size_t> all = rest();
  if (!conflict_) return {all.front()};
  const std::vector<std::size_t> some = order_matters(all);
  if (!(left_[conflict_->first] && left_[conflict_->second])) conflict_ = conflict(some, true);
  if (!conflict_) return {all.front()};
  if (some.size() < all.size()) return {*std::mismatch(some.begin(), some.end(), all.begin()).second};
  if (all.size() > most) return all;
  const auto groups = independent_groups(seq(), state(), matches(), all, *env_);
  for (const std::vector<std::size_t>& group : groups)
    if (!conflict(group, true)) return {group.front()};
  return groups.front();
}

void MatchWalk::perform(Choice j) {
  const std::size_t here = node_;
  visit(j);
  if (node_ != here) next_choice();
}

bool operator==(const MatchWalk& a, const MatchWalk& b) {
  return a.node_ == b.node_ && a.left_ == b.left_ && a.states_ == b.states_ &&
         (!a.matches_ || a.matches_ == b.matches_ || *a.matches_ == *b.matches_);
}

std::size_t MatchWalk::hash() const {
  return mix(mix(node_, std::hash<std::vector<bool>>{}(left_)), coreecs::hash(state()));
}

std::size_t MatchWalk::weight() const {
  return coreecs::weight(state(), states_.size()) + (z_->leaves.size() + left_.size()) / 100;
}

}  // namespace coreecs
