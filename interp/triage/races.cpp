#include "interp/triage/races.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/decide/check.hpp"
#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

using Nodes = std::vector<std::size_t>;
/// A configuration, or what a step has failed with.
using Reached = std::variant<Configuration, RuntimeError>;

struct OutOfLimit {};
struct FoundOne {};

/// What has to be tried in both orders, as the interferences say.
class Conflicts {
 public:
  Conflicts(const Plan& plan, const std::vector<Body>& bodies, const std::vector<Interference>& all)
      : plan_(plan),
        order_(plan.size(), Subset(plan.size())),
        later_(plan.size(), Subset(plan.size())),
        late_(plan.size()) {
    for (const Interference& one : all)
      for (const Obstacle& obstacle : one.obstacles) {
        if (!bodies[one.first].s || !bodies[one.second].s) continue;
        auto& partners = obstacle.over == Over::Order ? order_ : later_;
        partners[one.first].set(one.second);
        partners[one.second].set(one.first);
        if (obstacle.over == Over::Order) continue;
        late_.set(one.first);
        late_.set(one.second);
      }
  }

  /// Whether two nodes that are both possible do the same in either order.
  [[nodiscard]] bool independent(std::size_t x, std::size_t z) const {
    if (plan_.is_sync(x)) std::swap(x, z);
    if (plan_.is_sync(z)) return plan_.is_sync(x) || !late_.test(x);
    return !order_[x].test(z) && !(later_[x].test(z) && plan_.applied == Applied::AsPerformed);
  }

  /// Whether it makes no difference when a node that is possible is performed, of what is left.
  [[nodiscard]] bool is_free(const Configuration& k, std::size_t node) const {
    if (plan_.is_sync(node)) return late_.is_subset_of(k.done);
    if (!order_[node].is_subset_of(k.done)) return false;
    return !late_.test(node) || (later_[node].is_subset_of(k.done) && k.deferred.empty());
  }

  [[nodiscard]] bool any() const {
    return std::any_of(order_.begin(), order_.end(), [](const Subset& s) { return s.any(); }) || late_.any();
  }

 private:
  const Plan& plan_;
  std::vector<Subset> order_,
      later_;    // of each system, those with which it has an obstacle over the order, over others
  Subset late_;  // those with one over what is deferred
};

class Search {
 public:
  Search(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit, Look look)
      : all_(all),
        conflicts_(all.plan, all.bodies, interferences),
        interferences_(interferences),
        limit_(limit),
        look_(look) {}

  Races operator()() {
    try {
      out_.end = run_to_end(all_.first());
      out_.cut = cut_short([&] {
        if (conflicts_.any()) {
          for (const Interference& one : interferences_) look_at(one);
          explore();
        }
      });
    } catch (const FoundOne&) {
    } catch (const OutOfLimit&) {
      out_.cut = Cut::Limit;
    } catch (const fast::TooManyMatches&) {
      out_.cut = Cut::Limit;
    }
    out_.confluent = real_ ? Answer::No : out_.cut || unsettled_ ? Answer::Unknown : Answer::Yes;
    return std::move(out_);
  }

 private:
  void count() {
    if (++out_.explored > limit_) throw OutOfLimit();
  }

  [[nodiscard]] Reached step(const Reached& k, std::size_t node) const {
    const auto* at = std::get_if<Configuration>(&k);
    if (!at) return k;
    try {
      return all_.step(*at, node);
    } catch (const RuntimeError& error) {
      return error;
    }
  }
  [[nodiscard]] bool ended(const Reached& k) const {
    const auto* at = std::get_if<Configuration>(&k);
    return !at || all_.ended(*at);
  }
  [[nodiscard]] static End end_of(Reached k) {
    if (auto* at = std::get_if<Configuration>(&k)) return std::move(at->c);
    return std::get<RuntimeError>(std::move(k));
  }

