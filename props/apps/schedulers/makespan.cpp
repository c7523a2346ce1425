// How long tasks take: bounds, the optimum, and how far schedulers are from it.
#include "interp/apps/schedulers/makespan.hpp"

#include <numeric>

#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::schedulers;

namespace {

struct Placed {
  std::size_t task, worker;
  std::uint64_t begin, end;
};

/// The least end of what can come of placing one task after the other, each on any worker, as early as it can be.
std::uint64_t by_placing(const Tasks& tasks, const Dag& order, std::size_t workers, std::vector<Placed>& placed) {
  std::uint64_t least = UINT64_MAX, end = 0;
  bool all = true;
  for (const Placed& each : placed) end = std::max(end, each.end);
  const auto is_placed = [&](std::size_t x) {
    return std::any_of(placed.begin(), placed.end(), [&](const Placed& each) { return each.task == x; });
  };
  for (std::size_t x = 0; x < tasks.size(); ++x) {
    if (tasks.tasks[x].times == 0 || is_placed(x)) continue;
    all = false;
    bool can_be = true;
    for (std::size_t y = 0; y < tasks.size(); ++y)
      can_be = can_be && (!order.less(y, x) || tasks.tasks[y].times == 0 || is_placed(y));
    for (std::size_t worker = 0; can_be && worker < workers; ++worker) {
      if (tasks.tasks[x].thread.value_or(worker) != worker) continue;
      std::uint64_t begin = 0;
      for (const Placed& each : placed)
        if (order.less(each.task, x)) begin = std::max(begin, each.end);
      for (bool moved = true; moved;) {
        moved = false;
        for (const Placed& each : placed)
          if ((each.worker == worker || tasks.conflicts[x].test(each.task)) && begin < each.end &&
              each.begin < begin + tasks.tasks[x].duration) {
            begin = each.end;
            moved = true;
          }
      }
      placed.push_back({x, worker, begin, begin + tasks.tasks[x].duration});
      least = std::min(least, by_placing(tasks, order, workers, placed));
      placed.pop_back();
    }
  }
  return all ? end : least;
}

/// Tasks that each run once and whole, with durations above 0.
Tasks whole_tasks(const TasksShape& shape) {
  Tasks tasks = any_tasks(shape);
  for (Task& task : tasks.tasks) {
    task.split = false;
    task.times = std::min<std::size_t>(task.times, 1);
    ++task.duration;
  }
  return tasks;
}

std::uint64_t makespan_by(const char* name, const Tasks& tasks, std::size_t workers) {
  return simulate(Machine(tasks, scheduler(name)->plan(tasks, workers), workers)).makespan;
}

Tasks of_durations(const std::vector<std::uint64_t>& durations) {
  Tasks tasks(durations.size());
  for (std::size_t x = 0; x < tasks.size(); ++x) tasks.tasks[x].duration = durations[x];
  return tasks;
}

}  // namespace

// [makespan/optimum]
TEST_CASE("The optimum is what going through all schedules finds") {
  prop("and its spans are a schedule of that length", [] {
    const Tasks tasks = whole_tasks({5, 2, false});
    const std::size_t workers = 2 + any_dice().below(2);
    const Dag order = std::get<Dag>(tasks.staged_order());
    const Optimum best = optimum(tasks, workers);
    RC_ASSERT(best.proved);
    std::vector<Placed> placed;
    RC_ASSERT(best.makespan == by_placing(tasks, order, workers, placed));
    std::uint64_t end = 0;
    for (const Optimum::Span& a : best.spans) {
      end = std::max(end, a.end);
      RC_ASSERT(a.end - a.begin == tasks.tasks[a.task].duration);
      RC_ASSERT(tasks.tasks[a.task].thread.value_or(a.worker) == a.worker);
      for (const Optimum::Span& b : best.spans) {
        if (a.task == b.task) continue;
        if (order.less(a.task, b.task)) RC_ASSERT(a.end <= b.begin);
        if (a.worker == b.worker || tasks.conflicts[a.task].test(b.task))
          RC_ASSERT((a.end <= b.begin || b.end <= a.begin));
      }
    }
    RC_ASSERT(end == best.makespan);
    note(best.makespan > lower_bounds(tasks, workers).greatest(), "above the bounds", 0.02);
    note(best.nodes > 0, "searched", 0.02);
  });
}

