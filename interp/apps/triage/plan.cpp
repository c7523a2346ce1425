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

/// One sync point for each distance greater than 0. The distance of a system is the largest number of edges from
/// systems that defer on a path to it. An edge between systems of different distances goes through the sync point of
/// the later one, whether or not its first system defers.
void sync_between_ordered(Digraph& all, const Dag& order, const std::vector<bool>& defers) {
  const std::vector<Edge> edges = order.reduction();
  std::vector<std::vector<std::size_t>> before(order.size());
  for (const Edge& edge : edges) before[edge.after].push_back(edge.before);
  std::vector<std::size_t> distance(order.size(), 0);
  for (const std::size_t s : order.in_order())
    for (const std::size_t b : before[s]) distance[s] = std::max(distance[s], distance[b] + (defers[b] ? 1 : 0));
  for (const Edge& edge : edges) {
    if (distance[edge.before] == distance[edge.after]) continue;
    const std::size_t y = order.size() + distance[edge.after] - 1;
    all.add(edge.before, y);
    all.add(y, edge.after);
  }
}

std::size_t sync_points_between_ordered(const Dag& order, const std::vector<bool>& defers) {
  std::vector<std::size_t> distance(order.size(), 0);
  std::size_t most = 0;
  for (const std::size_t s : order.in_order())
    for (std::size_t b = 0; b < order.size(); ++b)
      if (order.less(b, s)) {
        distance[s] = std::max(distance[s], distance[b] + (defers[b] ? 1 : 0));
        most = std::max(most, distance[s]);
      }
  return most;
}

}  // namespace

Plan plan(const Dag& order, Sync sync, Applied applied, const std::vector<bool>& defers, std::vector<bool> exclusive) {
  const std::size_t n = order.size();
  const std::size_t end = n + (sync == Sync::BetweenOrdered ? sync_points_between_ordered(order, defers) : 0);
  Digraph all(end + 1);
  for (const Edge& edge : order.said().edges()) all.add(edge.before, edge.after);
  for (std::size_t node = 0; node < end; ++node) all.add(node, end);
  for (std::size_t y = n; y + 1 < end; ++y) all.add(y, y + 1);
  if (sync == Sync::BetweenOrdered) sync_between_ordered(all, order, defers);
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
