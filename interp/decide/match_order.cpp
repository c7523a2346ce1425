#include "interp/decide/match_order.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "interp/decide/check.hpp"
#include "interp/decide/match_walk.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

/// The labels on which it depends whether a query matches an entity, and what it yields.
std::vector<Label> labels(const Query& q, std::size_t all) {
  std::vector<Label> found;
  bool implies_live = false;
  const auto note = [&](const Query& q, const auto& self) -> void {
    std::visit(Clauses{
                   [&](const Incl& q) {
                     found.push_back(q.i);
                     implies_live = true;
                   },
                   [&](const Excl& q) { found.push_back(q.i); },
                   [&](const Anyway& q) { found.push_back(q.i); },
                   [&](const And& q) {
                     for (const Query& q_j : q.conjuncts) self(q_j, self);
                   },
               },
               q);
  };
  note(q, note);
  if (implies_live) return found;
  found.clear();
  for (Label i = 0; i < all; ++i) found.push_back(i);
  return found;
}

/// Two matches that meet.
using Pair = std::pair<std::size_t, std::size_t>;

/// Two matches of which one overwrites differently, or observes, what the other one writes: nothing where there are
/// none. Then every order performs the same invocations, which commute.
std::optional<Pair> meeting(const Instruction& seq, const State& c, const std::vector<EntityVector>& matches,
                            const Environment& env) {
  struct Written {
    std::size_t by;
    std::optional<std::size_t> also_by;
    std::optional<Value> k;
  };
  std::unordered_map<Location, Written> written;
  const System& s = *seq.s;
  std::optional<Pair> differing;  // the last two: one of them settles the location in the order of the reference
  std::vector<Cell> w;
  for (std::size_t j = 0; j < matches.size(); ++j) {
    w.clear();
    if (!query_at(s.q, c, matches[j], w)) continue;
    const Update m = invoke(s, {matches[j], w}, seq.leaf, env);
    for (const auto& [l, k] : m.writes()) {
      const auto [at, is_new] = written.emplace(l, Written{j, std::nullopt, k});
      if (is_new) continue;
      if (!(at->second.k == k)) {
        differing = Pair{at->second.by, j};
        at->second.k = k;
      }
      at->second.also_by = at->second.by;
      at->second.by = j;
    }
  }
  if (differing) return differing;
  const auto changes = [&](const auto& write) {
    const Value* now = c.at(write.first);
    return write.second.k ? !now || !(*now == *write.second.k) : now != nullptr;
  };
  for (std::size_t place = 0; place < s.q.size(); ++place)
    for (const Label i : labels(s.q[place], c.labels()))
      for (std::size_t j = 0; j < matches.size(); ++j) {
        const auto write = written.find({matches[j][place], i});
        if (write == written.end() || !changes(*write)) continue;
        if (write->second.by != j) return std::minmax(write->second.by, j);
        if (write->second.also_by) return Pair{j, *write->second.also_by};
      }
  return std::nullopt;
}

/// The orders of some seqs: the vectors of a list come first, in its order, then the others, lexicographically.
using Orders = std::map<Leaf, std::vector<EntityVector>>;

class OrderDecision {
 public:
  OrderDecision(const Schedule& z, const State& c, std::size_t limit, const Environment& env)
      : code_(instructions(z)), c_(c), env_(env), limit_(limit), reference_(run({})) {}

  MatchOrderVerdict operator()() {
    if (!try_hints()) explore();
    return std::move(result_);
  }

 private:
  Ending run(const Orders& orders, std::map<Leaf, std::vector<EntityVector>>* met = nullptr) const {
    Ending ending;
    try {
      MatchWalk walk(code_, c_, env_);
      walk.log_to(ending.order);
      while (const Instruction* seq = walk.next_seq()) {
        const std::vector<EntityVector> matches = walk.matches();
        if (met && met->count(seq->leaf) > 0) (*met)[seq->leaf] = matches;
        const auto listed = orders.find(seq->leaf);
        std::map<EntityVector, std::size_t> place;
        if (listed != orders.end())
          for (const EntityVector& e : listed->second) place.emplace(e, place.size());
        const auto rank = [&](std::size_t j) {
          const auto at = place.find(matches[j]);
          return std::pair(at == place.end() ? place.size() : at->second, j);
        };
        std::vector<std::size_t> order;
        for (std::size_t j = 0; j < matches.size(); ++j) order.push_back(j);
        if (!place.empty())
          std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        if (order.empty()) walk.leave();
        for (const std::size_t j : order) walk.visit(j);
      }
      ending.end = walk.state();
    } catch (const RuntimeError& error) {
      ending.end = error;
    }
    return ending;
  }

