// The schedulers of the sources as transition systems: what each of their executions respects, and exactly what they do
// with small sets of tasks.
#include <algorithm>
#include <boost/functional/hash.hpp>
#include <map>
#include <unordered_set>

#include "interp/apps/schedulers/machine.hpp"
#include "interp/apps/schedulers/simulate.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::schedulers;

namespace {

/// Random tasks, a scheduler, so many workers, and its plan.
struct Scheduled {
  Tasks tasks;
  const Scheduler* scheduler;
  std::size_t workers;
  Plan plan;
};

Scheduled any_scheduled(const TasksShape& shape, std::size_t most_workers) {
  Dice dice = any_dice();
  Scheduled found{any_tasks(shape),
                  &all_schedulers()[dice.below(all_schedulers().size())],
                  shape.threads + dice.below(most_workers - shape.threads + 1),
                  {}};
  found.plan = found.scheduler->plan(found.tasks, found.workers);
  return found;
}

bool parts_of_flecs(const Plan& plan, std::size_t x, std::size_t y) {
  return plan.jobs[x].parts > 1 && plan.jobs[y].parts > 1;
}

/// What no configuration may be like: conflicting tasks beside each other (Flecs divides their entities among the
/// workers, so that these parts have none in common), an exclusive one beside any, a job on the thread of another one.
bool respects_access(const Machine& machine, const Configuration& c) {
  for (std::size_t w = 0; w < c.running.size(); ++w) {
    if (!c.running[w]) continue;
    const Job& job = machine.plan().jobs[*c.running[w]];
    if (job.worker && *job.worker != w) return false;
    for (std::size_t v = 0; v < w; ++v)
      if (c.running[v] && machine.tasks().conflicts[job.task].test(machine.plan().jobs[*c.running[v]].task) &&
          !parts_of_flecs(machine.plan(), *c.running[w], *c.running[v]))
        return false;
  }
  return true;
}

/// A run of the machine by random choices; false where one of them breaks a rule, or it comes to no end.
struct Observed {
  std::vector<std::pair<std::size_t, std::size_t>> begin_end;  ///< by job: at which step
  std::vector<std::pair<std::size_t, Subset>> applied;         ///< at which step, of which tasks
  bool respects = true;
};

Observed performed(const Machine& machine, Dice& dice) {
  Configuration c = machine.start();
  Observed seen{std::vector<std::pair<std::size_t, std::size_t>>(machine.plan().jobs.size()), {}, true};
  for (std::size_t step = 1; !machine.done(c); ++step) {
    const std::vector<Step> steps = machine.enabled(c);
    RC_ASSERT(!steps.empty());                                                             // no deadlock
    RC_ASSERT(step <= 5 * machine.plan().jobs.size() + 2 * machine.plan().phases.size());  // and an end
    const Step& taken = dice.one_of(steps);
    const Configuration before = c;
    machine.take(c, taken);
    for (const auto& job : c.running)
      if (job && seen.begin_end[*job].first == 0) seen.begin_end[*job].first = step;
    if (taken.kind == Step::Kind::Finish) seen.begin_end[taken.job].second = step;
    if (before.recorded.any() && c.recorded.none()) {
      seen.applied.emplace_back(step, before.recorded);
      RC_ASSERT(std::none_of(c.running.begin(), c.running.end(), [](const auto& job) { return job.has_value(); }));
    }
    seen.respects = seen.respects && respects_access(machine, c);
  }
  return seen;
}

/// How often each task ran, whole.
std::vector<std::size_t> runs(const Tasks& tasks, const Plan& plan) {
  std::vector<std::size_t> parts(tasks.size());
  for (const Job& job : plan.jobs) parts[job.task] += 60 / job.parts;
  for (std::size_t& each : parts) each /= 60;
  return parts;
}

/// The tasks of each phase.
std::vector<std::vector<std::size_t>> grouped(const Plan& plan) {
  std::vector<std::vector<std::size_t>> groups;
  for (const Phase& phase : plan.phases) {
    groups.emplace_back();
    for (const std::size_t job : phase.jobs)
      if (plan.jobs[job].part == 0) groups.back().push_back(plan.jobs[job].task);
  }
  return groups;
}

Plan planned(const char* name, const Tasks& tasks, std::size_t workers = 4) {
  return scheduler(name)->plan(tasks, workers);
}

using Groups = std::vector<std::vector<std::size_t>>;

/// Facts about the reachable configurations.
struct Reached {
  std::vector<Subset> overlap;  ///< of each task, those that run beside it in some configuration
  std::size_t stuck = 0;        ///< how many are not done, and have no next step
};

struct Hash {
  std::size_t operator()(const Configuration& c) const {
    std::size_t seed = c.phase;
    boost::hash_combine(seed, c.given);
    boost::hash_combine(seed, c.finished);
    for (const auto& job : c.running) boost::hash_combine(seed, job.value_or(SIZE_MAX));
    return seed;
  }
};

void add_overlaps(const Machine& machine, const Configuration& c, std::vector<Subset>& overlap) {
  for (const auto& a : c.running)
    for (const auto& b : c.running) {
      if (!a || !b) continue;
      const std::size_t x = machine.plan().jobs[*a].task, y = machine.plan().jobs[*b].task;
      if (x != y) overlap[x].set(y);
    }
}

/// Explores all reachable configurations; nothing if there are more than `most`.
std::optional<Reached> explore(const Machine& machine, std::size_t most) {
  const std::size_t n = machine.tasks().size();
  Reached found{std::vector(n, Subset(n)), 0};
  std::unordered_set<Configuration, Hash> seen = {machine.start()};
  std::vector<const Configuration*> open = {&*seen.begin()};
  while (!open.empty()) {
    const Configuration& c = *open.back();
    open.pop_back();
    add_overlaps(machine, c, found.overlap);
    const std::vector<Step> steps = machine.enabled(c);
    if (steps.empty() && !machine.done(c)) ++found.stuck;
    for (const Step& step : steps) {
      Configuration next = c;
      machine.take(next, step);
      const auto [at, is_new] = seen.insert(std::move(next));
      if (is_new) open.push_back(&*at);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return found;
}

}  // namespace

// [scheduler/wake] [scheduler/start] [scheduler/finish] [scheduler/next]
TEST_CASE("Every execution of every scheduler respects access rules, threads, order and stages, and comes to an end") {
  prop("whatever steps are taken", [] {
    const Scheduled t = any_scheduled({8, 2, false}, 5);
    Dice dice = any_dice();
    const Machine machine(t.tasks, t.plan, t.workers);
    for (const Scheduler& each : all_schedulers()) note(&each == t.scheduler, std::string(each.name), 0.05);
    const Observed seen = performed(machine, dice);
    RC_ASSERT(seen.respects);
    const Admissible executions = admissible(t.tasks, t.plan);
    const Dag order = std::get<Dag>(t.tasks.staged_order());
    const auto kept = [&](std::size_t x, std::size_t y) {
      return order.less(x, y) && std::none_of(t.plan.not_kept.begin(), t.plan.not_kept.end(), [&](const Edge& edge) {
               return (edge.before == x || order.less(x, edge.before)) &&
                      (edge.after == y || order.less(edge.after, y));
             });
    };
    bool ordered = false, overlapped = false;
    for (std::size_t j = 0; j < t.plan.jobs.size(); ++j)
      for (std::size_t k = 0; k < t.plan.jobs.size(); ++k) {
        const std::size_t x = t.plan.jobs[j].task, y = t.plan.jobs[k].task;
        if (x == y || t.plan.jobs[j].round != t.plan.jobs[k].round) continue;
        const bool first = seen.begin_end[j].second <= seen.begin_end[k].first;
        if (kept(x, y) || executions.before[x].test(y)) RC_ASSERT(first);
        if (kept(x, y)) RC_ASSERT(executions.before[x].test(y));
        if (t.tasks.tasks[x].stage < t.tasks.tasks[y].stage && t.scheduler->name != "flecs") RC_ASSERT(first);
        const bool beside = !first && seen.begin_end[k].second > seen.begin_end[j].first;
        if (beside) RC_ASSERT(executions.overlap[x].test(y));
        if (executions.applied[x].test(y)) {
          const auto between = [&](const auto& at) {
            return at.second.test(x) && at.first > seen.begin_end[j].second && at.first < seen.begin_end[k].first;
          };
          RC_ASSERT(std::any_of(seen.applied.begin(), seen.applied.end(), between));
        }
        ordered = ordered || order.less(x, y);
        overlapped = overlapped || beside;
      }
    note(ordered, "with an order", 0.3);
    note(overlapped, "with an overlap", 0.3);
    note(!t.plan.not_kept.empty(), "with an order that is not kept", 0.01);
    note(!seen.applied.empty(), "with commands", 0.3);
  });
}

// [scheduler/static] [scheduler/dynamic] [scheduler/stages] [scheduler/bevy-first] [scheduler/bevy-second]
// [scheduler/yaks] [scheduler/waves] [scheduler/flecs]
TEST_CASE("Every scheduler runs each task as often as it is to, keeps stages, and an order unless it says so") {
  prop("jobs are the tasks, or parts of them that take as long together", [] {
    const Scheduled t = any_scheduled({8, 2, false}, 5);
    const std::vector<std::size_t> found = runs(t.tasks, t.plan);
    std::vector<std::uint64_t> time(t.tasks.size());
    for (const Job& job : t.plan.jobs) time[job.task] += job.duration;
    for (std::size_t x = 0; x < t.tasks.size(); ++x) {
      const Task& task = t.tasks.tasks[x];
      const std::size_t times = t.scheduler->name == "bevy-second" ? task.times : std::min<std::size_t>(task.times, 1);
      RC_ASSERT(found[x] == times);
      RC_ASSERT(time[x] == times * task.duration);
    }
    for (const Edge& edge : t.plan.not_kept) {
      RC_ASSERT(std::get<Dag>(t.tasks.staged_order()).less(edge.before, edge.after));
      const bool bevy = t.scheduler->name == "bevy-first" || t.scheduler->name == "bevy-second";
      RC_ASSERT((bevy || t.scheduler->name == "flecs"));
    }
  });
}

// [scheduler/admissible]
TEST_CASE("What may overlap by the rules is what does in some execution") {
  prop("exactly, unless a coordinator prefers some to others; then nothing else does", [] {
    TasksShape shape{4, 1, false};
    const Scheduled t = any_scheduled(shape, 1);
    const std::size_t workers = t.tasks.size() + 1;
    const Plan plan = t.scheduler->plan(t.tasks, workers);
    const auto reached = explore(Machine(t.tasks, plan, workers), 60'000);
    note(reached.has_value(), "explored", 0.5);
    if (!reached) return;
    RC_ASSERT(reached->stuck == 0);
    const Admissible executions = admissible(t.tasks, plan);
    bool fixed = true;
    for (const Phase& phase : plan.phases) fixed = fixed && phase.starting == Starting::AtOnce;
    bool some = false;
    for (std::size_t x = 0; x < t.tasks.size(); ++x) {
      RC_ASSERT(reached->overlap[x].is_subset_of(executions.overlap[x]));
      if (fixed) RC_ASSERT(reached->overlap[x] == executions.overlap[x]);
      some = some || reached->overlap[x].any();
    }
    note(some, "with an overlap", 0.1);
    note(fixed, "where all start at once", 0.2);
  });
}

// [scheduler/simulate]
TEST_CASE("A simulation is an execution, and nobody waits for nothing") {
  prop("each span is a job for as long as it takes, on one worker at a time, and commands are applied between phases",
       [] {
         const Scheduled t = any_scheduled({9, 2, false}, 5);
         const Machine machine(t.tasks, t.plan, t.workers);
         const Timeline run = simulate(machine);
         RC_ASSERT(run.spans.size() == t.plan.jobs.size());
         std::uint64_t end = 0, worked = 0;
         Subset jobs(t.plan.jobs.size());
         for (const Timeline::Span& span : run.spans) {
           RC_ASSERT(!jobs.test_set(span.job));
           RC_ASSERT(span.end - span.begin == t.plan.jobs[span.job].duration);
           end = std::max(end, span.end);
           worked += span.end - span.begin;
           for (const Timeline::Span& other : run.spans) {
             if (other.job == span.job) continue;
             const bool beside = span.begin < other.end && other.begin < span.end;
             if (other.worker == span.worker) RC_ASSERT(!beside);
             const std::size_t x = t.plan.jobs[span.job].task, y = t.plan.jobs[other.job].task;
             if (beside && t.tasks.conflicts[x].test(y)) RC_ASSERT(parts_of_flecs(t.plan, span.job, other.job));
           }
         }
         RC_ASSERT(run.makespan == end);
         RC_ASSERT(run.makespan <= worked);  // some worker works at any time
         Subset applied(t.tasks.size());
         for (const Timeline::Applied& each : run.applied)
           for (const std::size_t x : each.tasks) applied.set(x);
         for (std::size_t x = 0; x < t.tasks.size(); ++x)
           RC_ASSERT(applied.test(x) == (t.tasks.tasks[x].deferred && t.tasks.tasks[x].times > 0));
         note(run.makespan < worked, "two workers at once", 0.3);
       });
}

// [scheduler/simulate] [scheduler/dynamic]
TEST_CASE("The article's systems 0 to 3: what is started first matters") {
  Tasks tasks = article_tasks();
  const Plan plan = planned("dynamic", tasks, 2);
  // "If 0 and 1 are started first, 2 can start after both of them finish, and 3 can start as soon as [1] finishes; 2
  // and 3 can run in parallel."
  const Timeline good = simulate(Machine(tasks, plan, 2));
  CHECK(good.spans == std::vector<Timeline::Span>{{0, 0, 0, 1}, {1, 1, 0, 1}, {2, 0, 1, 2}, {3, 1, 1, 2}});
  CHECK(good.makespan == 2);
  // "If 0 and 3 are started first, 1 can start after 3 finishes, and 2 can start after 0 finishes, but 1 and 2 can't
  // run in parallel."
  Tasks otherwise(4);  // 0, 3, 1, 2
  otherwise.conflict(3, 0);
  otherwise.conflict(3, 2);
  otherwise.conflict(1, 2);
  const Timeline bad = simulate(Machine(otherwise, planned("dynamic", otherwise, 2), 2));
  CHECK(bad.spans == std::vector<Timeline::Span>{{0, 0, 0, 1}, {1, 1, 0, 1}, {2, 0, 1, 2}, {3, 0, 2, 3}});
  CHECK(bad.makespan == 3);
}

// [scheduler/static]
TEST_CASE("static: the first set after those of its dependencies that a system is disjoint with") {
  Tasks tasks(6);
  tasks.conflict(0, 1);
  tasks.make_exclusive(3);
  tasks.order = std::get<Dag>(Dag(6).with(std::vector<Edge>{{1, 4}}));
  const Plan plan = planned("static", tasks);
  CHECK(grouped(plan) == Groups{{0, 2, 5}, {1}, {3}, {4}});
  CHECK(plan.phases[2].applies == false);
  CHECK(plan.phases[3].applies == true);
}

// [scheduler/stages]
TEST_CASE("stages: a stage after the other, commands at the end of each") {
  Tasks tasks(4);
  tasks.tasks[0].stage = 1;
  tasks.tasks[0].deferred = tasks.tasks[2].deferred = true;
  const Plan plan = planned("stages", tasks);
  CHECK(grouped(plan) == Groups{{1, 2, 3}, {0}});
  const Admissible executions = admissible(tasks, plan);
  CHECK(executions.applied[2].test(0));
  CHECK(!executions.applied[2].test(3));
  CHECK(admissible(tasks, planned("dynamic", tasks)).applied[2].none());
}

// [scheduler/bevy-first]
TEST_CASE("bevy-first: ranges between thread-local systems, in each the order of insertion where access intersects") {
  Tasks tasks(6);
  for (const auto& [x, y] : {std::pair{0, 1}, {1, 3}, {0, 3}, {4, 5}}) tasks.conflict(x, y);
  tasks.tasks[2].thread = 0;
  tasks.tasks[4].deferred = true;
  tasks.order = std::get<Dag>(Dag(6).with(std::vector<Edge>{{5, 4}, {0, 1}, {0, 4}, {3, 5}}));
  const Plan plan = planned("bevy-first", tasks);
  CHECK(grouped(plan) == Groups{{0, 1}, {2}, {3, 4, 5}});
  CHECK(plan.jobs[2].worker == 0);
  CHECK(plan.jobs[1].predecessors == std::vector<std::size_t>{0});
  CHECK(plan.jobs[5].predecessors == std::vector<std::size_t>{4});
  CHECK(plan.not_kept == std::vector<Edge>{{3, 5}, {5, 4}});  // there is no way to say so, nor is there one to relax it
  CHECK(plan.phases[0].applies == false);
  CHECK(plan.phases[2].applies == true);
}

// [scheduler/bevy-first]
TEST_CASE("bevy-first: an exclusive system, and one of any thread, ends a range and runs on the main thread") {
  Tasks tasks(5);
  tasks.make_exclusive(1, Exclusive::AtStart);
  tasks.tasks[3].thread = 2;
  const Plan plan = planned("bevy-first", tasks);
  CHECK(grouped(plan) == Groups{{0}, {1}, {2}, {3}, {4}});
  CHECK(plan.jobs[1].worker == 0);
  CHECK(plan.jobs[3].worker == 0);
  CHECK(plan.notes.size() == 1);
}

// [scheduler/next]
TEST_CASE("What a phase has recorded waits for one that ends with commands") {
  Tasks tasks(3);
  tasks.tasks[0].deferred = true;
  tasks.tasks[1].thread = 0;
  const Plan plan = planned("bevy-first", tasks);
  const Machine machine(tasks, plan, 1);
  Configuration c = machine.start();
  while (c.phase < 2) machine.take(c, machine.enabled(c).front());
  CHECK(c.recorded == Subset(3).set(0));
  while (!machine.done(c)) machine.take(c, machine.enabled(c).front());
  CHECK(c.recorded.none());
}

// [scheduler/bevy-second]
TEST_CASE("bevy-second: exclusive systems at the start and at the end of a stage, and rounds of run criteria") {
  Tasks tasks(5);
  tasks.make_exclusive(1, Exclusive::AtEnd);
  tasks.make_exclusive(2, Exclusive::AtStart);
  tasks.tasks[0].times = 2;
  tasks.tasks[1].times = 2;
  tasks.tasks[3].times = 0;
  tasks.tasks[4].deferred = true;
  tasks.order = std::get<Dag>(Dag(5).with(std::vector<Edge>{{4, 0}, {4, 2}, {4, 3}, {3, 1}}));
  const Plan plan = planned("bevy-second", tasks);
  CHECK(grouped(plan) == Groups{{2}, {4, 0}, {1}, {0}, {1}});
  CHECK(plan.jobs[2].predecessors == std::vector<std::size_t>{1});
  CHECK(plan.not_kept == std::vector<Edge>{{4, 2}});
  CHECK(admissible(tasks, plan).applied[4] == Subset(5).set(1));
}

// [scheduler/bevy-second] [scheduler/wake]
TEST_CASE("bevy-second: the main thread runs a thread-local system before it starts others, and they go on beside it") {
  Tasks tasks(4);
  for (Task& task : tasks.tasks) task.duration = 2;
  tasks.tasks[1].thread = 0;
  tasks.tasks[3].thread = 0;
  const Timeline run = simulate(Machine(tasks, planned("bevy-second", tasks, 2), 2));
  // 1 on the main thread; then 0 and 2 are given, and 3 runs on the main thread beside 0
  CHECK(run.spans == std::vector<Timeline::Span>{{1, 0, 0, 2}, {3, 0, 2, 4}, {0, 1, 2, 4}, {2, 1, 4, 6}});
}

// [scheduler/yaks]
TEST_CASE("yaks: dispatching where all are disjoint, else those with most dependents first") {
  Tasks tasks(4);
  CHECK(planned("yaks", tasks).phases[0].starting == Starting::AtOnce);
  tasks.conflict(0, 1);
  tasks.order = std::get<Dag>(Dag(4).with(std::vector<Edge>{{2, 3}, {2, 0}, {1, 3}}));
  const Plan plan = planned("yaks", tasks);
  CHECK(plan.phases[0].starting == Starting::Queue);
  CHECK(grouped(plan) == Groups{{2, 1, 0, 3}});
  CHECK(admissible(tasks, plan).overlap[0] == Subset(4).set(3));  // and not with 1, which it conflicts with
}

// [scheduler/waves]
TEST_CASE("waves: a system after those that it overlaps with, and structural updates alone") {
  Tasks tasks(6);
  tasks.conflict(0, 1);
  tasks.tasks[3].deferred = true;
  tasks.order = std::get<Dag>(Dag(6).with(std::vector<Edge>{{4, 5}}));
  CHECK(grouped(planned("waves", tasks)) == Groups{{0, 2}, {1}, {3}, {4}, {5}});
  tasks.conflict(5, 0);
  tasks.tasks[3].deferred = false;
  CHECK(grouped(planned("waves", tasks)) == Groups{{0, 2, 3, 4}, {1, 5}});
}

// [scheduler/flecs]
TEST_CASE("flecs: a sync before a system that accesses what commands may change, and where threading changes") {
  Tasks tasks(6);
  tasks.tasks[0].deferred = true;
  tasks.observers[0].set(2);
  CHECK(grouped(planned("flecs", tasks)) == Groups{{0, 1}, {2, 3, 4, 5}});
  tasks.tasks[3].split = tasks.tasks[4].split = true;
  tasks.tasks[4].duration = 7;
  tasks.order = std::get<Dag>(Dag(6).with(std::vector<Edge>{{3, 4}}));
  const Plan plan = planned("flecs", tasks, 3);
  CHECK(grouped(plan) == Groups{{0, 1}, {2}, {3, 4}, {5}});
  CHECK(plan.not_kept == std::vector<Edge>{{3, 4}});
  CHECK(plan.jobs[1].predecessors == std::vector<std::size_t>{0});
  for (std::size_t part = 0; part < 3; ++part)
    CHECK(plan.jobs[6 + part].predecessors == std::vector<std::size_t>{3 + part});
  const Timeline run = simulate(Machine(tasks, plan, 3));
  CHECK(run.makespan == 2 + 1 + 1 + 3 + 1 - 0);  // 3 has one part of 1, on worker 0; of 4 it then runs the longest one
  tasks.make_exclusive(1);
  CHECK(grouped(planned("flecs", tasks, 3)) == Groups{{0}, {1}, {2}, {3, 4}, {5}});
}
