#include <algorithm>

#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

namespace {

/// "All systems are statically disjoint", and none has to wait for another.
bool all_disjoint(const Tasks& tasks, const std::vector<std::size_t>& systems, const Dag& order) {
  for (const std::size_t x : systems)
    for (const std::size_t y : systems)
      if (tasks.conflicts[x].test(y) || order.less(x, y)) return false;
  return true;
}

}  // namespace

// [scheduler/yaks]  "There are no stages, users are encouraged to create several executors and invoke them in a
//                  sequence": an executor for each stage; commands, which are left to the user, after each
Plan yaks(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  for (std::vector<std::size_t> systems : planner.by_stage()) {
    const std::string name = stage_name(tasks, tasks.tasks[systems.front()].stage);
    // "Dispatching ... starts all of the systems at the same time, without any additional checks."
    if (all_disjoint(tasks, systems, planner.order())) {
      planner.phase(name + " (dispatching)", Starting::AtOnce, true);
      planner.jobs(systems, planner.order());
      continue;
    }
    // "Scheduling": (1, 2) queue systems that have no dependencies, reset the counters of the others. (3) exit when
    // none is queued or running. (4, 5) start every queued system that is disjoint with already running ones. (6, 7)
    // wait for a signal of one that finished, and collect all others. (8, 9) queue dependents that waited for nothing
    // else: these are steps of the machine.
    // (10) "Sort the list of queued systems in order of decreasing amount of dependents."
    std::stable_sort(systems.begin(), systems.end(), [&](std::size_t x, std::size_t y) {
      return tasks.order.said().after(x).size() > tasks.order.said().after(y).size();
    });
    planner.phase(name, Starting::Queue, true);
    planner.jobs(systems, planner.order());
  }
  for (const Task& task : tasks.tasks)
    if (task.thread)
      planner.plan.notes.push_back(task.name +
                                   ": yaks does not address thread-local systems; this one is kept on its thread");
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