  /// Two matches of the seq that meet; its first two, where an invocation fails at its start.
  std::optional<Pair> meeting_of(const Instruction& seq, const MatchWalk& at) const {
    if (at.matches().size() < 2) return std::nullopt;
    try {
      return meeting(seq, at.state(), at.matches(), env_);
    } catch (const RuntimeError&) {
      return Pair{0, 1};
    }
  }

  /// Exchanges two matches that meet, at the first seqs of the reference run that have such.
  bool try_hints() {
    constexpr std::size_t most = 16;
    MatchWalk walk(code_, c_, env_);
    while (const Instruction* seq = walk.next_seq()) {
      const std::vector<EntityVector> matches = walk.matches();
      if (const std::optional<Pair> pair = meeting_of(*seq, walk); pair && ++result_.sensitive <= most) {
        const auto first = matches.begin() + static_cast<std::ptrdiff_t>(pair->first);
        const auto second = matches.begin() + static_cast<std::ptrdiff_t>(pair->second);
        std::vector<EntityVector> later(matches), earlier(matches);
        std::rotate(later.begin() + (first - matches.begin()), later.begin() + (first - matches.begin()) + 1,
                    later.begin() + (second - matches.begin()) + 1);
        std::rotate(earlier.begin() + (first - matches.begin()), earlier.begin() + (second - matches.begin()),
                    earlier.begin() + (second - matches.begin()) + 1);
        for (std::vector<EntityVector>* order : {&later, &earlier})
          if (const Orders orders{{seq->leaf, *order}}; alike(reference_.end, run(orders).end) == Answer::No) {
            differ(orders);
            return true;
          }
      }
      if (matches.empty()) walk.leave();
      for (std::size_t j = 0; j < matches.size(); ++j) walk.visit(j);
    }
    return false;
  }

  struct Configuration {
    MatchWalk walk;
    const Instruction* seq;
    std::size_t from;
    EntityVector step;  // visited to get here
  };

