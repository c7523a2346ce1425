#include <algorithm>

#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

namespace {

using Stage = std::vector<std::size_t>;

/// The tasks of a stage that run in this round with this kind of exclusivity.
Stage of_kind(const Tasks& tasks, const Stage& stage, std::size_t round, Exclusive exclusive) {
  Stage found;
  for (const std::size_t x : stage)
    if (tasks.tasks[x].times > round && tasks.tasks[x].exclusive == exclusive) found.push_back(x);
  return found;
}

/// Exclusive systems run one after the other on the main thread.
void one_by_one(Planner& planner, const std::string& name, const Stage& tasks, std::size_t round) {
  for (const std::size_t x : tasks) {
    planner.phase(name, Starting::AtOnce, true);
    Job& job = planner.plan.jobs[planner.job(x)];
    job.worker = 0;
    job.round = round;
  }
}

/// The order without constraints between other systems and exclusive ones, which stay at the start or end of a stage.
Dag without_exclusive(const Tasks& tasks, const Dag& order) {
  Digraph said(tasks.size());
  for (std::size_t x = 0; x < tasks.size(); ++x)
    for (const std::size_t y : members(order.above(x)))
      if (tasks.tasks[x].exclusive == tasks.tasks[y].exclusive) said.add(x, y);
  return std::get<Dag>(Dag::of(std::move(said)));
}

}  // namespace

// [scheduler/bevy-second]  for each stage:
Plan bevy_second(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  const Dag order = without_exclusive(tasks, planner.order());
  for (const Stage& stage : planner.by_stage()) {
    const std::string name = stage_name(tasks, tasks.tasks[stage.front()].stage);
    // (1) "Evaluate run criteria of system sets." The tasks say how often each criterion holds. (2, 4) Caches are not
    // modelled.
    std::size_t rounds = 0;
    for (const std::size_t x : stage) rounds = std::max(rounds, tasks.tasks[x].times);
    for (std::size_t round = 0; round < rounds; ++round) {
      // (3) "Run exclusive systems that want to be at the start of stage."
      one_by_one(planner, name, of_kind(tasks, stage, round, Exclusive::AtStart), round);
      // (5, 6, 13) "Prepare parallel systems - spawn tasks, reset counters, queue systems with no dependencies, etc."
      // (7) "Try running a queued thread-local system. Queue its dependants if this was the last system they were
      //     waiting on." (8, 9, 11) "Try starting some queued thread-agnostic systems." (10) "See if any
      //     thread-agnostic systems have finished, queue their dependants if those were the last systems they were
      //     waiting on." (12) "If there are any queued or running systems, continue from step 7": these are steps of
      //     the machine.
      // (14) "Merge in command buffers."
      const Stage parallel = of_kind(tasks, stage, round, Exclusive::No);
      if (!parallel.empty()) {
        planner.phase(name, Starting::MainThread, true);
        const std::size_t first = planner.plan.jobs.size();
        planner.jobs(parallel, order);
        for (std::size_t job = first; job < planner.plan.jobs.size(); ++job) {
          planner.plan.jobs[job].round = round;
          if (planner.plan.jobs[job].worker) planner.plan.jobs[job].worker = 0;  // thread-local
        }
      }
      // (15) "Run exclusive systems that want to be at the end of stage."
      one_by_one(planner, name, of_kind(tasks, stage, round, Exclusive::AtEnd), round);
      // (16) "Re-evaluate run criteria, continue from step 3 if needed."
    }
  }
  for (const Task& task : tasks.tasks)
    if (task.thread.value_or(0) != 0)
      planner.plan.notes.push_back(task.name + ": a thread-local system runs on the main thread, and no other one");
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