  /// In the order of insertion, as far as the plan lets it.
  [[nodiscard]] End run_to_end(Reached k) const {
    while (!ended(k)) k = step(k, all_.enabled(std::get<Configuration>(k)).front());
    return end_of(std::move(k));
  }

  /// What has to be tried next: a node that is free, or all that are possible.
  [[nodiscard]] Nodes choices(const Configuration& k) const {
    Nodes nodes = all_.enabled(k);
    const auto free = std::find_if(nodes.begin(), nodes.end(), [&](std::size_t x) { return conflicts_.is_free(k, x); });
    if (free != nodes.end()) return {*free};
    return nodes;
  }

  // Neighbours ------------------------------------------------------------------------------------------------------

  /// Makes the two neighbours, as soon and as late as can be.
  void look_at(const Interference& one) {
    if (one.obstacles.empty() || !all_.bodies[one.first].s || !all_.bodies[one.second].s) return;
    const auto of_two = [&](std::size_t x, std::size_t z) {
      if (!all_.plan.unordered(x, z)) return;
      for (const bool late : {false, true}) bring_together(x, z, late, {});
    };
    of_two(one.first, one.second);
    for (const Obstacle& obstacle : one.obstacles) {
      if (obstacle.over == Over::Order) continue;
      for (std::size_t y = all_.plan.systems; y < all_.plan.size(); ++y)
        for (const auto& [x, z] : {std::pair(one.first, one.second), std::pair(one.second, one.first)}) {
          if (!all_.plan.unordered(y, z) || all_.plan.order.less(y, x) || all_.plan.order.less(z, x)) continue;
          for (const bool late : {false, true}) bring_together(y, z, late, x);
        }
    }
  }

  /// Performs what has to come before two nodes, or all that need not come after them, and both in both orders.
  void bring_together(std::size_t x, std::size_t z, bool late, std::optional<std::size_t> with) {
    const Dag& order = all_.plan.order;
    Subset first = order.below(x) | order.below(z);
    if (with) {
      first |= order.below(*with);
      first.set(*with);
    }
    if (late) {
      first = ~(order.above(x) | order.above(z));
      first.reset(x);
      first.reset(z);
    }
    if (first.test(x) || first.test(z)) return;
    Nodes path;
    Reached k = all_.first();
    for (const std::size_t node : order.in_order())
      if (first.test(node)) {
        k = step(k, node);
        path.push_back(node);
        if (ended(k)) return;
      }
    meet(std::get<Configuration>(k), path, x, z, false);
  }

  /// Performs the two in both orders; where that makes a difference, looks whether it still does in the end.
  void meet(const Configuration& k, const Nodes& path, std::size_t x, std::size_t z, bool everywhere) {
    const Reached a = step(step(k, x), z), b = step(step(k, z), x);
    if (same(a, b)) return;
    count();
    Nodes rest;
    pairs_.clear();
    const bool differ = everywhere ? differ_somewhere(a, b, rest) : differ_in_order(a, b, rest);
    note(k, path, x, z, differ ? std::optional(std::tuple(a, b, rest)) : std::nullopt);
  }

  static bool same(const Reached& a, const Reached& b) {
    if (a.index() != b.index()) return false;
    const auto* k = std::get_if<Configuration>(&a);
    return !k || *k == std::get<Configuration>(b);
  }
  bool ends_differ(const Reached& a, const Reached& b) {
    const Answer alike = coreecs::alike(end_of(a), end_of(b));
    unsettled_ = unsettled_ || alike == Answer::Unknown;
    return alike == Answer::No;
  }

  /// Goes on from both in the order of insertion.
  bool differ_in_order(Reached a, Reached b, Nodes& rest) {
    while (!ended(a) && !ended(b) && !same(a, b)) {
      const std::size_t node = all_.enabled(std::get<Configuration>(a)).front();
      rest.push_back(node);
      a = step(a, node);
      b = step(b, node);
    }
    return !same(a, b) && ends_differ(completed(a, rest), completed(b, {}));
  }
  /// Where the one has failed and the other one has not, its end, and how to get there.
  Reached completed(Reached k, Nodes&& rest) const { return completed(std::move(k), rest); }
  Reached completed(Reached k, Nodes& rest) const {
    while (!ended(k)) {
      rest.push_back(all_.enabled(std::get<Configuration>(k)).front());
      k = step(k, rest.back());
    }
    return k;
  }

