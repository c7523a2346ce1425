#include "interp/apps/triage/plan.hpp"

#include <algorithm>
#include <map>

namespace coreecs::triage {

bool Plan::may_sync_between(std::size_t x, std::size_t z) const {
  if (order.less(z, x)) return false;
  for (std::size_t y = systems; y < size(); ++y)
    if (!order.less(y, x) && !order.less(z, y)) return true;
  return false;
}

bool Plan::may_not_sync_between(std::size_t x, std::size_t z) const {
  if (order.less(z, x)) return false;
  for (std::size_t y = systems; y < size(); ++y)
    if (order.less(x, y) && order.less(y, z)) return false;
  return true;
}

namespace {

/// An edge that goes through a sync point, which has a number from 1 on.
struct SyncedEdge {
  Edge edge;
  std::size_t sync;
};

/// The distance of a system is the largest number of edges from systems with commands on a path to it. An edge goes
/// through a sync point that its two systems share with all other edges of the same number.
///
/// BetweenOrdered: each edge between systems of different distances, through the sync point of the later one, even if
/// its first system has no commands. AfterCommands: each edge from a system with commands, through the sync point of
/// the distance that the later one has by the edges that were looked at before, in the order of insertion.
std::vector<SyncedEdge> synced_edges(const Dag& order, Sync sync, const std::vector<bool>& defers) {
  std::vector<SyncedEdge> all;
  if (sync != Sync::BetweenOrdered && sync != Sync::AfterCommands) return all;
  const std::vector<Edge> edges = order.reduction();
  std::vector<std::vector<std::size_t>> after(order.size());
  for (const Edge& edge : edges) after[edge.before].push_back(edge.after);
  std::vector<std::size_t> distance(order.size(), 0);
  for (const std::size_t s : order.in_order())
    for (const std::size_t later : after[s]) {
      distance[later] = std::max(distance[later], distance[s] + (defers[s] ? 1 : 0));
      if (sync == Sync::AfterCommands && defers[s]) all.push_back({{s, later}, distance[later]});
    }
  if (sync == Sync::BetweenOrdered)
    for (const Edge& edge : edges)
      if (distance[edge.before] != distance[edge.after]) all.push_back({edge, distance[edge.after]});
  return all;
}

}  // namespace

Plan plan(const Dag& order, Sync sync, Applied applied, const std::vector<bool>& defers, std::vector<bool> exclusive) {
  const std::size_t n = order.size();
  const std::vector<SyncedEdge> synced = synced_edges(order, sync, defers);
  std::size_t end = n;
  for (const SyncedEdge& one : synced) end = std::max(end, n + one.sync);
  Digraph all(end + 1);
  for (const Edge& edge : order.said().edges()) all.add(edge.before, edge.after);
  for (std::size_t node = 0; node < end; ++node) all.add(node, end);
  for (std::size_t y = n; y + 1 < end; ++y) all.add(y, y + 1);
  for (const SyncedEdge& one : synced) {
    all.add(one.edge.before, n + one.sync - 1);
    all.add(n + one.sync - 1, one.edge.after);
  }
  if (sync == Sync::AtOnce) exclusive.assign(n, true);
  return {n, std::move(exclusive), std::get<Dag>(Dag::of(std::move(all))), applied};
}

// [triage/scheduler-plan]  x < z as [scheduler/admissible] has it;  x < y_k if x is in a phase up to k,  y_k < x if it
//                          is in a later one;  y_k < y_l if k < l;  and all are before the last sync point
Plan plan(const schedulers::Tasks& tasks, const schedulers::Plan& of, std::vector<bool> exclusive) {
  const std::size_t n = tasks.size();
  std::vector<std::size_t> phase_of(n, 0), syncs;
  for (std::size_t k = 0; k < of.phases.size(); ++k) {
    for (const std::size_t job : of.phases[k].jobs) phase_of[of.jobs[job].task] = k;
    if (of.phases[k].applies && k + 1 < of.phases.size()) syncs.push_back(k);
  }
  const std::size_t end = n + syncs.size();
  Digraph all(end + 1);
  for (const Edge& edge : schedulers::admissible(tasks, of).order().reduction()) all.add(edge.before, edge.after);
  for (std::size_t node = 0; node < end; ++node) all.add(node, end);
  for (std::size_t y = n; y + 1 < end; ++y) all.add(y, y + 1);
  for (std::size_t j = 0; j < syncs.size(); ++j)
    for (std::size_t s = 0; s < n; ++s)
      if (phase_of[s] <= syncs[j])
        all.add(s, n + j);
      else
        all.add(n + j, s);
  return {n, std::move(exclusive), std::get<Dag>(Dag::of(std::move(all))), Applied::AsInserted};
}

}  // namespace coreecs::triage