  /// Depth-first search over configurations, the reference run first.
  void explore() {
    std::vector<std::size_t> open;
    std::unordered_multimap<std::size_t, std::size_t> seen;
    bool settled = true;
    std::size_t work = 0;
    // Goes on to the next choice. False when an end differs.
    const auto meet = [&](MatchWalk walk, std::size_t from, const EntityVector& step) {
      const Instruction* seq = nullptr;
      for (;;) {
        if (walk.matches_left()) break;
        seq = walk.next_seq();
        if (!seq || meeting_of(*seq, walk)) break;
        const std::size_t n = walk.matches().size();
        if (n == 0) walk.leave();
        for (std::size_t j = 0; j < n; ++j) walk.visit(j);
      }
      if (!seq && !walk.matches_left()) {
        const Answer same = alike(reference_.end, walk.state());
        if (same == Answer::No) differ(trace(from, step));
        settled = settled && same != Answer::Unknown;
        return same != Answer::No;
      }
      const std::size_t hash = walk.hash();
      const auto [same, last] = seen.equal_range(hash);
      for (auto it = same; it != last; ++it)
        if (configurations_[it->second].walk == walk) return true;
      seen.emplace(hash, configurations_.size());
      open.push_back(configurations_.size());
      if (!seq) seq = configurations_[from].seq;
      work += 1 + (code_.size() + walk.matches().size()) / 100;
      configurations_.push_back({std::move(walk), seq, from, step});
      return true;
    };
    if (!meet(MatchWalk(code_, c_, env_), 0, {})) return;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (std::size_t j = configurations_[at].walk.matches().size(); j-- > 0;) {
        if (configurations_[at].walk.visited(j)) continue;
        result_.explored = configurations_.size();
        if (work > limit_) return;
        MatchWalk next = configurations_[at].walk;
        const EntityVector step = next.matches()[j];
        try {
          next.visit(j);
          if (!meet(std::move(next), at, step)) return;
        } catch (const RuntimeError&) {
          return differ(trace(at, step));
        }
      }
    }
    if (settled) result_.independent = Answer::Yes;
  }

  /// The orders in which matches were visited up to a configuration, and by one more step.
  Orders trace(std::size_t at, const EntityVector& last) const {
    Orders orders;
    if (configurations_.empty()) return orders;
    orders[configurations_[at].seq->leaf].push_back(last);
    while (at != 0) {
      const Configuration& here = configurations_[at];
      orders[configurations_[here.from].seq->leaf].push_back(here.step);
      at = here.from;
    }
    for (auto& [leaf, order] : orders) std::reverse(order.begin(), order.end());
    return orders;
  }

  /// From orders under which the end differs back to those of the reference, by exchanging neighbours: some exchange
  /// changes the end.
  void differ(Orders orders) {
    result_.independent = Answer::No;
    std::map<Leaf, std::vector<EntityVector>> met;
    for (const auto& at : orders) met[at.first] = {};
    (void)run(orders, &met);
    complete(orders, met);
    (void)run({}, &met);
    complete(orders, met);
    const std::vector<std::pair<Leaf, std::size_t>> exchanges = sorting(orders);
    const auto after_some = [&](std::size_t n) {
      Orders some = orders;
      for (std::size_t j = 0; j < n; ++j) {
        std::vector<EntityVector>& order = some.at(exchanges[j].first);
        std::swap(order[exchanges[j].second], order[exchanges[j].second + 1]);
      }
      return some;
    };
    std::size_t lo = 0, hi = exchanges.size();
    while (hi - lo > 1) {
      const std::size_t middle = lo + (hi - lo) / 2;
      (alike(reference_.end, run(after_some(middle)).end) == Answer::No ? lo : hi) = middle;
    }
    const Orders orders_a = after_some(hi), orders_b = after_some(lo);
    OrderWitness witness;
    witness.a = run(orders_a);
    witness.b = run(orders_b);
    if (alike(witness.a.end, witness.b.end) != Answer::No) return;
    const auto& [leaf, place] = exchanges[lo];
    witness.leaf = leaf;
    for (const Instruction& at : code_)
      if (at.s && at.leaf == leaf) witness.system = at.s->name;
    witness.order = orders_a.at(leaf);
    witness.order_ = orders_b.at(leaf);
    witness.u = witness.order[place];
    witness.u_ = witness.order[place + 1];
    const State* c = std::get_if<State>(&witness.a.end);
    const State* c_ = std::get_if<State>(&witness.b.end);
    if (c && c_) witness.l = difference(*c, *c_);
    result_.witness = std::move(witness);
  }

  /// Puts the matches that a run met, and that are not listed, behind those that are.
  static void complete(Orders& orders, const std::map<Leaf, std::vector<EntityVector>>& met) {
    for (auto& [leaf, order] : orders) {
      std::set<EntityVector> listed(order.begin(), order.end());
      for (const EntityVector& e : met.at(leaf))
        if (listed.insert(e).second) order.push_back(e);
    }
  }

  /// Exchanges of neighbours that sort all lists, the last seq first.
  static std::vector<std::pair<Leaf, std::size_t>> sorting(const Orders& orders) {
    std::vector<std::pair<Leaf, std::size_t>> exchanges;
    for (auto at = orders.rbegin(); at != orders.rend(); ++at) {
      std::vector<EntityVector> order = at->second;
      for (std::size_t j = 1; j < order.size(); ++j)
        for (std::size_t k = j; k > 0 && order[k] < order[k - 1]; --k) {
          std::swap(order[k], order[k - 1]);
          exchanges.emplace_back(at->first, k - 1);
        }
    }
    return exchanges;
  }

  std::vector<Instruction> code_;
  const State& c_;
  const Environment& env_;
  std::size_t limit_;
  Ending reference_;
  std::vector<Configuration> configurations_;
  MatchOrderVerdict result_;
};

}  // namespace

MatchOrderVerdict match_order(const Program& program, const Schedule& schedule, std::uint64_t frames, std::size_t limit,
                              const Environment& env) {
  if (frames == 0) return {Answer::Yes, 0, 0, std::nullopt};
  const Schedule z = repeat(schedule, frames);
  return OrderDecision(z, program.start, limit, env)();
}

}  // namespace coreecs
