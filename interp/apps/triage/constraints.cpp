#include "interp/apps/triage/constraints.hpp"

#include <algorithm>

#include "interp/check/decide/check.hpp"

namespace coreecs::triage {

double critical_path(const Dag& order, const std::vector<double>& durations) {
  std::vector<double> until(order.size(), 0);
  double longest = 0;
  for (const std::size_t x : order.in_order()) {
    for (std::size_t b = order.below(x).find_first(); b != Subset::npos; b = order.below(x).find_next(b))
      until[x] = std::max(until[x], until[b]);
    until[x] += durations[x];
    longest = std::max(longest, until[x]);
  }
  return longest;
}

namespace {

class Trial {
 public:
  Trial(const Setting& setting, const Aim& aim, const std::vector<double>& durations, std::size_t limit,
        std::size_t most)
      : setting_(setting), aim_(aim), durations_(durations), limit_(limit), most_(most) {
    for (const ConflictingPair& pair : aim.now.pairs)
      if (pair.witness || aim.confluent) pairs_.push_back({pair.first, pair.second});
    aim_only_ = aim.confluent;
  }

  std::optional<Constraints> operator()() {
    std::optional<std::vector<Edge>> found = fewest(candidates(), Subset::npos);
    bool exact = found.has_value() && tried_ <= most_;
    if (found && found->size() > 1) {  // smaller sets may order none of the pairs
      aim_only_ = aim_only_ || is_kept(*found);
      if (auto fewer = fewest(concurrent_pairs(), found->size() - 1)) found = std::move(fewer);
      exact = tried_ <= most_;
    }
    if (!found) {
      found = none_to_spare();
      if (found && aim_only_ && !is_kept(*found)) found.reset();
    }
    if (!found || found->empty()) return std::nullopt;
    return described(*found, exact);
  }

 private:
  [[nodiscard]] std::optional<Races> judged(const std::vector<Edge>& edges, Look look) const {
    const std::optional<Plan> plan = setting_.plan(edges);
    if (!plan) return std::nullopt;
    Races found =
        races(setting_.executions(*plan), interferences(*plan, setting_.accesses, setting_.questions), limit_, look);
    work_ += found.steps + setting_.accesses.size() * setting_.accesses.size() / 8;
    return found;
  }
  /// Whether the trials of one way to find constraints have taken more than twice what one search may take.
  [[nodiscard]] bool is_too_long() const { return work_ > 2 * most_probes(limit_); }
  static bool failed(const End& end) { return std::holds_alternative<RuntimeError>(end); }
  /// Whether all executions with these constraints end in the same state, and none fails, or all do if they may.
  [[nodiscard]] bool suffices(const std::vector<Edge>& edges, bool may_fail = false) const {
    const auto judgement = judged(edges, Look::ForOne);
    return judgement && judgement->confluent == Answer::Yes &&
           (may_fail || !(judgement->end && failed(*judgement->end)));
  }
  /// Whether all executions with these constraints keep what they have to. Precondition: they close no cycle.
  [[nodiscard]] bool is_kept(const std::vector<Edge>& edges) const {
    const Kept found = kept(setting_, *setting_.plan(edges), limit_);
    work_ += found.explored;
    const auto matters = [&](const Broken& one) {
      const auto* violation = std::get_if<Violation>(&one.how.what);
      if (!violation) return aim_.no_revival;
      return std::find(aim_.invariants.begin(), aim_.invariants.end(), violation->invariant) != aim_.invariants.end();
    };
    return found.all != Answer::Unknown && std::none_of(found.broken.begin(), found.broken.end(), matters);
  }

  /// Whether an edge, with the order that follows from it, orders one of the pairs.
  [[nodiscard]] bool helps(const Edge& edge) const {
    const Dag& order = setting_.order;
    const auto leads = [&](std::size_t x, std::size_t z) {
      return (x == edge.before || order.less(x, edge.before)) && (z == edge.after || order.less(edge.after, z));
    };
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const Edge& pair) {
      return leads(pair.before, pair.after) || leads(pair.after, pair.before);
    });
  }

  /// Edges to choose from, those between the pairs first.
  [[nodiscard]] std::vector<Edge> candidates() const {
    std::vector<Edge> all;
    const auto add = [&](const Edge& edge) {
      if (std::find(all.begin(), all.end(), edge) == all.end()) all.push_back(edge);
    };
    for (const Edge& pair : pairs_)
      if (setting_.order.concurrent(pair.before, pair.after)) add(pair);
    for (const Edge& pair : pairs_)
      if (setting_.order.concurrent(pair.before, pair.after)) add({pair.after, pair.before});
    for (const Edge& edge : concurrent_pairs())
      if (helps(edge)) add(edge);
    return all;
  }

