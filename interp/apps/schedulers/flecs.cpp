#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

namespace {

/// Whether commands of the segment may change what x accesses, which needs a merge before x.
bool reads_commands(const Tasks& tasks, const std::vector<std::size_t>& segment, std::size_t x) {
  for (const std::size_t y : segment)
    if (tasks.tasks[y].deferred && tasks.observers[y].test(x)) return true;
  return false;
}

/// Multi-threaded, single-threaded, or immediate: alone, which Flecs calls no_readonly.
enum class Threading { Multi, Single, Immediate };

Threading threading(const Task& task) {
  if (task.exclusive != Exclusive::No) return Threading::Immediate;
  return task.split && !task.thread ? Threading::Multi : Threading::Single;
}

}  // namespace

// [scheduler/flecs]  Systems run in the order of their phases, and in these of their declaration. "When a pipeline sees
//                   a read for a component for which commands could have been inserted, a sync point is inserted before
//                   the system that reads." Also where single-threaded and multi-threaded systems meet, and around
//                   immediate ones. "Single threaded systems are always ran on the main thread. ... The scheduler runs
//                   each multithreaded system on all threads, and divides the number of matched entities across the
//                   threads. ... The same entity is always processed by the same thread, until the next sync point."
Plan flecs(const Tasks& tasks, std::size_t workers) {
  Planner planner(tasks);
  std::vector<std::vector<std::size_t>> segments;
  Threading now = Threading::Immediate;
  for (const std::size_t x : planner.sequence()) {
    const Threading its = threading(tasks.tasks[x]);
    if (its != now || its == Threading::Immediate || reads_commands(tasks, segments.back(), x)) segments.emplace_back();
    now = its;
    segments.back().push_back(x);
  }
  for (std::size_t k = 0; k < segments.size(); ++k) {
    planner.phase("segment " + std::to_string(k + 1), Starting::AtOnce, true);
    std::vector<std::optional<std::size_t>> last(workers);  // on each worker
    for (const std::size_t x : segments[k]) {
      const std::size_t parts = threading(tasks.tasks[x]) == Threading::Multi ? workers : 1;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t id = planner.job(x);
        Job& job = planner.plan.jobs[id];
        job.part = part;
        job.parts = parts;
        job.worker = parts > 1 ? part : 0;
        job.duration = tasks.tasks[x].duration / parts + (part < tasks.tasks[x].duration % parts ? 1 : 0);
        if (last[*job.worker]) job.predecessors.push_back(*last[*job.worker]);
        last[*job.worker] = id;
      }
    }
  }
  for (const Task& task : tasks.tasks)
    if (task.thread.value_or(0) != 0)
      planner.plan.notes.push_back(task.name + ": a single-threaded system runs on the main thread, and no other one");
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
