#include "interp/apps/app/tasks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/random.hpp"

namespace coreecs::app {

namespace {

bool meet(const Labels& a, const Labels& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](std::size_t label) { return std::binary_search(b.begin(), b.end(), label); });
}

/// Whether these commands may change a query's matches.
bool sees(const Query& query, const Commands& commands) {
  const auto any = [&](const Labels& changed) {
    return meet(changed, query.reads) || meet(changed, query.writes) || meet(changed, query.filter.with) ||
           meet(changed, query.filter.without) || meet(changed, query.added) || meet(changed, query.changed);
  };
  if (any(commands.insert) || any(commands.remove)) return true;
  if (std::any_of(commands.spawn.begin(), commands.spawn.end(), any)) return true;
  return std::any_of(commands.destroy.begin(), commands.destroy.end(), [&](const Filter& filter) {
    const auto has_required = [&](const Labels& labels) {  // every matched entity has these
      return std::any_of(labels.begin(), labels.end(), [&](std::size_t label) {
        return !std::binary_search(query.optional.begin(), query.optional.end(), label) &&
               std::binary_search(filter.without.begin(), filter.without.end(), label);
      });
    };
    return !meet(filter.with, query.filter.without) && !has_required(query.reads) && !has_required(query.writes) &&
           !has_required(query.filter.with) && !has_required(query.added) && !has_required(query.changed);
  });
}

bool is_whole(const Duration& duration) {
  return duration.least == std::floor(duration.least) && duration.most == std::floor(duration.most);
}

Duration duration_of(const System& system, const Duration& undeclared) { return system.duration.value_or(undeclared); }

std::uint64_t rounded(double time) { return static_cast<std::uint64_t>(std::llround(time)); }

}  // namespace

double longest_time(const App& app, const Duration& undeclared) {
  double sum = 0;
  for (const System& system : app.systems) sum += duration_of(system, undeclared).most;
  return sum;
}

TimedTasks timed_tasks(const App& app, const Timing& timing) {
  TimedTasks out{tasks(app), 1};
  const bool whole = std::all_of(app.systems.begin(), app.systems.end(), [&](const System& system) {
    const Duration its = duration_of(system, timing.undeclared);
    return is_whole(its) && (timing.take != Timing::Take::Middle || is_whole({its.least, (its.least + its.most) / 2}));
  });
  if (!whole) out.ticks_per_unit = 1000;
  Random random(timing.seed);
  for (std::size_t k = 0; k < app.systems.size(); ++k) {
    schedulers::Task& task = out.tasks.tasks[k];
    const Duration its = duration_of(app.systems[k], timing.undeclared);
    const auto ticks = [&](double time) {
      return rounded(std::min(time, most_time) * static_cast<double>(out.ticks_per_unit));
    };
    const std::uint64_t least = ticks(its.least), most = ticks(its.most);
    switch (timing.take) {
      case Timing::Take::Middle:
        task.duration = ticks((its.least + its.most) / 2);
        break;
      case Timing::Take::Least:
        task.duration = least;
        break;
      case Timing::Take::Most:
        task.duration = most;
        break;
      case Timing::Take::Random:
        task.duration = least + random.below(most - least + 1);
        break;
    }
    task.split = timing.systems_may_be_split && !task.thread && !app.systems[k].exclusive;
  }
  return out;
}

schedulers::Tasks tasks(const App& app) { return tasks(app, order(app)); }

schedulers::Tasks tasks(const App& app, const Dag& whole) {
  const std::size_t n = app.systems.size();
  schedulers::Tasks out(n);
  std::map<std::string, std::size_t> threads{{"main", 0}};
  for (std::size_t k = 0; k < n; ++k) {
    const System& system = app.systems[k];
    schedulers::Task& task = out.tasks[k];
    task.name = system.name;
    task.stage = system.stage.value_or(0);
    if (system.thread) task.thread = threads.emplace(*system.thread, threads.size()).first->second;
    task.deferred = has_deferred(system);
    if (system.duration)
      task.duration = rounded(std::min((system.duration->least + system.duration->most) / 2, most_time));
    interrupt::poll();
    for (std::size_t other = 0; task.deferred && other < n; ++other)
      if (other != k && std::any_of(app.systems[other].queries.begin(), app.systems[other].queries.end(),
                                    [&](const Query& query) { return sees(query, system.commands); }))
        out.observers[k].set(other);
  }
  out.order = within_stages(out, whole);
  const Allowances allowances(app);
  for (const Conflict& conflict : declared_conflicts(app)) {
    out.conflict(conflict.a, conflict.b);
    if (allowances.allows(conflict)) out.allow(conflict.a, conflict.b);
  }
  for (std::size_t k = 0; k < n; ++k)
    if (app.systems[k].exclusive) out.make_exclusive(k);
  return out;
}

schedulers::Tasks tasks_of(const App& app, const std::vector<std::size_t>& systems, const Dag& order) {
  App some{.name = app.name, .components = app.components, .stages = app.stages};
  for (const std::size_t s : systems) {
    some.systems.push_back(app.systems[s]);
    some.systems.back().configuration = {};
  }
  for (const ListedConflict& one : app.conflicts) {
    const auto a = std::find(systems.begin(), systems.end(), one.a),
               b = std::find(systems.begin(), systems.end(), one.b);
    if (a != systems.end() && b != systems.end())
      some.conflicts.push_back(
          {static_cast<std::size_t>(a - systems.begin()), static_cast<std::size_t>(b - systems.begin()), one.on});
  }
  return tasks(some, order);
}

Dag within_stages(const schedulers::Tasks& tasks, const Dag& order) {
  Digraph within(tasks.size());
  for (const Edge& edge : order.said().edges())
    if (tasks.tasks[edge.before].stage == tasks.tasks[edge.after].stage) within.add(edge.before, edge.after);
  return std::get<Dag>(Dag::of(std::move(within)));
}

std::size_t threads(const schedulers::Tasks& tasks) {
  std::size_t count = 1;
  for (const schedulers::Task& task : tasks.tasks) count = std::max(count, task.thread.value_or(0) + 1);
  return count;
}

}  // namespace coreecs::app
