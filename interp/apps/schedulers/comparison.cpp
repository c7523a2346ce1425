#include "interp/apps/schedulers/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/apps/schedulers/charts.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::schedulers {

namespace {

using Row = Comparison::Row;

std::string names_of(const Tasks& tasks, const std::vector<std::size_t>& some) {
  std::string names;
  for (const std::size_t x : some) names += (names.empty() ? "" : ", ") + tasks.tasks[x].name;
  return names;
}

std::string show_bounds(const LowerBounds& bounds, const Tasks& tasks, std::size_t workers, const Clock& clock) {
  std::string out = fmt::format("no schedule takes less than {}:\n", clock(bounds.greatest()));
  out += fmt::format("  critical path  {}{}\n", clock(bounds.critical_path),
                     bounds.path.empty() ? "" : " (" + names_of(tasks, bounds.path) + ")");
  out += fmt::format("  work           {} (all durations, divided by {})\n", clock(bounds.work),
                     workers == 1 ? "1 worker" : fmt::format("{} workers", workers));
  if (bounds.thread > 0)
    out += fmt::format("  one thread     {} (the busiest thread that systems ask for)\n", clock(bounds.thread));
  if (bounds.clique.size() > 1)
    out += fmt::format("  conflicts      {} (each two of these conflict: {})\n", clock(bounds.conflict),
                       names_of(tasks, bounds.clique));
  return out;
}

/// When and where each job runs, and when commands are applied.
std::string show_timeline(const Row& row, const Tasks& tasks, const Clock& clock) {
  std::string out;
  auto applied = row.timeline.applied.begin();
  const auto apply_until = [&](std::uint64_t time) {
    for (; applied != row.timeline.applied.end() && applied->time <= time; ++applied)
      out += fmt::format("  {:>8} {:>8}  commands of {} are applied\n", clock(applied->time), "",
                         names_of(tasks, applied->tasks));
  };
  for (const Timeline::Span& span : row.timeline.spans) {
    if (span.begin > 0) apply_until(span.begin);
    const Job& job = row.plan.jobs[span.job];
    out += fmt::format("  {:>8} {:>8}  worker {}: {}{}\n", clock(span.begin), clock(span.end), span.worker,
                       tasks.tasks[job.task].name,
                       job.parts > 1 ? fmt::format(", part {} of {}", job.part + 1, job.parts) : "");
  }
  apply_until(UINT64_MAX);
  return out;
}

/// Why a search or count was cut short; empty if it reached its own limit.
std::string_view why(const std::optional<Cut>& cut) {
  if (!cut || *cut == Cut::Limit) return {};
  return *cut == Cut::Memory ? ", since there is not enough memory; --max-memory allows more"
                             : ", since it was interrupted";
}

/// How many pairs are of each kind, for the schedulers that counted them.
std::string show_executions(const std::vector<Row>& rows) {
  std::string out;
  for (const Row& row : rows) {
    if (!row.executions) continue;
    const Executions& of = *row.executions;
    if (out.empty())
      out = fmt::format(
          "\n  of {} pairs    at once  in either order  in one order  conflicts in either order  orders of all\n",
          of.together + of.either + of.ordered);
    out += fmt::format("  {:<12}  {:>9}  {:>15}  {:>12}  {:>25}  {}\n", row.scheduler->name, of.together, of.either,
                       of.ordered, of.open, show(of.orders));
  }
  return out;
}

}  // namespace

Comparison compared(const Tasks& tasks, std::size_t workers, std::span<const Scheduler> among, const Asked& asked) {
  Comparison all{workers, lower_bounds(tasks, workers), {}, {}};
  for (const Scheduler& each : among) {
    Plan plan = each.plan(tasks, workers);
    Timeline timeline = simulate(Machine(tasks, plan, workers));
    all.rows.push_back({&each, std::move(plan), std::move(timeline)});
  }
  // These may be cut short, so they come last.
  if (asked.optimum_nodes > 0) all.optimum = optimum(tasks, workers, asked.optimum_nodes);
  for (Row& row : all.rows)
    if (asked.executions_ideals > 0) row.executions = executions(tasks, row.plan, asked.executions_ideals);
  return all;
}

