#include "interp/apps/schedulers/plan.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "interp/apps/schedulers/models.hpp"

namespace coreecs::schedulers {

namespace {

constexpr std::array all = {
    Scheduler{"static", "sets of disjoint systems, one after the other", "ecs-scheduler-article, Static schedule",
              static_sets},
    Scheduler{"dynamic", "starts the first system whose access does not overlap with that of a running one",
              "ecs-scheduler-article, Dynamic \"schedule\"", dynamic_first_fit},
    Scheduler{"stages", "dynamic within each stage; commands are applied at the end of a stage",
              "ecs-scheduler-article, Stages", stages},
    Scheduler{"bevy-first", "bevy_ecs's first scheduler: order by insertion and access",
              "ecs-scheduler-article, bevy_ecs", bevy_first},
    Scheduler{"bevy-second", "bevy_ecs's second parallel executor: explicit order, ambiguity sets, run criteria",
              "bevy-ecs-evolution, the algorithm for parallel execution", bevy_second, true},
    Scheduler{"yaks", "starts the systems with most dependents first", "ecs-scheduler-article, yaks", yaks},
    Scheduler{"waves", "waves of systems whose access does not overlap, each followed by a sync",
              "essence-of-ecs-sac26, section 6.5", waves},
    Scheduler{"flecs", "a pipeline with sync points where the declared access requires them",
              "Flecs: Systems, Sync points", flecs},
};

/// For each job of a phase, those before it in the phase, directly or not; by their positions in the phase.
std::vector<Subset> within(const Plan& plan, const Phase& phase) {
  std::map<std::size_t, std::size_t> place;
  for (std::size_t k = 0; k < phase.jobs.size(); ++k) place[phase.jobs[k]] = k;
  Digraph said(phase.jobs.size());
  for (std::size_t k = 0; k < phase.jobs.size(); ++k)
    for (const std::size_t job : plan.jobs[phase.jobs[k]].predecessors) said.add(place.at(job), k);
  const Dag order = std::get<Dag>(Dag::of(std::move(said)));
  std::vector<Subset> below;
  for (std::size_t k = 0; k < phase.jobs.size(); ++k) below.push_back(order.below(k));
  return below;
}

/// The first and last phase with jobs of a task in one round.
struct Extent {
  std::size_t first = SIZE_MAX, last = 0;
};

/// The extents of each task, by round.
std::vector<std::vector<Extent>> extents(const Tasks& tasks, const Plan& plan) {
  std::vector<std::vector<Extent>> found(tasks.size());
  for (std::size_t k = 0; k < plan.phases.size(); ++k)
    for (const std::size_t id : plan.phases[k].jobs) {
      const Job& job = plan.jobs[id];
      if (found[job.task].size() <= job.round) found[job.task].resize(job.round + 1);
      Extent& extent = found[job.task][job.round];
      extent.first = std::min(extent.first, k);
      extent.last = k;
    }
  return found;
}

/// Whether a relation holds between two tasks in each round in which both run, of which there is at least one.
template <class Holds>
bool in_each_round(const std::vector<Extent>& x, const std::vector<Extent>& y, const Holds& holds) {
  const std::size_t rounds = std::min(x.size(), y.size());
  for (std::size_t round = 0; round < rounds; ++round)
    if (!holds(x[round], y[round])) return false;
  return rounds > 0;
}

/// For each phase, the first phase from it on that applies commands; or the number of phases.
std::vector<std::size_t> next_application(const Plan& plan) {
  std::vector<std::size_t> next(plan.phases.size(), plan.phases.size());
  for (std::size_t k = plan.phases.size(); k-- > 0;)
    next[k] = plan.phases[k].applies ? k : k + 1 < plan.phases.size() ? next[k + 1] : plan.phases.size();
  return next;
}

}  // namespace

std::span<const Scheduler> all_schedulers() { return all; }

const Scheduler* scheduler(std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Scheduler& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Planner::Planner(const Tasks& tasks) : tasks_(tasks), order_(std::get<Dag>(tasks.staged_order())) {
  for (const std::size_t x : order_.in_order())
    if (tasks.tasks[x].times > 0) sequence_.push_back(x);
}

std::vector<std::vector<std::size_t>> Planner::by_stage() const {
  std::map<std::size_t, std::vector<std::size_t>> stages;
  for (const std::size_t x : sequence_) stages[tasks_.tasks[x].stage].push_back(x);
  std::vector<std::vector<std::size_t>> all_stages;
  all_stages.reserve(stages.size());
  for (auto& entry : stages) all_stages.push_back(std::move(entry.second));
  return all_stages;
}

Phase& Planner::phase(std::string name, Starting starting, bool applies) {
  return plan.phases.emplace_back(Phase{std::move(name), starting, {}, applies});
}

std::size_t Planner::job(std::size_t task) {
  plan.phases.back().jobs.push_back(plan.jobs.size());
  Job& job = plan.jobs.emplace_back(Job{task, tasks_.tasks[task].duration});
  job.worker = tasks_.tasks[task].thread;
  return plan.jobs.size() - 1;
}

void Planner::jobs(std::span<const std::size_t> tasks, const Dag& order) {
  std::map<std::size_t, std::size_t> job_of;
  Subset here(order.size());
  for (const std::size_t x : tasks) {
    job_of[x] = job(x);
    here.set(x);
  }
  for (const std::size_t x : tasks)
    for (const std::size_t y : members(order.below(x) & here))
      if (!(order.above(y) & order.below(x)).intersects(here)) plan.jobs[job_of[x]].predecessors.push_back(job_of[y]);
}

Plan Planner::finished() && {
  const Admissible executions = admissible(tasks_, plan);
  for (const Edge& edge : order_.among(sequence_).reduction())
    if (const std::size_t x = sequence_[edge.before], y = sequence_[edge.after]; !executions.before[x].test(y))
      plan.not_kept.push_back({x, y});
  return std::move(plan);
}

std::string stage_name(const Tasks& tasks, std::size_t stage) {
  return std::all_of(tasks.tasks.begin(), tasks.tasks.end(), [&](const Task& task) { return task.stage == stage; })
             ? "all"
             : "stage " + std::to_string(stage);
}

Dag Admissible::order() const {
  Digraph said(before.size());
  for (std::size_t x = 0; x < before.size(); ++x)
    for (const std::size_t y : members(before[x])) said.add(x, y);
  return std::get<Dag>(Dag::of(std::move(said)));
}

// [scheduler/admissible]  x before y: each job of x ends in an earlier phase than one of y begins, or precedes it in
//                         its phase;  x and y overlap: jobs of both are in a phase, neither precedes the other one, no
//                         worker has to run both, and no access rule separates them
Admissible admissible(const Tasks& tasks, const Plan& plan) {
  const std::size_t n = tasks.size();
  Admissible all_of{std::vector(n, Subset(n)), std::vector(n, Subset(n)), std::vector(n, Subset(n))};
  const std::vector<std::vector<Extent>> extent = extents(tasks, plan);
  std::vector<Subset> apart(n, Subset(n));  // two jobs of a phase, of which the first need not precede the second
  for (const Phase& phase : plan.phases) {
    const std::vector<Subset> below = within(plan, phase);
    for (std::size_t j = 0; j < phase.jobs.size(); ++j)
      for (std::size_t k = 0; k < phase.jobs.size(); ++k) {
        const Job &a = plan.jobs[phase.jobs[j]], &b = plan.jobs[phase.jobs[k]];
        if (a.task == b.task || below[k].test(j)) continue;
        apart[a.task].set(b.task);
        if (below[j].test(k) || (a.worker && a.worker == b.worker)) continue;
        if (phase.starting != Starting::AtOnce && tasks.conflicts[a.task].test(b.task)) continue;
        all_of.overlap[a.task].set(b.task);
      }
  }
  const std::vector<std::size_t> application = next_application(plan);
  for (std::size_t x = 0; x < n; ++x)
    for (std::size_t y = 0; y < n; ++y) {
      if (x == y) continue;
      all_of.before[x].set(
          y, !apart[x].test(y) && in_each_round(extent[x], extent[y],
                                                [](const Extent& a, const Extent& b) { return a.last <= b.first; }));
      all_of.applied[x].set(
          y, tasks.tasks[x].deferred && in_each_round(extent[x], extent[y], [&](const Extent& a, const Extent& b) {
               return application[a.last] < b.first;
             }));
    }
  return all_of;
}

}  // namespace coreecs::schedulers