// [makespan/bounds]
TEST_CASE("No schedule is faster than a bound, nor than the optimum") {
  prop("a scheduler that keeps the order takes as long as the optimum at least, and as all work at most", [] {
    const Tasks tasks = whole_tasks({7, 2, false});
    const std::size_t workers = 2 + any_dice().below(3);
    const LowerBounds bounds = lower_bounds(tasks, workers);
    const Optimum best = optimum(tasks, workers, 20'000);
    const std::uint64_t work =
        std::accumulate(tasks.tasks.begin(), tasks.tasks.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const Task& task) { return sum + (task.times > 0 ? task.duration : 0); });
    RC_ASSERT(bounds.greatest() <= best.makespan);
    bool worse = false;
    for (const Scheduler& each : all_schedulers()) {
      const Plan plan = each.plan(tasks, workers);
      const std::uint64_t makespan = simulate(Machine(tasks, plan, workers)).makespan;
      RC_ASSERT(makespan <= work);
      if (!plan.not_kept.empty() || !plan.notes.empty()) continue;  // an order or a thread is not kept
      RC_ASSERT(bounds.greatest() <= makespan);
      if (best.proved) RC_ASSERT(best.makespan <= makespan);
      worse = worse || best.makespan < makespan;
    }
    note(worse, "a scheduler is worse than the optimum", 0.3);
    note(best.proved, "proved", 0.8);
    note(bounds.conflict > std::max({bounds.critical_path, bounds.work, bounds.thread}), "bounded by conflicts", 0.05);
  });
  Tasks tasks = of_durations({2, 3, 4, 5});
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{0, 3}, {1, 3}}));
  tasks.tasks[0].thread = tasks.tasks[1].thread = 1;
  tasks.tasks[2].thread = 1;
  tasks.conflict(2, 3);
  const LowerBounds bounds = lower_bounds(tasks, 2);
  CHECK(bounds.critical_path == 8);
  CHECK(bounds.path == std::vector<std::size_t>{1, 3});
  CHECK(bounds.work == 7);
  CHECK(bounds.thread == 9);
  CHECK(bounds.conflict == 9);
  CHECK(bounds.clique == std::vector<std::size_t>{2, 3});
  CHECK(optimum(tasks, 2).makespan == 14);
  CHECK(lower_bounds(of_durations({3, 3, 1}), 2).work == 4);  // of 3.5
  CHECK(lower_bounds(of_durations({3, 3, 1}), 5).work == 2);
}

// [makespan/bounds] [scheduler/dynamic]
TEST_CASE("Without conflicts: as long as the critical path by enough workers, and Graham's bound by fewer") {
  prop("dynamic: at most (2 - 1/p) times the optimum", [] {
    Tasks tasks = whole_tasks({6, 1, true});
    tasks.conflicts.assign(tasks.size(), Subset(tasks.size()));
    const std::size_t workers = 1 + any_dice().below(3);
    const std::uint64_t makespan = makespan_by("dynamic", tasks, workers), best = optimum(tasks, workers).makespan;
    note(makespan > best, "above the optimum", 0.02);
    RC_ASSERT(makespan * workers <= (2 * workers - 1) * best);
    RC_ASSERT(makespan_by("dynamic", tasks, tasks.size() + 1) == lower_bounds(tasks, workers).critical_path);
    for (const Scheduler& each : all_schedulers()) {
      const Plan plan = each.plan(tasks, tasks.size() + 1);
      if (plan.not_kept.empty())
        RC_ASSERT(simulate(Machine(tasks, plan, tasks.size() + 1)).makespan >= lower_bounds(tasks, 1).critical_path);
    }
  });
}

