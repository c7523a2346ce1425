#include "interp/apps/triage/constraints.hpp"

#include <algorithm>

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
  Trial(const Setting& setting, const Races& now, const std::vector<double>& durations, std::size_t limit,
        std::size_t most)
      : setting_(setting), durations_(durations), limit_(limit), most_(most) {
    for (const ConflictingPair& pair : now.pairs)
      if (pair.witness) real_.push_back({pair.first, pair.second});
  }

  std::optional<Constraints> operator()() {
    std::optional<std::vector<Edge>> found = fewest(candidates(), Subset::npos);
    bool exact = found.has_value();
    if (found && found->size() > 1) {  // smaller sets may order none of the real pairs
      if (auto fewer = fewest(concurrent_pairs(), found->size() - 1)) found = std::move(fewer);
      exact = tried_ <= most_;
    }
    if (!found) found = none_to_spare();
    if (!found) return std::nullopt;
    return Constraints{*found, exact, length(*found), critical_path(setting_.order, durations_)};
  }

 private:
  [[nodiscard]] double length(const std::vector<Edge>& edges) const {
    return critical_path(std::get<Dag>(setting_.order.with(edges)), durations_);
  }

  [[nodiscard]] std::optional<Races> judged(const std::vector<Edge>& edges, Look look) const {
    const std::optional<Plan> plan = setting_.plan(edges);
    if (!plan) return std::nullopt;
    return races(setting_.executions(*plan), interferences(*plan, setting_.accesses, setting_.questions), limit_, look);
  }
  [[nodiscard]] bool suffices(const std::vector<Edge>& edges) const {
    const auto judgement = judged(edges, Look::ForOne);
    return judgement && judgement->confluent == Answer::Yes;
  }

  /// Whether an edge, with the order that follows from it, orders one of the real pairs.
  [[nodiscard]] bool helps(const Edge& edge) const {
    const Dag& order = setting_.order;
    const auto leads = [&](std::size_t x, std::size_t z) {
      return (x == edge.before || order.less(x, edge.before)) && (z == edge.after || order.less(edge.after, z));
    };
    return std::any_of(real_.begin(), real_.end(), [&](const Edge& pair) {
      return leads(pair.before, pair.after) || leads(pair.after, pair.before);
    });
  }

  /// Edges to choose from, those between real pairs first.
  [[nodiscard]] std::vector<Edge> candidates() const {
    std::vector<Edge> all;
    const auto add = [&](const Edge& edge) {
      if (std::find(all.begin(), all.end(), edge) == all.end()) all.push_back(edge);
    };
    for (const Edge& pair : real_)
      if (setting_.order.concurrent(pair.before, pair.after)) add(pair);
    for (const Edge& pair : real_)
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

  /// A smallest set of at most `most` of these edges after which nothing is real; none if too many sets were tried.
  std::optional<std::vector<Edge>> fewest(const std::vector<Edge>& all, std::size_t most) {
    for (std::size_t size = 1; size <= std::min(all.size(), most); ++size) {
      best_.reset();
      std::vector<Edge> chosen;
      if (!choose(all, 0, size, chosen)) return std::nullopt;
      if (best_) return best_;
    }
    return std::nullopt;
  }
  /// Tries all sets of this size; false after too many.
  bool choose(const std::vector<Edge>& all, std::size_t from, std::size_t size, std::vector<Edge>& chosen) {
    if (chosen.size() == size) {
      if (++tried_ > most_) return false;
      if (best_ && length_of(chosen) >= best_length_) return true;
      if (!suffices(chosen)) return true;
      best_ = chosen;
      best_length_ = *length_of(chosen);
      return true;
    }
    for (std::size_t j = from; j < all.size(); ++j) {
      chosen.push_back(all[j]);
      if (!choose(all, j + 1, size, chosen)) return false;
      chosen.pop_back();
    }
    return true;
  }
  [[nodiscard]] std::optional<double> length_of(const std::vector<Edge>& edges) const {
    const auto with = setting_.order.with(edges);
    const Dag* order = std::get_if<Dag>(&with);
    return order ? std::optional(critical_path(*order, durations_)) : std::nullopt;
  }

  /// Orders all real pairs as inserted, again and again until none is left, then drops each edge that is not needed.
  [[nodiscard]] std::optional<std::vector<Edge>> none_to_spare() const {
    std::vector<Edge> edges;
    std::vector<std::size_t> position(setting_.order.size());
    for (std::size_t j = 0; j < position.size(); ++j) position[setting_.order.in_order()[j]] = j;
    for (std::optional<Races> left = judged(edges, Look::ForAll); left && left->confluent != Answer::Yes;
         left = judged(edges, Look::ForAll)) {
      const std::size_t before = edges.size();
      const std::optional<Plan> plan = setting_.plan(edges);
      for (const ConflictingPair& pair : left->pairs) {
        if (!pair.witness || !plan->unordered(pair.first, pair.second)) continue;
        const bool as_inserted = position[pair.first] < position[pair.second];
        const Edge edge = as_inserted ? Edge{pair.first, pair.second} : Edge{pair.second, pair.first};
        if (std::find(edges.begin(), edges.end(), edge) == edges.end()) edges.push_back(edge);
      }
      if (edges.size() == before) return std::nullopt;
    }
    for (std::size_t j = 0; j < edges.size();) {
      std::vector<Edge> without = edges;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(j));
      if (suffices(without))
        edges = std::move(without);
      else
        ++j;
    }
    return edges;
  }

  const Setting& setting_;
  const std::vector<double>& durations_;
  std::size_t limit_, most_, tried_ = 0;
  std::vector<Edge> real_;
  std::optional<std::vector<Edge>> best_;
  double best_length_ = 0;
};

}  // namespace

std::optional<Constraints> constraints(const Setting& setting, const Races& now, const std::vector<double>& durations,
                                       std::size_t limit, std::size_t most) {
  return Trial(setting, now, durations, limit, most)();
}

}  // namespace coreecs::triage
