#include "interp/check/decide/match_order.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "interp/base/progress.hpp"
#include "interp/base/random.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/explore.hpp"
#include "interp/check/decide/match_walk.hpp"
#include "interp/fast/query.hpp"

namespace coreecs {

namespace {

/// The orders of some seqs: first the vectors of a list, in its order, then the others, lexicographically.
using Orders = std::map<Leaf, std::vector<EntityVector>>;

class OrderDecision {
 public:
  OrderDecision(const Schedule& z, const Program& program, std::size_t limit, const Environment& env)
      : z_(z), c_(program.start), env_(env), sums_(program), limit_(limit), reference_(c_) {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    MatchWalk reference(z_, c_, env, sums_, any);
    while (!reference.ended()) reference.visit_rest();
    most_ = matches_within(limit, any - reference.matches_left());
    reference_ = reference.state();
  }

  MatchOrderVerdict operator()() {
    if (try_hints()) return std::move(result_);
    if (result_.sensitive == result_.adding_up)
      result_.independent = Answer::Yes;
    else if (!explore(std::min(limit_, ExplorationBudget::near_reference)) && !try_others())
      explore(limit_);
    return std::move(result_);
  }

 private:
  /// The run in which seqs visit their matches in these orders. Records the matches of the seqs in `visited`. Throws
  /// fast::TooManyMatches if it observes too many.
  Ending run(const Orders& orders, Orders* visited = nullptr) const {
    Ending ending;
    try {
      MatchWalk walk(z_, c_, env_, sums_, most_, &ending.order);
      while (!walk.ended()) {
        if (visited && visited->count(walk.seq().leaf) > 0) (*visited)[walk.seq().leaf] = walk.matches();
        visit_all(walk, orders);
      }
      ending.end = walk.state();
    } catch (const RuntimeError& error) {
      ending.end = error;
    }
    return ending;
  }

  /// Visits all matches of the current seq.
  static void visit_all(MatchWalk& walk, const Orders& orders) {
    const auto listed = orders.find(walk.seq().leaf);
    if (listed == orders.end()) return walk.visit_rest();
    for (const std::size_t j : sorted(walk.matches(), listed->second)) walk.visit(j);
  }

  /// The numbers of the listed matches, in the order of the list, then those of the others.
  static std::vector<std::size_t> sorted(const std::vector<EntityVector>& matches,
                                         const std::vector<EntityVector>& first) {
    std::map<EntityVector, std::size_t> place;
    for (const EntityVector& e : first) place.emplace(e, place.size());
    std::vector<std::size_t> rank, order;
    for (const EntityVector& e : matches) {
      const auto at = place.find(e);
      rank.push_back(at == place.end() ? place.size() : at->second);
      order.push_back(order.size());
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
    return order;
  }

  /// Whether the run in these orders ends differently, as far as is known.
  bool ends_differently(const Orders& orders) const {
    try {
      return alike(reference_, run(orders).end) == Answer::No;
    } catch (const fast::TooManyMatches&) {
      return false;
    }
  }

  /// Exchanges two conflicting matches, at the first seqs of the reference run that have such and do not add up.
  bool try_hints() {
    constexpr std::size_t most = 16;
    for (MatchWalk walk(z_, c_, env_, sums_, most_); !walk.ended(); walk.visit_rest()) {
      const std::optional<MatchWalk::Pair> pair = walk.conflict();
      if (!pair) continue;
      ++result_.sensitive;
      if (walk.adds_up()) {
        ++result_.adding_up;
        continue;
      }
      if (result_.sensitive - result_.adding_up > most) continue;
      std::vector<EntityVector> later = walk.matches(), earlier = walk.matches();
      const auto first = static_cast<std::ptrdiff_t>(pair->first), second = static_cast<std::ptrdiff_t>(pair->second);
      std::rotate(later.begin() + first, later.begin() + first + 1, later.begin() + second + 1);
      std::rotate(earlier.begin() + first, earlier.begin() + second, earlier.begin() + second + 1);
      for (const auto& order : {later, earlier})
        if (const Orders orders{{walk.seq().leaf, order}}; ends_differently(orders)) {
          differ(orders);
          return true;
        }
    }
    return false;
  }

  /// Tries all seqs in reverse order, and in drawn orders.
  bool try_others() {
    constexpr std::size_t most = 2000;  // matches; many take too long to lead back to the reference
    Orders orders;
    std::size_t matches = 0;
    for (MatchWalk walk(z_, c_, env_, sums_, most_); !walk.ended(); walk.visit_rest()) {
      std::vector<EntityVector>& order = orders[walk.seq().leaf];
      order.assign(walk.matches().rbegin(), walk.matches().rend());
      matches += order.size();
    }
    for (std::size_t j = 0; matches <= most && j < std::min<std::size_t>(limit_, 100); ++j) {
      if (ends_differently(orders)) {
        differ(std::move(orders));
        return true;
      }
      Random random(0, j);
      for (auto& [leaf, order] : orders)
        for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[random.below(n)]);
    }
    return false;
  }

