#include "interp/apps/triage/causes.hpp"

#include <algorithm>

namespace coreecs::triage {

namespace {

class Causes {
 public:
  Causes(const Executions& all, const std::vector<Interference>& interferences)
      : all_(all), interferences_(interferences) {}

  [[nodiscard]] std::vector<ConflictingPair> operator()(const Encounter& at,
                                                        const std::optional<Witness>& witness) const {
    std::size_t x = at.x, z = at.z;
    if (all_.plan.is_begin(x) || all_.plan.is_begin(z)) return of_block(at);
    if (all_.plan.is_sync(x)) std::swap(x, z);
    if (!all_.plan.is_sync(z)) {
      const bool order = conflicts_at_once(at.k, x, z);
      return {{std::min(x, z), std::max(x, z), order ? Over::Order : Over::Applied}};
    }
    std::vector<ConflictingPair> found = seen_by(at.k, at.path, x);
    if (found.empty()) found = overwritten(at.k, at.path, x);
    if (found.empty() && !all_.observers.empty()) found = observed_by(at.k, at.path, x);
    if (found.empty() && witness && all_.plan.blocks.empty())
      if (const auto other = meets_later(*witness, at.k, x))
        found.push_back({std::min(x, *other), std::max(x, *other), Over::Seen});
    if (!found.empty()) return found;
    // Without a witness the final state is the same, so any obstacle may be the cause.
    const bool seen = !witness || !all_.plan.blocks.empty() || !all_.observers.empty();
    for (const Interference& one : interferences_)
      for (const Obstacle& obstacle : one.obstacles) {
        if (one.first != x && one.second != x) continue;
        if (!one.can_show(obstacle, [&](std::size_t s) { return all_.bodies[s].s != nullptr; })) continue;
        if (obstacle.over == Over::Applied || (seen && obstacle.over == Over::Seen))
          found.push_back({one.first, one.second, obstacle.over});
      }
    return found;
  }

 private:
  using Nodes = std::vector<std::size_t>;

