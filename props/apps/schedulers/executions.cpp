// What a plan of a scheduler lets happen: pairs, orders, sequences that are performed; and how that is shown.
#include "interp/apps/schedulers/executions.hpp"

#include <algorithm>

#include "interp/apps/schedulers/charts.hpp"
#include "interp/apps/schedulers/comparison.hpp"
#include "interp/apps/schedulers/explore.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::schedulers;

namespace {

/// Tasks that run once, a plan of a scheduler, and its machine.
struct Planned {
  Tasks tasks;
  const Scheduler* scheduler;
  Plan plan;
  std::size_t workers;
};

Planned any_planned() {
  Dice dice = any_dice();
  Planned one{any_tasks({.most = 5}), &all_schedulers()[dice.below(all_schedulers().size())], {}, 2 + dice.below(2)};
  for (Task& task : one.tasks.tasks) {
    task.times = 1;
    task.split = false;
    task.duration = dice.below(6);
  }
  one.plan = one.scheduler->plan(one.tasks, one.workers);
  return one;
}

/// The tasks in the order in which they begin.
std::vector<std::size_t> sequence_of(const Plan& plan, const Timeline& timeline) {
  std::vector<std::size_t> sequence;
  for (const Timeline::Span& span : timeline.spans) sequence.push_back(plan.jobs[span.job].task);
  return sequence;
}

/// The sequences in which tasks begin, by all steps that may come next.
void find_sequences(const Machine& machine, const Configuration& c, std::vector<std::size_t>& begun,
                    std::set<std::vector<std::size_t>>& found) {
  if (machine.done(c)) {
    found.insert(begun);
    return;
  }
  for (const Step& step : next_steps(machine, c)) {
    Configuration next = c;
    const auto before = c.running;
    machine.take(next, step);
    const std::size_t size = begun.size();
    for (std::size_t worker = 0; worker < machine.workers(); ++worker)
      if (next.running[worker] && next.running[worker] != before[worker])
        begun.push_back(machine.plan().jobs[*next.running[worker]].task);
    find_sequences(machine, next, begun, found);
    begun.resize(size);
  }
}
std::set<std::vector<std::size_t>> found_sequences(const Machine& machine) {
  std::set<std::vector<std::size_t>> found;
  std::vector<std::size_t> begun;
  find_sequences(machine, machine.start(), begun, found);
  return found;
}

/// The pairs of conflicting tasks of a sequence, the first before the second.
using Turns = std::set<std::pair<std::size_t, std::size_t>>;
Turns turns(const Tasks& tasks, const std::vector<std::size_t>& sequence) {
  Turns all;
  for (std::size_t j = 0; j < sequence.size(); ++j)
    for (std::size_t k = j + 1; k < sequence.size(); ++k)
      if (tasks.conflicts[sequence[j]].test(sequence[k])) all.emplace(sequence[j], sequence[k]);
  return all;
}
std::set<Turns> found_turns(const Machine& machine) {
  std::set<Turns> all;
  for (const std::vector<std::size_t>& sequence : found_sequences(machine))
    all.insert(turns(machine.tasks(), sequence));
  return all;
}

}  // namespace

