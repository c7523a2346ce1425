#include "interp/check/decide/match_sums.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "interp/language/program/effects.hpp"
#include "interp/language/program/error.hpp"
#include "semantics/system.hpp"

namespace coreecs {

namespace {

/// What matches observe, and what they may write in any order. A match is settled if no other match may write what it
/// observes: it then writes the same whenever it is visited.
class Conflicts {
 public:
  Conflicts(const SeriesParallel::Node& seq, const State& c, const std::vector<EntityVector>& matches,
            const std::vector<std::size_t>& numbers, const Environment& env)
      : seq_(seq), c_(c), env_(env) {
    for (const std::size_t j : numbers) add(matches[j]);
    constexpr int most = 8;  // rounds: what is not settled by then counts as not settled
    for (int rounds = 0; rounds < most && settle(); ++rounds) {
    }
  }

  /// For each match, a representative of its group.
  [[nodiscard]] std::vector<std::size_t> groups() const {
    std::vector<std::size_t> group(all_.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto of = [&](std::size_t j) {
      while (group[j] != j) j = group[j] = group[group[j]];
      return j;
    };
    for (const auto& [l, writers] : writers_) {
      const auto first = writers.begin();
      const bool alike = std::all_of(first, writers.end(), [&](const auto& writer) {
        return all_[writer.first].settled && writer.second == first->second;
      });
      for (const auto& [j, k] : writers)
        if (!alike) group[of(j)] = of(first->first);
    }
    for (std::size_t j = 0; j < all_.size(); ++j)
      for (const Location l : all_[j].observes)
        if (const auto writers = writers_.find(l); writers != writers_.end())
          for (const auto& [k, value] : writers->second) group[of(k)] = of(j);
    for (std::size_t j = 0; j < group.size(); ++j) group[j] = of(j);
    return group;
  }

 private:
  struct One {
    const EntityVector* e;
    std::vector<Location> observes = {}, may_write = {};
    bool settled = false;
  };

  void add(const EntityVector& e) {
    One one{&e};
    const std::size_t j = all_.size();
    for (std::size_t place = 0; place < e.size(); ++place) {
      for (const Label i : observed_labels(seq_.s->q[place], c_.labels())) one.observes.push_back({e[place], i});
    }
    const Effects& known = *seq_.s->effects;
    if (known.matched)
      for (const auto& [place, i] : *known.matched) one.may_write.push_back({e[place], i});
    else
      for (const Entity at : e)
        for (const Label i : known.writes) one.may_write.push_back({at, i});
    for (const Location l : one.may_write) writers_[l].emplace(j, std::nullopt);
    all_.push_back(std::move(one));
  }

  /// Settles more matches. Returns whether there were any.
  bool settle() {
    bool more = false;
    std::vector<Cell> w;
    for (std::size_t j = 0; j < all_.size(); ++j) {
      One& one = all_[j];
      const auto others_write = [&](const Location l) {
        const auto writers = writers_.find(l);
        return writers != writers_.end() && writers->second.size() > writers->second.count(j);
      };
      if (one.settled || std::any_of(one.observes.begin(), one.observes.end(), others_write)) continue;
      one.settled = more = true;
      for (const Location l : one.may_write) writers_[l].erase(j);
      w.clear();
      if (!query_at(seq_.s->q, c_, *one.e, w)) continue;
      try {
        const Update m = invoke(*seq_.s, {*one.e, w}, {env_, seq_.leaf});
        for (const auto& [l, k] : m.writes()) writers_[l].emplace(j, k);
      } catch (const RuntimeError&) {  // it fails whenever it is visited
      }
    }
    return more;
  }

  const SeriesParallel::Node& seq_;
  const State& c_;
  const Environment& env_;
  std::vector<One> all_;
  /// By location, the matches that may write to it, with what a settled one writes: a value, or none if it detaches.
  std::unordered_map<Location, std::map<std::size_t, std::optional<Value>>> writers_;
};

bool conflicts_with_all(const System& s, const State& c) {
  if (!s.effects) return true;
  const Effects& known = *s.effects;
  if (known.matched || !(known.writes_entity_literal || known.writes_component_entity)) return false;
  return std::any_of(s.q.begin(), s.q.end(), [&](const Query& q) {
    const std::vector<Label> observed = observed_labels(q, c.labels());
    return std::any_of(observed.begin(), observed.end(), [&](Label i) { return known.writes.contains(i); });
  });
}

}  // namespace

std::vector<std::vector<std::size_t>> independent_groups(const SeriesParallel::Node& seq, const State& c,
                                                         const std::vector<EntityVector>& matches,
                                                         std::vector<std::size_t> numbers, const Environment& env) {
  if (conflicts_with_all(*seq.s, c)) return {std::move(numbers)};
  const std::vector<std::size_t> group = Conflicts(seq, c, matches, numbers, env).groups();
  std::map<std::size_t, std::vector<std::size_t>> by_group;
  for (std::size_t j = 0; j < numbers.size(); ++j) by_group[group[j]].push_back(numbers[j]);
  std::vector<std::vector<std::size_t>> groups;
  groups.reserve(by_group.size());
  for (auto& [one, members] : by_group) groups.push_back(std::move(members));
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return groups;
}

}  // namespace coreecs