  /// Goes on from both with the same steps, in every way that may matter, until they end differently. What has failed
  /// stays as it is.
  bool differ_somewhere(const Reached& a, const Reached& b, Nodes& rest) {
    if (same(a, b)) return false;
    if (ended(a) && ended(b)) return ends_differ(a, b);
    const auto *k = std::get_if<Configuration>(&a), *k_ = std::get_if<Configuration>(&b);
    if (!k) std::swap(k, k_);
    const Configuration& other = k_ ? *k_ : *k;
    const std::size_t both = mix(hash(*k), k_ ? hash(*k_) : 0);
    const auto [from, to] = pairs_.equal_range(both);
    if (std::any_of(from, to, [&](const auto& pair) { return pair.second.first == *k && pair.second.second == other; }))
      return false;
    pairs_.emplace(both, std::pair(*k, other));
    count();
    Nodes next = choices(*k);
    if (next.size() == 1 && !conflicts_.is_free(other, next.front())) next = all_.enabled(*k);
    for (const std::size_t node : next) {
      rest.push_back(node);
      if (differ_somewhere(step(a, node), step(b, node), rest)) return true;
      rest.pop_back();
    }
    return false;
  }

  // What is found ---------------------------------------------------------------------------------------------------

  void note(const Configuration& k, const Nodes& path, std::size_t x, std::size_t z,
            const std::optional<std::tuple<Reached, Reached, Nodes>>& differ) {
    std::optional<Witness> witness;
    if (differ) {
      witness.emplace();
      for (Nodes* all : {&witness->first, &witness->second}) *all = path;
      witness->first.insert(witness->first.end(), {x, z});
      witness->second.insert(witness->second.end(), {z, x});
      witness->swapped = path.size();
      finish(*witness, std::get<0>(*differ), std::get<1>(*differ), std::get<2>(*differ));
      real_ = true;
    }
    for (const Met& met : culprits(k, path, x, z, witness)) add(met, witness);
    if (witness && look_ == Look::ForOne) throw FoundOne();
  }

  /// Goes on to the end with the same steps.
  void finish(Witness& witness, Reached a, Reached b, const Nodes& rest) const {
    const auto go_on = [&](Reached& k, Nodes& nodes) {
      for (std::size_t j = 0; j < rest.size() && !ended(k); ++j) {
        nodes.push_back(rest[j]);
        k = step(k, rest[j]);
      }
      k = completed(std::move(k), nodes);
    };
    go_on(a, witness.first);
    go_on(b, witness.second);
    witness.a = end_of(std::move(a));
    witness.b = end_of(std::move(b));
    const State *c = std::get_if<State>(&witness.a), *c_ = std::get_if<State>(&witness.b);
    if (c && c_) witness.l = difference(*c, *c_);
  }

  /// Of two systems, they themselves. Of a system and a sync point: those whose changes it sees or does not see; if there
  /// are none, of an exclusive system those that change what it writes, of another one the first that does something
  /// else where its changes come later; if there is none, those whose changes its own may come before or after.
  [[nodiscard]] std::vector<Met> culprits(const Configuration& k, const Nodes& path, std::size_t x, std::size_t z,
                                          const std::optional<Witness>& witness) const {
    if (all_.plan.is_sync(x)) std::swap(x, z);
    if (!all_.plan.is_sync(z)) {
      const bool order = conflicts_at_once(k, x, z);
      return {{std::min(x, z), std::max(x, z), order ? Over::Order : Over::Applied}};
    }
    std::vector<Met> found = seen_by(k, path, x);
    if (found.empty() && all_.plan.exclusive[x])
      found = overwritten(k, path, x);
    else if (found.empty() && witness)
      if (const auto other = sees(*witness, x)) found.push_back({std::min(x, *other), std::max(x, *other), Over::Seen});
    if (!found.empty()) return found;
    const bool seen = !witness;  // nothing is seen in the end, or all of it may be
    for (const Interference& one : interferences_)
      for (const Obstacle& obstacle : one.obstacles) {
        if (one.first != x && one.second != x) continue;
        if (!all_.bodies[one.first].s || !all_.bodies[one.second].s) continue;
        if (obstacle.over == Over::Applied || (seen && obstacle.over == Over::Seen))
          found.push_back({one.first, one.second, obstacle.over});
      }
    return found;
  }