// [scheduler/executions]
TEST_CASE("Each pair of tasks is at once, in either order, or in one") {
  prop("as the orders say that can occur", [] {
    const Planned t = any_planned();
    const Executions of = executions(t.tasks, t.plan, 10'000);
    const std::size_t n = t.tasks.size();
    RC_ASSERT(of.together + of.either + of.ordered == n * (n - (n > 0 ? 1 : 0)) / 2);
    const auto all = all_extensions(of.admissible.order());
    RC_ASSERT(of.orders == (Bounds{all.size(), all.size()}));
    std::size_t in_one_order = 0, open = 0;
    for (std::size_t x = 0; x < n; ++x)
      for (std::size_t y = x + 1; y < n; ++y) {
        const auto x_first = std::count_if(all.begin(), all.end(), [&](const auto& order) {
          return std::find(order.begin(), order.end(), x) < std::find(order.begin(), order.end(), y);
        });
        const bool one_order = x_first == 0 || x_first == static_cast<std::ptrdiff_t>(all.size());
        in_one_order += one_order ? 1 : 0;
        open += !one_order && t.tasks.conflicts[x].test(y) ? 1 : 0;
      }
    note(in_one_order < n * n / 4, "pairs in either order", 0.1);
    RC_ASSERT(of.ordered == in_one_order);
    RC_ASSERT(of.open == open);
  });
}

// [scheduler/next-to-finish]
TEST_CASE("What a simulation performs is found, and what is found is performed for some durations") {
  prop("the conflicting tasks begin in the same orders, if a worker is free for each task", [] {
    Planned t = any_planned();
    const std::size_t n = t.tasks.size();
    for (Task& task : t.tasks.tasks) ++task.duration;  // one that takes no time ends before others begin
    if (*rc::gen::arbitrary<bool>()) t.workers = std::max<std::size_t>(n, 2);
    t.plan = t.scheduler->plan(t.tasks, t.workers);
    const Machine machine(t.tasks, t.plan, t.workers);
    const std::set<Turns> found = found_turns(machine);
    RC_ASSERT(found.contains(turns(t.tasks, sequence_of(t.plan, simulate(machine)))));
    note(found.size() > 1, "several orders", 0.003);
    if (t.workers < n || !has_coordinator(t.plan)) return;
    std::set<Turns> simulated;  // for all durations from 1 to 4
    for (std::size_t k = 0; k < (std::size_t{1} << 2 * n); ++k) {
      Plan plan = t.plan;
      for (Job& job : plan.jobs) job.duration = 1 + (k >> 2 * job.task) % 4;
      simulated.insert(turns(t.tasks, sequence_of(plan, simulate(Machine(t.tasks, plan, t.workers)))));
    }
    for (const Turns& one : simulated) RC_ASSERT(found.contains(one));
    note(simulated.size() > 1, "several are simulated", 0.002);
    if (n <= 4) RC_ASSERT(found == simulated);
  });
}

// [scheduler/next-to-finish]
TEST_CASE("The article's systems 0 to 3: in which orders dynamic begins them") {
  const Tasks tasks = article_tasks();  // 2 conflicts with 0 and 1, and 3 with 1
  const Plan plan = scheduler("dynamic")->plan(tasks, 4);
  const Machine machine(tasks, plan, 4);
  using Sequences = std::set<std::vector<std::size_t>>;
  CHECK(found_sequences(machine) == Sequences{{0, 1, 2, 3}, {0, 1, 3, 2}});  // 0 and 1 are started first
  const Plan one = scheduler("dynamic")->plan(tasks, 1);
  CHECK(found_sequences(Machine(tasks, one, 1)) == Sequences{{0, 1, 2, 3}});
  const Executions of = executions(tasks, plan, 100);
  CHECK(of.open == 3);
  CHECK(of.orders == Bounds{24, 24});
}

TEST_CASE("What a plan lets happen, where commands end a stage") {
  Tasks tasks(4);
  tasks.tasks[0].deferred = true;
  tasks.tasks[3].stage = 1;
  tasks.conflict(0, 1);
  const Plan plan = scheduler("stages")->plan(tasks, 2);
  const Executions of = executions(tasks, plan, 100);
  CHECK(plan.phases.size() == 2);
  CHECK(of.together == 2);  // 2, with 0 and with 1
  CHECK(of.either == 1);    // 0 and 1
  CHECK(of.ordered == 3);   // 3 after all others
}

TEST_CASE("A chart has a line for each worker, a job as wide as it is long, and where commands are applied") {
  Tasks tasks(4);
  for (std::size_t x = 0; x < 4; ++x) tasks.tasks[x].name = std::string(6, static_cast<char>('a' + x));
  tasks.tasks[0].duration = 10;
  tasks.tasks[1].duration = 5;
  tasks.tasks[2].duration = 5;
  tasks.tasks[3].duration = 0;
  tasks.tasks[0].deferred = true;
  const Plan plan = scheduler("dynamic")->plan(tasks, 2);
  const Timeline timeline = simulate(Machine(tasks, plan, 2));
  CHECK(chart(tasks, plan, timeline, 2, 20) ==
        "  worker 0  |aaaaaa.............|\n"
        "  worker 1  |bbbbbb...|cccccc...|\n"
        "  commands                      ^\n"
        "  1 too short to be drawn\n");
}

// Priorities by number of dependents: of systems that take 3, 3, 1 and 5, the last one after the third.
TEST_CASE("Over random durations yaks is faster than dynamic in the mean where one system has many dependents") {
  Tasks tasks(8);
  tasks.order = std::get<Dag>(Dag(8).with(std::vector<Edge>{{4, 5}, {4, 6}, {4, 7}}));
  const auto draw = [&](std::size_t k) { return with_random_durations(tasks, k, 1, 9); };
  const std::vector<Spread> all = spreads(draw, 50, 2, all_schedulers());
  REQUIRE(all.size() == all_schedulers().size());
  const auto of = [&](const char* name) {
    return *std::find_if(all.begin(), all.end(), [&](const Spread& one) { return one.scheduler->name == name; });
  };
  CHECK(of("yaks").mean < of("dynamic").mean);
  CHECK(of("yaks").over_bound >= 1);
  for (const Spread& one : all) {
    CHECK(static_cast<double>(one.least) <= one.mean);
    CHECK(one.mean <= static_cast<double>(one.most));
  }
  const std::vector<Spread> one = spreads(draw, 1, 2, std::span(scheduler("yaks"), 1));
  CHECK(one[0].least == one[0].most);
  CHECK(one[0].fastest_in == 1);
  CHECK(one[0].draws == 1);
}
