#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

// [scheduler/waves]  "Systems whose read-write do not overlap are grouped into the same wave, and executed concurrently
//                   ... Systems that perform structural updates are placed in their own serialized waves ... After
//                   running all systems in a wave in parallel, it immediately invokes sync() to apply the staged
//                   events."
Plan waves(const Tasks& tasks, std::size_t) {
  Planner planner(tasks);
  std::vector<std::vector<std::size_t>> waves;
  std::size_t open = 0;  // systems join no wave before this one: structural updates keep their place in the sequence
  for (const std::size_t x : planner.sequence()) {
    const bool structural = tasks.tasks[x].deferred || tasks.tasks[x].exclusive != Exclusive::No;
    std::size_t k = structural ? waves.size() : open;
    // It joins the first wave after all earlier systems that conflict with it or precede it in the "predefined
    // sequence".
    for (std::size_t later = waves.size(); later-- > k;)
      for (const std::size_t y : waves[later])
        if (tasks.conflicts[x].test(y) || planner.order().less(y, x)) k = std::max(k, later + 1);
    if (k == waves.size()) waves.emplace_back();
    waves[k].push_back(x);
    if (structural) open = waves.size();
  }
  for (std::size_t k = 0; k < waves.size(); ++k) {
    planner.phase("wave " + std::to_string(k + 1), Starting::AtOnce, true);
    planner.jobs(waves[k], Dag(tasks.size()));
  }
  return std::move(planner).finished();
}

}  // namespace coreecs::schedulers
