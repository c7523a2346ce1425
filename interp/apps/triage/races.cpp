#include "interp/apps/triage/races.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/apps/triage/causes.hpp"
#include "interp/apps/triage/independence.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

using Nodes = std::vector<std::size_t>;

/// Which of two executions performs a node.
enum class Who { Both, First, Second };
struct Next {
  std::size_t node;
  Who who;
};
using Rest = std::vector<Next>;

struct OutOfLimit {};
struct FoundOne {};

class Search {
 public:
  Search(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit, Look look)
      : all_(all),
        conflicts_(all.plan, all.bodies, interferences),
        interferences_(interferences),
        limit_(limit),
        look_(look),
        position_(all.plan.size()) {
    const auto in_order = all.plan.order.in_order();
    for (std::size_t j = 0; j < in_order.size(); ++j) position_[in_order[j]] = j;
  }

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
    ++out_.steps;
    if (++out_.explored > limit_) throw OutOfLimit();
  }
  /// Counts a step of an execution that makes two nodes neighbours.
  void probe() {
    if (++out_.steps <= out_.explored + most_probes(limit_)) return;
    out_.explored = out_.steps;
    throw OutOfLimit();
  }

  [[nodiscard]] Reached step(Reached k, std::size_t node) const { return triage::step(all_, std::move(k), node); }
  [[nodiscard]] Reached perform(const Reached& k, std::size_t node) const { return triage::perform(all_, k, node); }
  [[nodiscard]] bool ended(const Reached& k) const {
    const auto* at = std::get_if<Configuration>(&k);
    return !at || all_.ended(*at);
  }
  /// Whether it is at the end of a frame, or has failed.
  [[nodiscard]] static bool frame_ended(const Reached& k) {
    const auto* at = std::get_if<Configuration>(&k);
    return !at || at->done.none();
  }
  [[nodiscard]] static End end_of(Reached k) {
    if (auto* at = std::get_if<Configuration>(&k)) return std::move(at->c);
    return std::get<RuntimeError>(std::move(k));
  }

  /// Runs to the end in the order of insertion, as far as the plan allows it.
  [[nodiscard]] End run_to_end(Reached k) const {
    while (!ended(k)) {
      const std::size_t next = all_.next(std::get<Configuration>(k));
      k = step(std::move(k), next);
    }
    return end_of(std::move(k));
  }

  /// The nodes to try next: one free node, or else all that are enabled.
  [[nodiscard]] Nodes choices(const Configuration& k) const {
    Nodes nodes = all_.enabled(k);
    const auto free = std::find_if(nodes.begin(), nodes.end(), [&](std::size_t x) { return conflicts_.is_free(k, x); });
    if (free != nodes.end()) return {*free};
    return nodes;
  }

  // Neighbours ------------------------------------------------------------------------------------------------------

  /// Makes the two neighbours, as early and as late as possible.
  void look_at(const Interference& one) {
    const auto shows = [&](const Obstacle& obstacle) {
      return one.can_show(obstacle, [&](std::size_t s) { return all_.bodies[s].s != nullptr; });
    };
    if (std::none_of(one.obstacles.begin(), one.obstacles.end(), shows)) return;
    const Plan& plan = all_.plan;
    const auto of_two = [&](std::size_t x, std::size_t z) {
      if (!plan.unordered(x, z)) return;
      for (const bool late : {false, true})
        if (!is_known(x, z)) bring_together(plan.met(x, z), plan.met(z, x), late, {});
    };
    of_two(one.first, one.second);
    for (const Obstacle& obstacle : one.obstacles) {
      if (obstacle.over == Over::Order || !shows(obstacle)) continue;
      for (std::size_t y = plan.systems; y < plan.size(); ++y)
        for (const auto& [x, z] : {std::pair(one.first, one.second), std::pair(one.second, one.first)}) {
          if (!plan.is_sync_of(y, x) || (plan.block(y) && plan.block(y) != plan.block(z))) continue;
          if (!plan.unordered(y, z) || plan.order.less(y, x) || plan.order.less(z, x)) continue;
          for (const bool late : {false, true})
            if (!is_known(x, z)) bring_together(y, plan.met(z, y), late, x);
        }
    }
  }

  /// Performs the nodes that must come before the two, or all that need not come after them, then both in both orders.
  /// A block that one of the two is in begins last.
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
    const auto rank = [&](std::size_t node) {
      return std::pair(all_.plan.block(node) && all_.plan.block(node) == all_.plan.block(x), position_[node]);
    };
    for (;;) {
      Nodes next = all_.enabled(std::get<Configuration>(k));
      std::erase_if(next, [&](std::size_t node) { return !first.test(node); });
      if (next.empty()) break;
      const std::size_t node = *std::min_element(
          next.begin(), next.end(), [&](std::size_t one, std::size_t other) { return rank(one) < rank(other); });
      probe();
      k = step(std::move(k), node);
      path.push_back(node);
      if (ended(k)) return;
    }
    const auto& at = std::get<Configuration>(k);
    if (all_.is_enabled(at, x) && all_.is_enabled(at, z)) meet(at, path, x, z, false);
  }

  /// Performs the two in both orders. If that makes a difference, checks whether the final states differ, too.
  void meet(const Configuration& k, const Nodes& path, std::size_t x, std::size_t z, bool everywhere) {
    const Reached after_x = perform(k, x), after_z = perform(k, z), a = perform(after_x, z), b = perform(after_z, x);
    const bool failed = std::holds_alternative<RuntimeError>(a);
    if (same(a, b) && (failed || (does_as(all_, k, after_x, z) && does_as(all_, k, after_z, x)))) return;
    count();
    Rest rest;
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

  /// Whether both are at the end of a frame, with different states.
  bool frames_differ(const Reached& a, const Reached& b) {
    return frame_ended(a) && frame_ended(b) && ends_differ(a, b);
  }

  /// Continues both in the order of insertion, until a frame ends in different states. A failed execution stays failed.
  bool differ_in_order(Reached a, Reached b, Rest& rest) {
    while (!same(a, b)) {
      if (frames_differ(a, b)) return true;
      if (ended(a) && ended(b)) return false;
      const auto [k, who] = leading(a, b);
      rest.push_back({all_.next(*k), who});
      probe();
      step_both(a, b, rest.back());
    }
    return false;
  }

  /// Continues both with the same steps, in every order that may matter, until a frame ends in different states. A
  /// failed execution stays failed.
  bool differ_somewhere(const Reached& a, const Reached& b, Rest& rest) {
    if (same(a, b)) return false;
    if (frames_differ(a, b)) return true;
    if (ended(a) && ended(b)) return false;
    const auto *k = std::get_if<Configuration>(&a), *k2 = std::get_if<Configuration>(&b);
    if (!k) std::swap(k, k2);
    const Configuration& other = k2 ? *k2 : *k;
    const std::size_t both = mix(hash(*k), k2 ? hash(*k2) : 0);
    const auto [from, to] = pairs_.equal_range(both);
    if (std::any_of(from, to, [&](const auto& pair) { return pair.second.first == *k && pair.second.second == other; }))
      return false;
    pairs_.emplace(both, std::pair(*k, other));
    count();
    const auto [leads, who] = leading(a, b);
    Nodes next = choices(*leads);
    if (next.size() == 1 && who == Who::Both && !conflicts_.is_free(other, next.front())) next = all_.enabled(*leads);
    for (const std::size_t node : next) {
      rest.push_back({node, who});
      Reached a2 = a, b2 = b;
      step_both(a2, b2, rest.back());
      if (differ_somewhere(a2, b2, rest)) return true;
      rest.pop_back();
    }
    return false;
  }

  // [repeat/together]  two executions go on with the same steps; where a block has more rounds in one of them, that one
  //                    goes on alone until the block ends
  /// Whose nodes come next, and who performs them.
  [[nodiscard]] static std::pair<const Configuration*, Who> leading(const Reached& a, const Reached& b) {
    const auto *k = std::get_if<Configuration>(&a), *k2 = std::get_if<Configuration>(&b);
    if (!k || !k2) return {k ? k : k2, Who::Both};
    if (k->open && !k2->open) return {k, Who::First};
    if (!k->open && k2->open) return {k2, Who::Second};
    return {k, Who::Both};
  }
  void step_both(Reached& a, Reached& b, const Next& next) const {
    if (next.who != Who::Second) a = step(std::move(a), next.node);
    if (next.who != Who::First) b = step(std::move(b), next.node);
  }

  // Results ---------------------------------------------------------------------------------------------------------

  void note(const Configuration& k, const Nodes& path, std::size_t x, std::size_t z,
            const std::optional<std::tuple<Reached, Reached, Rest>>& differ) {
    std::optional<Witness> witness;
    if (differ) {
      witness.emplace();
      for (Nodes* all : {&witness->first, &witness->second}) *all = path;
      add_performed(witness->first, k, x, z);
      add_performed(witness->second, k, z, x);
      witness->swapped = path.size();
      witness->frame = k.frame + 1;
      finish(*witness, std::get<0>(*differ), std::get<1>(*differ), std::get<2>(*differ));
      real_ = true;
    }
    for (const ConflictingPair& pair : causes(all_, interferences_, {k, path, x, z}, witness)) add(pair, witness);
    if (witness && look_ == Look::ForOne) throw FoundOne();
  }

  /// The nodes of both, one after the other.
  void add_performed(Nodes& nodes, const Configuration& from, std::size_t x, std::size_t z) const {
    Reached k = from;
    for (std::size_t node : {x, z}) {
      if (ended(k)) return;
      const bool begins = all_.plan.is_begin(node);
      nodes.push_back(node);
      k = step(std::move(k), node);
      for (const auto* at = std::get_if<Configuration>(&k); begins && at && at->open;
           at = std::get_if<Configuration>(&k)) {
        nodes.push_back(all_.next(*at));
        k = step(std::move(k), nodes.back());
      }
    }
  }

  /// Continues both with the same steps, to the end of the frame in which they differ.
  void finish(Witness& witness, Reached a, Reached b, const Rest& rest) const {
    const auto performs = [&](const Reached& k, Nodes& nodes, std::size_t node) {
      if (ended(k)) return;
      nodes.push_back(node);
      witness.frame = std::max(witness.frame, std::get<Configuration>(k).frame + 1);
    };
    for (const Next& next : rest) {
      if (next.who != Who::Second) performs(a, witness.first, next.node);
      if (next.who != Who::First) performs(b, witness.second, next.node);
      step_both(a, b, next);
    }
    witness.a = end_of(std::move(a));
    witness.b = end_of(std::move(b));
    const State *c = std::get_if<State>(&witness.a), *c2 = std::get_if<State>(&witness.b);
    if (c && c2) witness.l = difference(*c, *c2);
  }

  void add(const ConflictingPair& pair, const std::optional<Witness>& witness) {
    const auto known = std::find_if(out_.pairs.begin(), out_.pairs.end(), [&](const ConflictingPair& other) {
      return other.first == pair.first && other.second == pair.second && other.over == pair.over;
    });
    if (known == out_.pairs.end()) {
      out_.pairs.push_back(pair);
      out_.pairs.back().witness = witness;
    } else if (!known->witness) {
      known->witness = witness;
    }
  }
  [[nodiscard]] bool is_known(std::size_t x, std::size_t z) const {
    return std::any_of(out_.pairs.begin(), out_.pairs.end(), [&](const ConflictingPair& pair) {
      return pair.first == std::min(x, z) && pair.second == std::max(x, z) && pair.witness;
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
  const Independence conflicts_;
  const std::vector<Interference>& interferences_;
  std::size_t limit_;
  Look look_;
  std::vector<std::size_t> position_;  // of each node in one linear extension
  bool real_ = false;       // whether two executions that differ in one transposition end in different states
  bool unsettled_ = false;  // whether two ends could not be compared
  std::vector<Seen> seen_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  std::unordered_multimap<std::size_t, std::pair<Configuration, Configuration>> pairs_;  // continued before
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
