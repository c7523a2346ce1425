#include <algorithm>

#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

namespace {

/// "Execution order within a stage is inferred from insertion order and data access, with a previously inserted
/// intersecting system assumed to be a dependency of later one."
Dag inferred(const Tasks& tasks) {
  Digraph said(tasks.size());
  for (std::size_t x = 0; x < tasks.size(); ++x)
    for (const std::size_t y : members(tasks.conflicts[x]))
      if (x < y) said.add(x, y);
  return std::get<Dag>(Dag::of(std::move(said)));
}

/// Those run "on the main thread with exclusive access to all data".
bool thread_local_in_bevy(const Task& task) { return task.thread.has_value() || task.exclusive != Exclusive::No; }

}  // namespace

// [scheduler/bevy-first]  for each stage:
Plan bevy_first(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  const Dag dependencies = inferred(tasks);  // (1, 3) "recalculate dependencies"; (4) counters are part of each run
  for (std::vector<std::size_t> stage : planner.by_stage()) {
    std::sort(stage.begin(), stage.end());
    const std::string name = stage_name(tasks, tasks.tasks[stage.front()].stage);
    for (auto begin = stage.begin(); begin != stage.end();) {
      // (2) "From all systems of the stage, in order of insertion, select the range of systems to operate on this
      //     cycle: from the end of last cycle's range, exclusive, (or first system, inclusive) to next thread-local
      //     system (or last system if there are no thread-local systems), inclusive."
      const auto end =
          std::find_if(begin, stage.end(), [&](std::size_t x) { return thread_local_in_bevy(tasks.tasks[x]); });
      // (5) "Start every thread-agnostic system in the range by spawning a task that will await its dependencies
      //     counter reaching zero, execute the system, and signal its dependents' counters to decrement upon
      //     completion."
      if (begin != end) {
        planner.phase(name, Starting::AtOnce);
        planner.jobs(std::vector<std::size_t>(begin, end), dependencies);
      }
      // (6) "If the selected range contains a thread-local system, execute it on the main thread with exclusive access
      //     to all data, then continue from step 2."
      if (end != stage.end()) {
        planner.phase(name, Starting::AtOnce);
        planner.plan.jobs[planner.job(*end)].worker = 0;
      }
      begin = end == stage.end() ? end : end + 1;
    }
    // (7) "Execute all systems' modification closures on the main thread, in order of insertion, with exclusive access
    //     to all data."
    planner.plan.phases.back().applies = true;
  }
  for (const Task& task : tasks.tasks)
    if (task.thread.value_or(0) != 0)
      planner.plan.notes.push_back(task.name + ": a thread-local system runs on the main thread, and no other one");
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
