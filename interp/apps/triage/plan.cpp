#include "interp/apps/triage/plan.hpp"

#include <algorithm>
#include <map>

namespace coreecs::triage {

bool Plan::may_sync_between(std::size_t x, std::size_t z) const {
  if (order.less(z, x)) return false;
  for (std::size_t y = systems; y < size(); ++y)
    if (is_sync_of(y, x) && !order.less(y, x) && !order.less(z, y)) return true;
  return false;
}

bool Plan::may_not_sync_between(std::size_t x, std::size_t z) const {
  if (order.less(z, x)) return false;
  for (std::size_t y = systems; y < size(); ++y)
    if (is_sync_of(y, x) && order.less(x, y) && order.less(y, z)) return false;
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

// [repeat/plan]  x < z as the plan of the block of both has it, or that of the app for the blocks or systems that they
//                are in;  begin_B < all others of B < end_B
Plan substituted(const Plan& outer, const std::vector<std::size_t>& units, const app::Blocks& blocks,
                 const std::vector<Plan>& inner, std::vector<bool> exclusive) {
  Plan out;
  out.systems = exclusive.size();
  out.exclusive = std::move(exclusive);
  out.applied = outer.applied;
  std::size_t next = out.systems;
  std::vector<std::vector<std::size_t>> nodes_of(inner.size());  // of each inner plan, the nodes in the whole
  for (std::size_t b = 0; b < inner.size(); ++b) {
    Round& round = out.blocks.emplace_back();
    round.begin = next++;
    nodes_of[b] = blocks.all()[b].systems;
    while (nodes_of[b].size() < inner[b].size()) nodes_of[b].push_back(next++);
    round.end = nodes_of[b].back();
  }
  const std::size_t first_sync = next;
  const std::size_t size = first_sync + outer.size() - outer.systems;
  Digraph all(size);
  out.block_of.resize(size);
  for (std::size_t b = 0; b < inner.size(); ++b) {
    Round& round = out.blocks[b];
    round.nodes.resize(size);
    round.nodes.set(round.begin);
    for (const std::size_t node : nodes_of[b]) {
      round.nodes.set(node);
      all.add(round.begin, node);
    }
    for (const std::size_t node : members(round.nodes)) out.block_of[node] = b;
    for (const Edge& edge : inner[b].order.said().edges()) all.add(nodes_of[b][edge.before], nodes_of[b][edge.after]);
  }
  const auto whole = [&](std::size_t node, std::size_t Round::*side) {
    if (node >= outer.systems) return first_sync + node - outer.systems;
    const auto block = blocks.of(units[node]);
    return block ? out.blocks[*block].*side : units[node];
  };
  for (const Edge& edge : outer.order.said().edges())
    all.add(whole(edge.before, &Round::end), whole(edge.after, &Round::begin));
  out.order = std::get<Dag>(Dag::of(std::move(all)));
  return out;
}

}  // namespace coreecs::triage