  [[nodiscard]] std::vector<Edge> concurrent_pairs() const {
    std::vector<Edge> all;
    for (std::size_t x = 0; x < setting_.order.size(); ++x)
      for (std::size_t z = 0; z < setting_.order.size(); ++z)
        if (setting_.order.concurrent(x, z)) all.push_back({x, z});
    return all;
  }

  /// What makes one set better than another one of the same size, most important first: the constraints against the
  /// flow of data, and the critical path.
  using Rank = std::pair<std::size_t, double>;
  struct Chosen {
    std::vector<Edge> edges;
    Rank rank;
  };

  /// A smallest set of at most `most` of these edges that does what is aimed at; or else, one size larger tried in
  /// vain, a smallest one after which the app is confluent. None if too many sets were tried before.
  std::optional<std::vector<Edge>> fewest(const std::vector<Edge>& all, std::size_t most) {
    best_.reset();
    confluent_.reset();
    for (std::size_t size = 1; size <= std::min(all.size(), most); ++size) {
      std::vector<Edge> chosen;
      const bool more = choose(all, 0, size, chosen);
      if (best_ && more) return best_->edges;
      if (!more && confluent_ && confluent_->edges.size() == size) confluent_.reset();  // not all were compared
      if (!more || (confluent_ && size > confluent_->edges.size())) break;
    }
    return confluent_ && !aim_only_ ? std::optional(confluent_->edges) : std::nullopt;
  }
  /// Tries all sets of this size; false after too many.
  bool choose(const std::vector<Edge>& all, std::size_t from, std::size_t size, std::vector<Edge>& chosen) {
    if (chosen.size() == size) {
      if (is_too_long()) tried_ = most_;  // not all were tried
      if (++tried_ > most_) return false;
      look_at(chosen);
      return true;
    }
    for (std::size_t j = from; j < all.size(); ++j) {
      chosen.push_back(all[j]);
      if (!choose(all, j + 1, size, chosen)) return false;
      chosen.pop_back();
    }
    return true;
  }
  void look_at(const std::vector<Edge>& edges) {
    const auto with = setting_.order_with(edges);
    const Dag* order = std::get_if<Dag>(&with);
    if (!order) return;
    const Rank rank(against_flow(edges), critical_path(*order, durations_));
    const bool may_be_best = !best_ || rank < best_->rank;
    const bool may_be_confluent = !confluent_ || (edges.size() == confluent_->edges.size() && rank < confluent_->rank);
    if ((!may_be_best && !may_be_confluent) || !suffices(edges)) return;
    if (may_be_confluent) confluent_ = Chosen{edges, rank};
    if (may_be_best && is_kept(edges)) best_ = Chosen{edges, rank};
  }

  /// The flow of data that an edge reverses.
  [[nodiscard]] std::optional<Flow> reversed(const Edge& edge) const {
    return flow(setting_, {edge.after, edge.before});
  }
  [[nodiscard]] std::size_t against_flow(const std::vector<Edge>& edges) const {
    return static_cast<std::size_t>(
        std::count_if(edges.begin(), edges.end(), [&](const Edge& edge) { return reversed(edge).has_value(); }));
  }

