#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

// [scheduler/dynamic]  "Start execution of whichever system, then find another one that is disjoint with the one now
//                      running, then another ... Once no systems can be started the scheduler simply waits for one of
//                      them to finish": by first fit, in the order of insertion, as threads are available; "start only
//                      the systems that have all their dependencies satisfied"; commands at the end of the schedule
Plan dynamic_first_fit(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  planner.phase("all", Starting::WhenFree, true);
  planner.jobs(planner.sequence(), planner.order());
  return std::move(planner).finished();
}

// [scheduler/stages]  "All systems of a stage have to be executed before any systems of a subsequent stage. ... Each
//                     stage is, effectively, an individual ECS program. ... End of a stage can be used to apply the
//                     operations"
Plan stages(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  for (const std::vector<std::size_t>& stage : planner.by_stage()) {
    planner.phase(stage_name(tasks, tasks.tasks[stage.front()].stage), Starting::WhenFree, true);
    planner.jobs(stage, planner.order());
  }
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
