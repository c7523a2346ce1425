#include "interp/apps/schedulers/makespan.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "interp/base/interrupt.hpp"

namespace coreecs::schedulers {

namespace {

std::uint64_t time_of(const Task& task) { return task.times > 0 ? task.duration : 0; }

/// Stores the longest chain of an order, and how long it takes.
void longest_path(const Tasks& tasks, const Dag& order, LowerBounds& bounds) {
  std::vector<std::uint64_t> until(tasks.size());
  std::vector<std::optional<std::size_t>> previous(tasks.size());
  std::optional<std::size_t> last;
  for (const std::size_t x : order.in_order()) {
    until[x] += time_of(tasks.tasks[x]);
    if (!last || until[x] > until[*last]) last = x;
    for (const std::size_t y : order.said().after(x))
      if (until[x] > until[y]) {
        until[y] = until[x];
        previous[y] = x;
      }
  }
  bounds.critical_path = last ? until[*last] : 0;
  for (; last; last = previous[*last])
    if (tasks.tasks[*last].times > 0) bounds.path.push_back(*last);
  std::reverse(bounds.path.begin(), bounds.path.end());
}

/// Finds tasks that have to run one after the other, greedily: from each task on, the longest remaining one comes next.
void longest_clique(const Tasks& tasks, const Dag& order, LowerBounds& bounds) {
  std::vector<std::size_t> longest_first(tasks.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::stable_sort(longest_first.begin(), longest_first.end(),
                   [&](std::size_t x, std::size_t y) { return time_of(tasks.tasks[x]) > time_of(tasks.tasks[y]); });
  std::vector<Subset> related;
  for (std::size_t x = 0; x < tasks.size(); ++x)
    related.push_back(tasks.conflicts[x] | order.below(x) | order.above(x));
  for (std::size_t x = 0; x < tasks.size(); ++x) {
    interrupt::poll();
    std::vector<std::size_t> clique;
    std::uint64_t sum = 0;
    Subset left = ~Subset(tasks.size());
    const auto take = [&](std::size_t y) {
      left &= related[y];
      clique.push_back(y);
      sum += time_of(tasks.tasks[y]);
    };
    take(x);
    for (const std::size_t y : longest_first)
      if (left.test(y)) take(y);
    if (sum <= bounds.conflict) continue;
    bounds.conflict = sum;
    std::sort(clique.begin(), clique.end());
    bounds.clique = std::move(clique);
  }
}

}  // namespace

// [makespan/bounds]  a chain x < y < ...;  Σ / p;  Σ over the tasks of one thread: "it cannot be less than the greatest
//                    sum of execution time of systems local to one thread";  Σ over tasks of which any two conflict
LowerBounds lower_bounds(const Tasks& tasks, std::size_t workers) {
  const Dag order = std::get<Dag>(tasks.staged_order());
  LowerBounds bounds;
  longest_path(tasks, order, bounds);
  std::map<std::size_t, std::uint64_t> threads;
  std::uint64_t work = 0;
  for (const Task& task : tasks.tasks) {
    work += time_of(task);
    if (task.thread) bounds.thread = std::max(bounds.thread, threads[*task.thread] += time_of(task));
  }
  bounds.work = (work + workers - 1) / workers;
  longest_clique(tasks, order, bounds);
  return bounds;
}

}  // namespace coreecs::schedulers
