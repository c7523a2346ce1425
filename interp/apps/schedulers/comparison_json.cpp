#include <fmt/format.h>

#include "interp/apps/schedulers/comparison.hpp"
#include "interp/base/json/writer.hpp"

namespace coreecs::schedulers {

namespace {

using Row = Comparison::Row;

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

void json_executions(JsonWriter& json, const Executions& of, const Tasks& tasks) {
  json.line(6).key("pairs").wide_object([&] {
    json.member("at_once", of.together);
    json.member("in_either_order", of.either);
    json.member("in_one_order", of.ordered);
    json.member("conflicts_in_either_order", of.open);
    json.line(8).key("orders").wide_object([&] {
      json.member("least", of.orders.least.str());
      json.member("most", of.orders.most.str());
    });
    const auto related = [&](const char* key, const std::vector<Subset>& all) {
      json.line(8).key(key).wide_object([&] {
        for (std::size_t x = 0; x < all.size(); ++x)
          if (all[x].any())
            json.line(10).key(tasks.tasks[x].name).list([&] {
              for (const std::size_t y : members(all[x])) json.value(tasks.tasks[y].name);
            });
      });
    };
    related("before", of.admissible.before);
    related("beside", of.admissible.overlap);
    related("applied_before", of.admissible.applied);
  });
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
  if (row.executions) json_executions(json, *row.executions, tasks);
}

}  // namespace

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
        if (const auto& cut = all.optimum->cut) json.member("cut", *cut == Cut::Memory ? "memory" : "interrupt");
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

std::string json(const std::vector<Spread>& all, std::size_t draws, const std::string& title, std::size_t workers,
                 const Clock& clock) {
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("about", title);
    json.member("workers", workers);
    json.member("draws", draws);
    json.line(2).key("schedulers").wide_list([&] {
      for (const Spread& each : all)
        json.line(4).wide_object([&] {
          json.member("name", each.scheduler->name);
          json.member("mean", each.mean / static_cast<double>(clock.ticks_per_unit));
          json.key("least").written(clock(each.least));
          json.key("most").written(clock(each.most));
          json.member("over_bound", each.over_bound);
          json.member("fastest_in", each.fastest_in);
        });
    });
  });
  return out + "\n";
}

}  // namespace coreecs::schedulers
