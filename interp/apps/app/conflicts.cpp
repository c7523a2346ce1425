#include "interp/apps/app/conflicts.hpp"

#include <algorithm>
#include <map>

#include "interp/apps/order/dag.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::app {

namespace {

Labels united(const Labels& a, const Labels& b) {
  Labels out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Labels common(const Labels& a, const Labels& b) {
  Labels out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

/// What one system accesses through one query, as resources, or as events.
struct Accessed {
  Labels all, writes;
  Labels required, excluded;  ///< of the entities
};

/// The labels that both access and at least one writes.
Labels contested(const Accessed& one, const Accessed& other) {
  const bool apart = !common(one.required, other.excluded).empty() || !common(one.excluded, other.required).empty();
  return apart ? Labels() : united(common(one.writes, other.all), common(one.all, other.writes));
}

std::vector<Accessed> accessed(const System& system) {
  std::vector<Accessed> all;
  for (const Query& query : system.queries) {
    Accessed one{united(query.reads, query.writes), query.writes, query.filter.with, query.filter.without};
    const Labels asked = united(query.added, query.changed);
    Labels must;
    std::set_difference(one.all.begin(), one.all.end(), query.optional.begin(), query.optional.end(),
                        std::back_inserter(must));
    one.required = united(united(one.required, must), asked);
    one.all = united(one.all, asked);
    all.push_back(std::move(one));
  }
  all.push_back({united(system.reads, system.writes), system.writes, {}, {}});
  all.push_back({united(system.events.reads, system.events.sends), system.events.sends, {}, {}});
  return all;
}

/// Finds candidates that may conflict with one system by the labels that they access, without comparing all systems.
class Contestants {
 public:
  Contestants(const App& app, const std::vector<std::vector<Accessed>>& access)
      : access_(access),
        exclusive_(app.systems.size()),
        accessing_(app.components.size(), exclusive_),
        writing_(app.components.size(), exclusive_) {
    for (std::size_t a = 0; a < access.size(); ++a) {
      exclusive_.set(a, app.systems[a].exclusive);
      for (const Accessed& one : access[a]) {
        for (const std::size_t label : one.all) accessing_[label].set(a);
        for (const std::size_t label : one.writes) writing_[label].set(a);
      }
    }
  }

  [[nodiscard]] Subset of(std::size_t a) const {
    interrupt::poll();
    if (exclusive_.test(a)) return ~Subset(exclusive_.size());
    Subset all = exclusive_;
    for (const Accessed& one : access_[a]) {
      for (const std::size_t label : one.all) all |= writing_[label];
      for (const std::size_t label : one.writes) all |= accessing_[label];
    }
    return all;
  }

 private:
  const std::vector<std::vector<Accessed>>& access_;
  Subset exclusive_;
  std::vector<Subset> accessing_, writing_;  // by label
};

}  // namespace

std::vector<Conflict> declared_conflicts(const App& app) {
  const std::size_t n = app.systems.size();
  std::vector<std::vector<Accessed>> access;
  access.reserve(n);
  for (const System& system : app.systems) access.push_back(accessed(system));
  const Contestants contestants(app, access);
  std::map<std::pair<std::size_t, std::size_t>, Conflict> all;
  for (std::size_t a = 0; a < n; ++a) {
    const Subset others = contestants.of(a);
    for (std::size_t b = others.find_next(a); b != Subset::npos; b = others.find_next(b)) {
      if (app.systems[a].exclusive || app.systems[b].exclusive) {
        all[{a, b}] = {a, b, {}, Conflict::Why::Exclusive};
        continue;
      }
      Labels on;
      for (const Accessed& one : access[a])
        for (const Accessed& other : access[b]) on = united(on, contested(one, other));
      if (!on.empty()) all[{a, b}] = {a, b, std::move(on), Conflict::Why::Access};
    }
  }
  for (const ListedConflict& listed : app.conflicts) {
    const auto [at, is_new] =
        all.try_emplace({listed.a, listed.b}, Conflict{listed.a, listed.b, listed.on, Conflict::Why::Listed});
    if (is_new || at->second.on.empty()) continue;
    at->second.on = listed.on.empty() ? Labels() : united(at->second.on, listed.on);
  }
  std::vector<Conflict> out;
  out.reserve(all.size());
  for (auto& [pair, conflict] : all) out.push_back(std::move(conflict));
  return out;
}

Allowances::Allowances(const App& app) : n_(app.systems.size()), pairs_(n_ * n_, false), labels_(app.allow_ambiguous) {
  const auto sets = members(app);
  const auto systems_of = [&](const Node& node) {
    return node.kind == Node::Kind::System ? std::vector<std::size_t>{node.position} : sets[node.position];
  };
  const auto allow = [&](const std::vector<std::size_t>& ones, const Configuration& configuration) {
    const auto pair = [&](std::size_t a, std::size_t b) { pairs_[a * n_ + b] = pairs_[b * n_ + a] = true; };
    for (const std::size_t a : ones) {
      for (const Node& node : configuration.ambiguous_with)
        for (const std::size_t b : systems_of(node)) pair(a, b);
      for (std::size_t b = 0; configuration.ambiguous_with_all && b < n_; ++b) pair(a, b);
    }
  };
  for (std::size_t s = 0; s < n_; ++s) allow({s}, app.systems[s].configuration);
  for (std::size_t s = 0; s < app.sets.size(); ++s) allow(sets[s], app.sets[s].configuration);
}

bool Allowances::allows(const Conflict& conflict) const {
  return allows(conflict.a, conflict.b) ||
         (!conflict.on.empty() &&
          std::includes(labels_.begin(), labels_.end(), conflict.on.begin(), conflict.on.end()));
}

}  // namespace coreecs::app