  /// Returns whether that decides.
  bool explore(std::size_t limit) {
    MatchWalk start(z_, c_, env_, sums_, most_);
    start.next_choice();
    const auto found = Exploration<MatchWalk>(start, reference_, limit, Kept::AfterEachStep)();
    result_.independent = found.alike;
    result_.explored = found.configurations;
    if (!found.other) return found.alike != Answer::Unknown;
    Orders orders;
    for (const MatchWalk::Choice& j : found.other->steps) {
      orders[start.seq().leaf].push_back(start.matches()[j]);
      if (&j != &found.other->steps.back()) start.perform(j);  // the last one may fail
    }
    differ(std::move(orders));
    return true;
  }

  /// Goes from orders under which the end differs back to those of the reference, by exchanging neighbours. Some
  /// exchange changes the end.
  void differ(Orders orders) {
    result_.independent = Answer::No;
    Orders visited;
    for (const auto& at : orders) visited[at.first] = {};
    (void)run(orders, &visited);
    complete(orders, visited);
    (void)run({}, &visited);
    complete(orders, visited);
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
      (ends_differently(after_some(middle)) ? lo : hi) = middle;
    }
    const Orders orders_a = after_some(hi), orders_b = after_some(lo);
    OrderWitness witness;
    try {
      witness.a = run(orders_a);
      witness.b = run(orders_b);
    } catch (const fast::TooManyMatches&) {
      return;
    }
    if (alike(witness.a.end, witness.b.end) != Answer::No) return;
    const auto& [leaf, place] = exchanges[lo];
    witness.leaf = leaf;
    witness.system = z_.nodes[z_.leaves[leaf]].s->name;
    witness.order = orders_a.at(leaf);
    witness.other_order = orders_b.at(leaf);
    witness.u = witness.order[place];
    witness.v = witness.order[place + 1];
    note_effective(orders_a, leaf, witness.effective);
    note_effective(orders_b, leaf, witness.effective);
    const State* left = std::get_if<State>(&witness.a.end);
    const State* right = std::get_if<State>(&witness.b.end);
    if (left && right) witness.l = difference(*left, *right);
    result_.witness = std::move(witness);
  }

  /// Adds the matches of one seq that change something or fail, if all seqs visit theirs in these orders.
  void note_effective(const Orders& orders, Leaf leaf, std::set<EntityVector>& effective) const {
    MatchWalk walk(z_, c_, env_, sums_, most_);
    while (walk.seq().leaf != leaf) visit_all(walk, orders);
    const std::vector<EntityVector> matches = walk.matches();
    for (const std::size_t j : sorted(matches, orders.at(leaf))) {
      try {
        if (walk.changes(j)) effective.insert(matches[j]);
        walk.visit(j);
      } catch (const RuntimeError&) {
        effective.insert(matches[j]);
        return;
      }
    }
  }

  /// Adds the matches of a run after those that are listed.
  static void complete(Orders& orders, const Orders& visited) {
    for (auto& [leaf, order] : orders) {
      std::set<EntityVector> listed(order.begin(), order.end());
      for (const EntityVector& e : visited.at(leaf))
        if (listed.insert(e).second) order.push_back(e);
    }
  }

  /// The exchanges of neighbours that sort all lists, the last seq first.
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

  SeriesParallel z_;
  const State& c_;
  const Environment& env_;
  Accumulations sums_;
  std::size_t limit_, most_;
  End reference_;
  MatchOrderVerdict result_;
};

}  // namespace

MatchOrderVerdict match_order(const Program& program, const Schedule& schedule, std::uint64_t frames, std::size_t limit,
                              const Environment& env) {
  if (frames == 0) return {.independent = Answer::Yes, .witness = {}};
  const progress::Task task("whether match orders matter");
  const Schedule z = repeat(schedule, frames);
  MatchOrderVerdict verdict;
  const std::optional<Cut> cut = cut_short([&] { verdict = OrderDecision(z, program, limit, env)(); });
  verdict.cut = cut.value_or(Cut::Limit);
  return verdict;
}

}  // namespace coreecs
