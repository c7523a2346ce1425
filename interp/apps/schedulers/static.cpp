#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

// [scheduler/static]  "A sequence of sets of disjoint systems is produced; when the schedule is executed, sets are
//                     iterated sequentially, and systems within them are ran in parallel."
Plan static_sets(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  std::vector<std::vector<std::size_t>> sets;
  std::vector<std::size_t> set_of(tasks.size());
  for (const std::size_t x : planner.sequence()) {
    // "... by sorting a dependent system into a set that is executed after those containing its dependencies."
    std::size_t k = 0;
    for (const std::size_t y : members(planner.order().below(x)))
      if (tasks.tasks[y].times > 0) k = std::max(k, set_of[y] + 1);
    // Puts it into the first such set that it is disjoint with. An exclusive system gets a set of its own.
    const auto disjoint = [&](const std::vector<std::size_t>& set) {
      for (const std::size_t y : set)
        if (tasks.conflicts[x].test(y)) return false;
      return true;
    };
    while (k < sets.size() && !disjoint(sets[k])) ++k;
    if (k == sets.size()) sets.emplace_back();
    sets[k].push_back(x);
    set_of[x] = k;
  }
  for (std::size_t k = 0; k < sets.size(); ++k) {
    planner.phase("set " + std::to_string(k + 1), Starting::AtOnce);
    planner.jobs(sets[k], Dag(tasks.size()));
  }
  // "Modifying operations could be cached and performed at the end of schedule."
  if (!sets.empty()) planner.plan.phases.back().applies = true;
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