  // [repeat/cause]  a system outside of a block races with those systems of the block with which it conflicts where
  //                 these are performed, or with all if it changes how often the block is performed
  [[nodiscard]] std::vector<ConflictingPair> of_block(const Encounter& at) const {
    const bool x_begins = all_.plan.is_begin(at.x);
    const std::size_t begin = x_begins ? at.x : at.z, z = x_begins ? at.z : at.x;
    std::vector<ConflictingPair> found;
    if (all_.plan.is_system(z)) {
      std::vector<std::size_t> with;
      try {
        with = met_by(at.k, begin, z);
      } catch (const RuntimeError&) {  // it fails in one of the orders
      }
      for (const std::size_t s : with) found.push_back({std::min(s, z), std::max(s, z), Over::Order});
      if (!found.empty()) return found;
    }
    // Two blocks, or a block and a sync point: all that may meet there.
    const auto in = [&](std::size_t s, std::size_t node) {
      return all_.plan.is_begin(node) ? all_.plan.block(s) == all_.plan.block(node)
                                      : node == s || (all_.plan.is_sync_of(node, s) && late(s, at.path));
    };
    for (const Interference& one : interferences_) {
      const bool meet = (in(one.first, begin) && in(one.second, z)) || (in(one.second, begin) && in(one.first, z));
      for (const Obstacle& obstacle : one.obstacles)
        if (meet && can_show(one, obstacle)) {
          found.push_back({one.first, one.second, obstacle.over});
          break;
        }
    }
    return found.empty() ? any_of_block(all_.plan.block(begin)) : found;
  }
  /// All pairs of a system of the block and one outside that have an obstacle. A change deferred before may be at
  /// stake.
  [[nodiscard]] std::vector<ConflictingPair> any_of_block(std::optional<std::size_t> block) const {
    std::vector<ConflictingPair> found;
    for (const Interference& one : interferences_)
      for (const Obstacle& obstacle : one.obstacles)
        if (can_show(one, obstacle) &&
            (all_.plan.block(one.first) == block) != (all_.plan.block(one.second) == block)) {
          found.push_back({one.first, one.second, obstacle.over});
          break;
        }
    return found;
  }
  [[nodiscard]] bool late(std::size_t s, const Nodes& path) const {
    const auto pending = deferred_after(path, {});
    return std::any_of(pending.begin(), pending.end(), [&](const auto& one) { return one.first == s; });
  }
  [[nodiscard]] bool can_show(const Interference& one, const Obstacle& obstacle) const {
    return one.can_show(obstacle, [&](std::size_t s) { return all_.bodies[s].s != nullptr; });
  }
  /// The systems of a block that z meets where the block begins at κ, each once.
  [[nodiscard]] std::vector<std::size_t> met_by(const Configuration& at, std::size_t begin, std::size_t z) const {
    const std::size_t block = *all_.plan.block(begin);
    std::vector<std::size_t> found;
    const auto add = [&](std::size_t s) {
      if (std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
    };
    const auto add_partners = [&](bool asked) {
      for (const Interference& one : interferences_) {
        const std::size_t s = one.first == z ? one.second : one.first;
        if ((one.first != z && one.second != z) || all_.plan.block(s) != block) continue;
        for (const Obstacle& obstacle : one.obstacles)
          if (can_show(one, obstacle) && obstacle.run_if.empty() != asked) add(s);
      }
    };
    if (all_.rounds(at, block) != all_.rounds(all_.step(at, z), block)) add_partners(true);
    Configuration k = all_.step(at, begin);
    while (k.open) {
      const std::size_t node = all_.enabled(k).front();
      if (conflicts_at_once(k, node, z)) all_.plan.is_system(node) ? add(node) : add_partners(false);
      k = all_.step(std::move(k), node);
    }
    return found;
  }

  [[nodiscard]] Reached step(const Reached& k, std::size_t node) const { return triage::step(all_, k, node); }

  /// Systems whose deferred changes alter what x does when only these are still pending. If no single system's do,
  /// those that alter it as all are applied one after the other.
  [[nodiscard]] std::vector<ConflictingPair> seen_by(const Configuration& k, const Nodes& path, std::size_t x) const {
    const std::vector<std::pair<std::size_t, Update>> pending = deferred_after(path, all_.plan.block(x));
    Configuration all = k;
    for (const auto& [system, d] : pending) all_.apply(all, d);
    std::vector<ConflictingPair> found;
    const auto add = [&](std::size_t system) {
      found.push_back({std::min(system, x), std::max(system, x), Over::Seen});
    };
    for (std::size_t j = 0; j < pending.size(); ++j) {
      Configuration others = k;
      for (std::size_t other = 0; other < pending.size(); ++other)
        if (other != j) all_.apply(others, pending[other].second);
      if (!does_as(all_, others, all, x)) add(pending[j].first);
    }
    if (!found.empty()) return found;
    Configuration before = k;
    for (const auto& [system, d] : pending) {
      Configuration next = before;
      all_.apply(next, d);
      if (!does_as(all_, before, next, x)) add(system);
      before = std::move(next);
    }
    return found;
  }
  /// Systems whose deferred changes trigger observers that act differently before x.
  [[nodiscard]] std::vector<ConflictingPair> observed_by(const Configuration& k, const Nodes& path,
                                                         std::size_t x) const {
    const std::vector<std::pair<std::size_t, Update>> pending = deferred_after(path, all_.plan.block(x));
    std::vector<ConflictingPair> found;
    for (const auto& [system, d] : pending) {
      Configuration before = k, after = k;
      try {
        all_.apply(before, d);
        before = all_.step(std::move(before), x);
        after = all_.step(std::move(after), x);
        all_.apply(after, d);
        if (before.c == after.c) continue;
      } catch (const RuntimeError&) {  // it fails in one of the orders
      }
      found.push_back({std::min(system, x), std::max(system, x), Over::Seen});
    }
    return found;
  }
  /// Systems whose deferred changes write what x writes at once.
  [[nodiscard]] std::vector<ConflictingPair> overwritten(const Configuration& k, const Nodes& path,
                                                         std::size_t x) const {
    const std::optional<Visited> visited = all_.visited_at(k, x);
    std::vector<ConflictingPair> found;
    for (const auto& [system, d] : deferred_after(path, all_.plan.block(x)))
      if (overwrites(visited, d)) found.push_back({std::min(system, x), std::max(system, x), Over::Seen});
    return found;
  }
  /// Whether a system writes another value at once than a deferred change does.
  [[nodiscard]] static bool overwrites(const std::optional<Visited>& visited, const Update& deferred) {
    const std::span<const Write> writes = deferred.writes();
    return visited && std::any_of(writes.begin(), writes.end(), [&](const Write& write) {
             const Write* own = visited->owned.find(write.l);
             return own && own->k != write.k;
           });
  }
  /// The systems with pending changes at the end of a path, in order of application. A system and a sync point are
  /// unordered only with Applied::AsPerformed: a scheduler's phases order them ([triage/scheduler-plan]). Only those of
  /// systems in this block, or outside of blocks.
  [[nodiscard]] std::vector<std::pair<std::size_t, Update>> deferred_after(const Nodes& path,
                                                                           std::optional<std::size_t> block) const {
    std::vector<std::pair<std::size_t, Update>> pending;
    Configuration k = all_.first();
    for (const std::size_t node : path) {
      if (all_.plan.is_sync(node) && all_.plan.block(node) == block)
        pending.clear();
      else if (all_.plan.is_system(node) && all_.plan.block(node) == block)
        pending.emplace_back(node, all_.visit_at(k, node).deferred);
      k = all_.step(std::move(k), node);
    }
    return pending;
  }

  /// The first system that acts differently when the changes of x, deferred at κ, come later, or that writes other
  /// values to the same locations at once.
  [[nodiscard]] std::optional<std::size_t> meets_later(const Witness& witness, const Configuration& k,
                                                       std::size_t x) const {
    const std::optional<Visited> changes = all_.visited_at(k, x);
    Reached a = k, b = k;
    for (std::size_t j = witness.swapped; j < std::min(witness.first.size(), witness.second.size()); ++j) {
      const std::size_t node = witness.first[j];
      if (j > witness.swapped + 1 && node != x && !all_.plan.is_sync(node)) {
        const auto* k_a = std::get_if<Configuration>(&a);
        if (!does_as(all_, a, b, node)) return node;
        if (k_a && changes && overwrites(all_.visited_at(*k_a, node), changes->deferred)) return node;
      }
      a = step(a, node);
      b = step(b, witness.second[j]);
    }
    return std::nullopt;
  }

  /// Whether the order of the two alters what either observes, or the state that both leave.
  [[nodiscard]] bool conflicts_at_once(const Configuration& k, std::size_t x, std::size_t z) const {
    const Reached after_x = step(k, x), after_z = step(k, z), a = step(after_x, z), b = step(after_z, x);
    const auto *k_a = std::get_if<Configuration>(&a), *k_b = std::get_if<Configuration>(&b);
    return !k_a || !k_b || !(k_a->c == k_b->c) || !(k_a->changes == k_b->changes) || !(k_a->unread == k_b->unread) ||
           k_a->answers != k_b->answers || !does_as(all_, k, after_x, z) || !does_as(all_, k, after_z, x);
  }

  const Executions& all_;
  const std::vector<Interference>& interferences_;
};

}  // namespace

std::vector<ConflictingPair> causes(const Executions& all, const std::vector<Interference>& interferences,
                                    const Encounter& at, const std::optional<Witness>& witness) {
  return Causes(all, interferences)(at, witness);
}

}  // namespace coreecs::triage