// [makespan/optimum] [scheduler/static]
TEST_CASE("That a dynamic scheduler is never slower than static sets is no law") {
  Tasks tasks = of_durations({3, 1, 2, 3, 1});
  for (const auto& [x, y] : {std::pair{1, 2}, {2, 3}, {3, 4}}) tasks.conflict(x, y);
  CHECK(makespan_by("dynamic", tasks, 2) == 7);
  CHECK(makespan_by("static", tasks, 2) == 6);
  CHECK(optimum(tasks, 2).makespan == 5);
  // Nor is it that with more workers it is never slower (Graham 1969).
  tasks = of_durations({2, 1, 2, 2, 2});
  for (const auto& [x, y] : {std::pair{0, 2}, {1, 3}, {2, 3}, {3, 4}}) tasks.conflict(x, y);
  CHECK(makespan_by("dynamic", tasks, 2) == 5);
  CHECK(makespan_by("dynamic", tasks, 3) == 6);
}

// [makespan/optimum] [scheduler/yaks]
TEST_CASE("yaks: a system with dependents goes first, which is faster, and not yet the fastest") {
  Tasks tasks = of_durations({3, 3, 1, 5});
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{2, 3}}));
  CHECK(makespan_by("dynamic", tasks, 2) == 9);
  CHECK(makespan_by("yaks", tasks, 2) == 8);
  CHECK(optimum(tasks, 2).makespan == 6);
}

// [makespan/optimum]
TEST_CASE("The article's systems 0 to 3 have an optimum of 2, and one that is not proved says so") {
  const Optimum best = optimum(article_tasks(), 2);
  CHECK(best.makespan == 2);
  CHECK(best.proved);
  Tasks tasks = of_durations({5, 5, 4, 4, 3, 3, 3});
  CHECK(optimum(tasks, 3).makespan == 9);
  CHECK(optimum(tasks, 3).proved);
  tasks = of_durations({3, 3, 2, 2, 2});  // longest first: 7
  CHECK(optimum(tasks, 2).makespan == 6);
  CHECK(optimum(tasks, 2, 1).makespan == 7);
  CHECK(!optimum(tasks, 2, 1).proved);
}

// [makespan/optimum]
TEST_CASE("The fastest schedule may leave a worker without work, for a task that conflicts with what comes soon") {
  Tasks tasks = of_durations({1, 1, 10, 5});
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{0, 1}, {1, 2}}));
  tasks.conflict(1, 3);
  CHECK(makespan_by("dynamic", tasks, 2) == 16);
  CHECK(optimum(tasks, 2).makespan == 12);
}

// [makespan/optimum]
TEST_CASE("What comes about a moment earlier than it did before is looked at again") {
  Tasks tasks = of_durations({3, 5, 1, 5, 1, 4});
  tasks.order = std::get<Dag>(Dag(6).with(std::vector<Edge>{{3, 4}, {4, 5}}));
  for (const auto& [x, y] : {std::pair{0, 1}, {0, 5}, {1, 3}, {1, 4}}) tasks.conflict(x, y);
  std::vector<Placed> placed;
  CHECK(by_placing(tasks, std::get<Dag>(tasks.staged_order()), 2, placed) == 11);
  CHECK(optimum(tasks, 2).makespan == 11);
}

// [makespan/bounds]
TEST_CASE("Random durations are the same for a seed, and between the bounds") {
  const Tasks a = with_random_durations(Tasks(50), 7, 3, 9), b = with_random_durations(Tasks(50), 7, 3, 9);
  std::vector<std::uint64_t> seen;
  for (std::size_t x = 0; x < 50; ++x) {
    CHECK(a.tasks[x].duration == b.tasks[x].duration);
    seen.push_back(a.tasks[x].duration);
  }
  CHECK(*std::min_element(seen.begin(), seen.end()) == 3);
  CHECK(*std::max_element(seen.begin(), seen.end()) == 9);
}