std::optional<Cut> Comparison::cut() const {
  if (optimum && optimum->cut) return optimum->cut;
  for (const Row& row : rows)
    if (row.executions && row.executions->cut) return row.executions->cut;
  return std::nullopt;
}

std::vector<Spread> spreads(const std::function<Tasks(std::size_t k)>& draw, std::size_t draws, std::size_t workers,
                            std::span<const Scheduler> among) {
  std::vector<Spread> all;
  for (const Scheduler& each : among) all.push_back({&each, UINT64_MAX});
  std::size_t drawn = 0;
  const auto next = [&] {
    const Tasks tasks = draw(drawn);
    const auto bound = static_cast<double>(lower_bounds(tasks, workers).greatest());
    std::vector<std::uint64_t> times;
    for (const Scheduler& each : among) {
      const Plan plan = each.plan(tasks, workers);
      times.push_back(simulate(Machine(tasks, plan, workers)).makespan);
    }
    const std::uint64_t fastest = *std::min_element(times.begin(), times.end());
    for (std::size_t j = 0; j < all.size(); ++j) {
      const auto time = static_cast<double>(times[j]);
      all[j].least = std::min(all[j].least, times[j]);
      all[j].most = std::max(all[j].most, times[j]);
      all[j].mean += time / static_cast<double>(draws);
      all[j].over_bound += (bound > 0 ? time / bound : 1) / static_cast<double>(draws);
      all[j].fastest_in += times[j] == fastest ? 1 : 0;
    }
  };
  try {
    for (; drawn < draws; ++drawn) next();
  } catch (const Interrupted&) {
    if (drawn == 0) throw;
  }
  for (Spread& each : all) {
    each.draws = drawn;
    if (drawn == draws) continue;
    each.mean *= static_cast<double>(draws) / static_cast<double>(drawn);
    each.over_bound *= static_cast<double>(draws) / static_cast<double>(drawn);
  }
  return all;
}

std::string Clock::operator()(std::uint64_t ticks) const {
  return fmt::format("{}", static_cast<double>(ticks) / static_cast<double>(ticks_per_unit));
}

std::string show(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock) {
  std::string out = title + "\n" + show_bounds(all.bounds, tasks, all.workers, clock);
  if (all.optimum)
    out += all.optimum->proved ? fmt::format("the fastest schedule takes {}\n", clock(all.optimum->makespan))
                               : fmt::format("the fastest schedule that was found takes {}; the search was cut{}\n",
                                             clock(all.optimum->makespan), why(all.optimum->cut));
  out += "\n  scheduler     makespan  phases  order not kept\n";
  for (const Row& row : all.rows)
    out += fmt::format("  {:<12}  {:>8}  {:>6}{}\n", row.scheduler->name, clock(row.timeline.makespan),
                       row.plan.phases.size(),
                       row.plan.not_kept.empty() ? "" : fmt::format("  {}", row.plan.not_kept.size()));
  out += show_executions(all.rows);
  if (all.rows.size() != 1) return out;
  const Row& row = all.rows.front();
  out += "\n" + chart(tasks, row.plan, row.timeline, all.workers) + "\n" + show_timeline(row, tasks, clock);
  if (row.executions) out += show(*row.executions, tasks, row.plan);
  if (!row.plan.not_kept.empty() || !row.plan.notes.empty()) out += "\n";
  for (const Edge& edge : row.plan.not_kept)
    out += fmt::format("  not kept: {} before {}\n", tasks.tasks[edge.before].name, tasks.tasks[edge.after].name);
  for (const std::string& note : row.plan.notes) out += "  " + note + "\n";
  return out;
}

std::string show(const std::vector<Spread>& all, std::size_t draws, const Clock& clock) {
  std::string out = "\n  scheduler         mean     least      most  to the bound  fastest in\n";
  for (const Spread& each : all)
    out += fmt::format("  {:<12}  {:>8.4g}  {:>8}  {:>8}  {:>12.3f}  {:>10}\n", each.scheduler->name,
                       each.mean / static_cast<double>(clock.ticks_per_unit), clock(each.least), clock(each.most),
                       each.over_bound, fmt::format("{} of {}", each.fastest_in, draws));
  return out;
}

}  // namespace coreecs::schedulers