  /// Orders all real pairs by the flow of data, or as inserted, again and again until none is left, then drops each
  /// edge that is not needed. If that breaks an invariant, turns one edge around if this helps.
  [[nodiscard]] std::optional<std::vector<Edge>> none_to_spare() const {
    std::vector<Edge> edges;
    work_ = 0;
    for (std::optional<Races> left = judged(edges, Look::ForAll); left && left->confluent != Answer::Yes;
         left = judged(edges, Look::ForAll)) {
      if (is_too_long()) return std::nullopt;
      const std::size_t before = edges.size();
      const std::optional<Plan> plan = setting_.plan(edges);
      for (const ConflictingPair& pair : left->pairs)
        if (pair.witness && plan->unordered(pair.first, pair.second)) add(edges, pair);
      if (edges.size() == before) return std::nullopt;
    }
    edges = without_spare(std::move(edges));
    if (is_kept(edges)) return edges;
    for (std::size_t j = 0; j < edges.size(); ++j)
      if (std::vector<Edge> turned = turned_around(edges, j); suffices(turned) && is_kept(turned))
        return without_spare(std::move(turned));
    return edges;
  }
  /// Drops edges that are not needed, until each one is, or it takes too long. Precondition: the app is confluent with
  /// them.
  [[nodiscard]] std::vector<Edge> without_spare(std::vector<Edge> edges) const {
    const bool keeps = is_kept(edges), fails = !suffices(edges);
    std::size_t needed = 0;  // in a row, with those that are left
    for (std::size_t j = 0; needed < edges.size() && !is_too_long();) {
      j %= edges.size();
      std::vector<Edge> without = edges;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(j));
      if (suffices(without, fails) && (!keeps || is_kept(without))) {
        edges = std::move(without);
        needed = 0;
      } else {
        ++j;
        ++needed;
      }
    }
    cut_ = needed < edges.size();
    return edges;
  }
  /// Adds an edge between two that are not ordered yet.
  void add(std::vector<Edge>& edges, const ConflictingPair& pair) const {
    const Dag with = std::get<Dag>(setting_.order_with(edges));
    if (!with.concurrent(pair.first, pair.second)) return;
    const auto position = [&](std::size_t s) {
      return std::find(setting_.order.in_order().begin(), setting_.order.in_order().end(), s);
    };
    const bool first = position(pair.first) < position(pair.second);
    const Edge as_inserted = first ? Edge{pair.first, pair.second} : Edge{pair.second, pair.first};
    edges.push_back(reversed(as_inserted) ? Edge{as_inserted.after, as_inserted.before} : as_inserted);
  }

  static std::vector<Edge> turned_around(std::vector<Edge> edges, std::size_t j) {
    std::swap(edges[j].before, edges[j].after);
    return edges;
  }

  [[nodiscard]] Consequence outcome(const std::vector<Edge>& edges) const {
    Consequence out;
    const auto order = setting_.order_with(edges);
    if (const Cycle* cycle = std::get_if<Cycle>(&order)) {
      out.cycle = *cycle;
      return out;
    }
    const Races found = *judged(edges, Look::ForOne);
    const Plan plan = *setting_.plan(edges);
    out.confluent = found.confluent;
    if (found.confluent == Answer::Yes)
      out.any_order =
          observer_orders(setting_, plan, interferences(plan, setting_.accesses, setting_.questions), false, limit_)
              .confluent;
    out.end = found.end;
    out.kept = kept(setting_, plan, limit_);
    return out;
  }

  [[nodiscard]] Constraints described(const std::vector<Edge>& edges, bool exact) const {
    Constraints out;
    out.with = outcome(edges);
    out.fewest = exact;
    out.minimal = !cut_;
    out.critical_path = critical_path(std::get<Dag>(setting_.order_with(edges)), durations_);
    out.critical_path_before = critical_path(setting_.order, durations_);
    for (std::size_t j = 0; j < edges.size(); ++j) {
      AddedConstraint one{edges[j], flow(setting_, edges[j])};
      one.against = reversed(edges[j]);
      one.turned = outcome(turned_around(edges, j));
      if (out.with.end && one.turned.end)
        if (const auto* a = std::get_if<State>(&*out.with.end), *b = std::get_if<State>(&*one.turned.end); a && b) {
          one.l = difference(*a, *b);
          one.same_end = !one.l;
        }
      out.all.push_back(std::move(one));
    }
    if (against_flow(edges) > 0)
      if (auto along = none_to_spare(); along && !cut_ && !along->empty() && against_flow(*along) == 0) {
        out.with_along = outcome(*along);
        out.along = std::move(*along);
      }
    return out;
  }

  const Setting& setting_;
  const Aim& aim_;
  const std::vector<double>& durations_;
  std::size_t limit_, most_, tried_ = 0;
  mutable std::size_t work_ = 0;
  mutable bool cut_ = false;                // whether it took too long to find out which edges are needed
  std::vector<Edge> pairs_;                 // to be ordered: the real ones; all that conflict if none is real
  std::optional<Chosen> best_, confluent_;  // of the sets tried: one that does what is aimed at, a confluent one
  bool aim_only_ = false;                   // whether being confluent is not enough
};

}  // namespace

std::vector<Edge> Constraints::edges() const {
  std::vector<Edge> edges;
  for (const AddedConstraint& one : all) edges.push_back(one.edge);
  return edges;
}

std::optional<Constraints> constraints(const Setting& setting, const Aim& aim, const std::vector<double>& durations,
                                       std::size_t limit, std::size_t most) {
  return Trial(setting, aim, durations, limit, most)();
}

}  // namespace coreecs::triage