  /// Those whose deferred changes make the system do something else, if they alone are not applied yet.
  [[nodiscard]] std::vector<Met> seen_by(const Configuration& k, const Nodes& path, std::size_t x) const {
    const std::vector<std::pair<std::size_t, Update>> pending = deferred_after(path);
    const auto applied = [&](std::size_t without) {
      Configuration at = k;
      for (const auto& [system, d] : pending)
        if (system != without) at.c = after(std::move(at.c), d);
      return at;
    };
    std::vector<Met> found;
    for (const auto& one : pending)
      if (!does_as(applied(one.first), applied(all_.plan.systems), x))
        found.push_back({std::min(one.first, x), std::max(one.first, x), Over::Seen});
    return found;
  }
  /// Those whose deferred changes are to what the system writes at once.
  [[nodiscard]] std::vector<Met> overwritten(const Configuration& k, const Nodes& path, std::size_t x) const {
    const std::optional<Visited> visited = visited_at(k, x);
    std::vector<Met> found;
    if (!visited) return found;
    for (const auto& [system, d] : deferred_after(path)) {
      const std::span<const Write> writes = d.writes();
      if (std::any_of(writes.begin(), writes.end(), [&](const Write& write) {
            const Write* own = visited->owned.find(write.l);
            return own && own->k != write.k;
          }))
        found.push_back({std::min(system, x), std::max(system, x), Over::Seen});
    }
    return found;
  }
  /// What is deferred by which system at the end of a path, as it is applied.
  [[nodiscard]] std::vector<std::pair<std::size_t, Update>> deferred_after(const Nodes& path) const {
    std::vector<std::pair<std::size_t, Update>> pending;
    Configuration k = all_.first();
    for (const std::size_t node : path) {
      if (all_.plan.is_sync(node))
        pending.clear();
      else
        pending.emplace_back(node, all_.visit_at(k, node).deferred);
      k = all_.step(std::move(k), node);
    }
    if (all_.plan.applied == Applied::AsInserted)
      std::sort(pending.begin(), pending.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return pending;
  }

  /// The first system that does something else in the two executions, other than this one.
  [[nodiscard]] std::optional<std::size_t> sees(const Witness& witness, std::size_t x) const {
    Reached a = all_.first(), b = a;
    for (std::size_t j = 0; j < std::min(witness.first.size(), witness.second.size()); ++j) {
      const std::size_t node = witness.first[j];
      if (node == witness.second[j] && node != x && !all_.plan.is_sync(node) && all_.bodies[node].s) {
        const auto *k = std::get_if<Configuration>(&a), *k_ = std::get_if<Configuration>(&b);
        if (!k || !k_ || !does_as(*k, *k_, node)) return node;
      }
      a = step(a, node);
      b = step(b, witness.second[j]);
    }
    return std::nullopt;
  }
  [[nodiscard]] bool does_as(const Configuration& k, const Configuration& k_, std::size_t system) const {
    const std::optional<Visited> one = visited_at(k, system), other = visited_at(k_, system);
    return one && other ? one->did_as(*other) : one.has_value() == other.has_value();
  }
  [[nodiscard]] std::optional<Visited> visited_at(const Configuration& k, std::size_t system) const {
    try {
      return all_.visit_at(k, system);
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
  }

  /// Whether the two observe something else in the other order, or leave another state.
  [[nodiscard]] bool conflicts_at_once(const Configuration& k, std::size_t x, std::size_t z) const {
    const Reached after_x = step(k, x), after_z = step(k, z), a = step(after_x, z), b = step(after_z, x);
    const auto *k_a = std::get_if<Configuration>(&a), *k_b = std::get_if<Configuration>(&b);
    return !k_a || !k_b || !(k_a->c == k_b->c) || !does_as(k, std::get<Configuration>(after_x), z) ||
           !does_as(k, std::get<Configuration>(after_z), x);
  }

  void add(const Met& met, const std::optional<Witness>& witness) {
    const auto known = std::find_if(out_.met.begin(), out_.met.end(), [&](const Met& other) {
      return other.first == met.first && other.second == met.second && other.over == met.over;
    });
    if (known == out_.met.end()) {
      out_.met.push_back(met);
      out_.met.back().witness = witness;
    } else if (!known->witness) {
      known->witness = witness;
    }
  }
  [[nodiscard]] bool is_known(std::size_t x, std::size_t z) const {
    return std::any_of(out_.met.begin(), out_.met.end(), [&](const Met& met) {
      return met.first == std::min(x, z) && met.second == std::max(x, z) && met.witness;
    });
  }

  // Everywhere ------------------------------------------------------------------------------------------------------

  struct Seen {
    Configuration k;
    std::size_t from, by;
  };

  void explore() {
    seen_.push_back({all_.first(), 0, 0});
    for (std::size_t at = 0; at < seen_.size(); ++at) {
      if (all_.ended(seen_[at].k)) continue;
      const Nodes next = choices(seen_[at].k);
      if (next.size() > 1) meet_all(at, next);
      for (const std::size_t node : next) go_on(at, node);
    }
  }

  void meet_all(std::size_t at, const Nodes& next) {
    const Configuration k = seen_[at].k;
    for (std::size_t a = 0; a < next.size(); ++a)
      for (std::size_t b = a + 1; b < next.size(); ++b)
        if (!conflicts_.independent(next[a], next[b]) && !is_known(next[a], next[b]))
          meet(k, path_to(at), next[a], next[b], true);
  }

  void go_on(std::size_t at, std::size_t node) {
    Reached reached = step(seen_[at].k, node);
    auto* k = std::get_if<Configuration>(&reached);
    if (!k) return;
    const std::size_t h = hash(*k);
    const auto [from, to] = by_hash_.equal_range(h);
    if (std::any_of(from, to, [&](const auto& other) { return seen_[other.second].k == *k; })) return;
    count();
    by_hash_.emplace(h, seen_.size());
    seen_.push_back({std::move(*k), at, node});
  }

  [[nodiscard]] Nodes path_to(std::size_t at) const {
    Nodes path;
    for (; at != 0; at = seen_[at].from) path.push_back(seen_[at].by);
    std::reverse(path.begin(), path.end());
    return path;
  }

  const Executions& all_;
  const Conflicts conflicts_;
  const std::vector<Interference>& interferences_;
  std::size_t limit_;
  Look look_;
  bool real_ = false;       // whether two executions that differ in one transposition end differently
  bool unsettled_ = false;  // whether two ends could not be compared
  std::vector<Seen> seen_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  std::unordered_multimap<std::size_t, std::pair<Configuration, Configuration>> pairs_;  // gone on from
  Races out_;
};

}  // namespace

Races races(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit, Look look) {
  return Search(all, interferences, limit, look)();
}

End replayed(const Executions& all, const std::vector<std::size_t>& nodes) {
  Configuration k = all.first();
  try {
    for (const std::size_t node : nodes) k = all.step(std::move(k), node);
  } catch (const RuntimeError& error) {
    return error;
  }
  return k.c;
}

}  // namespace coreecs::triage
