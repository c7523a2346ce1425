#include "interp/schedulers/comparison.hpp"

#include <fmt/format.h>

#include "interp/json/writer.hpp"

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
  out += fmt::format("  work           {}, divided by {}\n", clock(bounds.work), workers);
  if (bounds.thread > 0) out += fmt::format("  one thread     {}\n", clock(bounds.thread));
  if (bounds.clique.size() > 1)
    out += fmt::format("  one by one     {} ({})\n", clock(bounds.conflict), names_of(tasks, bounds.clique));
  return out;
}

/// What runs when and where, and what is applied between.
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

void json_bounds(JsonWriter& json, const LowerBounds& bounds, const Tasks& tasks, const Clock& clock) {
  const auto names = [&](const std::vector<std::size_t>& some) {
    json.list([&] {
      for (const std::size_t x : some) json.value(tasks.tasks[x].name);
    });
  };
  json.line(2).key("bounds").wide_object([&] {
    json.key("critical_path").written(clock(bounds.critical_path));
    names((json.key("path"), bounds.path));
    json.key("work").written(clock(bounds.work));
    json.key("one_thread").written(clock(bounds.thread));
    json.key("one_by_one").written(clock(bounds.conflict));
    names((json.key("clique"), bounds.clique));
  });
}

void json_span(JsonWriter& json, const std::string& system, std::size_t worker, std::uint64_t begin, std::uint64_t end,
               const Clock& clock) {
  json.member("system", system);
  json.member("worker", worker);
  json.key("begin").written(clock(begin));
  json.key("end").written(clock(end));
}

void json_row(JsonWriter& json, const Row& row, const Tasks& tasks, const Clock& clock) {
  json.member("name", row.scheduler->name);
  json.key("makespan").written(clock(row.timeline.makespan));
  json.line(6).key("spans").wide_list([&] {
    for (const Timeline::Span& span : row.timeline.spans)
      json.line(8).wide_object([&] {
        const Job& job = row.plan.jobs[span.job];
        json_span(json, tasks.tasks[job.task].name, span.worker, span.begin, span.end, clock);
        if (job.parts > 1) json.member("part", job.part + 1);
        if (job.round > 0) json.member("round", job.round + 1);
      });
  });
  json.line(6).key("applied").wide_list([&] {
    for (const Timeline::Applied& each : row.timeline.applied)
      json.line(8).wide_object([&] {
        json.key("time").written(clock(each.time));
        json.key("systems").list([&] {
          for (const std::size_t x : each.tasks) json.value(tasks.tasks[x].name);
        });
      });
  });
  json.line(6).key("not_kept").list([&] {
    for (const Edge& edge : row.plan.not_kept)
      json.list([&] {
        json.value(tasks.tasks[edge.before].name);
        json.value(tasks.tasks[edge.after].name);
      });
  });
  json.line(6).key("notes").list([&] {
    for (const std::string& note : row.plan.notes) json.value(note);
  });
}

}  // namespace

Comparison compared(const Tasks& tasks, std::size_t workers, std::span<const Scheduler> among, bool with_optimum) {
  Comparison all{workers, lower_bounds(tasks, workers), {}, {}};
  if (with_optimum) all.optimum = optimum(tasks, workers);
  for (const Scheduler& each : among) {
    Plan plan = each.plan(tasks, workers);
    Timeline timeline = simulate(Machine(tasks, plan, workers));
    all.rows.push_back({&each, std::move(plan), std::move(timeline)});
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
                               : fmt::format("the fastest schedule that was found takes {}; the search was cut\n",
                                             clock(all.optimum->makespan));
  out += "\n  scheduler     makespan  phases  order not kept\n";
  for (const Row& row : all.rows)
    out += fmt::format("  {:<12}  {:>8}  {:>6}{}\n", row.scheduler->name, clock(row.timeline.makespan),
                       row.plan.phases.size(),
                       row.plan.not_kept.empty() ? "" : fmt::format("  {}", row.plan.not_kept.size()));
  if (all.rows.size() != 1) return out;
  const Row& row = all.rows.front();
  out += "\n" + show_timeline(row, tasks, clock);
  if (!row.plan.not_kept.empty() || !row.plan.notes.empty()) out += "\n";
  for (const Edge& edge : row.plan.not_kept)
    out += fmt::format("  not kept: {} before {}\n", tasks.tasks[edge.before].name, tasks.tasks[edge.after].name);
  for (const std::string& note : row.plan.notes) out += "  " + note + "\n";
  return out;
}

std::string json(const Comparison& all, const Tasks& tasks, const std::string& title, const Clock& clock) {
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("about", title);
    json.member("workers", all.workers);
    json_bounds(json, all.bounds, tasks, clock);
    if (all.optimum)
      json.line(2).key("optimum").wide_object([&] {
        json.key("makespan").written(clock(all.optimum->makespan));
        json.member("proved", all.optimum->proved);
        json.line(4).key("spans").wide_list([&] {
          for (const Optimum::Span& span : all.optimum->spans)
            json.line(6).wide_object(
                [&] { json_span(json, tasks.tasks[span.task].name, span.worker, span.begin, span.end, clock); });
        });
      });
    json.line(2).key("schedulers").wide_list([&] {
      for (const Row& row : all.rows) json.line(4).wide_object([&] { json_row(json, row, tasks, clock); });
    });
  });
  return out + "\n";
}

}  // namespace coreecs::schedulers
