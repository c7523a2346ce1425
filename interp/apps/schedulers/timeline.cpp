#include "interp/apps/schedulers/charts.hpp"

#include <fmt/format.h>

#include "interp/check/record/trace_event.hpp"

namespace coreecs {

namespace {

using schedulers::Clock;
using schedulers::Job;
using schedulers::Machine;
using schedulers::Timeline;

double microseconds(std::uint64_t ticks, const Clock& clock) {
  return static_cast<double>(ticks) / static_cast<double>(clock.ticks_per_unit);
}

void job_event(JsonWriter& json, const Machine& machine, const Timeline::Span& span, const Clock& clock) {
  const Job& job = machine.plan().jobs[span.job];
  complete_event(json, machine.tasks().tasks[job.task].name, "system", span.worker, microseconds(span.begin, clock),
                 microseconds(span.end - span.begin, clock));
  if (job.parts > 1 || job.round > 0)
    json.key("args").wide_object([&] {
      if (job.parts > 1) json.member("part", fmt::format("{} of {}", job.part + 1, job.parts));
      if (job.round > 0) json.member("round", job.round + 1);
    });
}

void applied_event(JsonWriter& json, const Machine& machine, const Timeline::Applied& applied, const Clock& clock) {
  json.member("ph", "i");
  json.member("pid", 1);
  json.member("tid", 0);
  json.member("s", "p");
  json.key("ts").written(fmt::format("{:.3f}", microseconds(applied.time, clock)));
  json.member("name", "commands are applied");
  json.key("args").wide_object([&] {
    json.key("systems").list([&] {
      for (const std::size_t x : applied.tasks) json.value(machine.tasks().tasks[x].name);
    });
  });
}

}  // namespace

std::string timeline_json(const Machine& machine, const Timeline& timeline, const std::string& title,
                          const Clock& clock) {
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.line(2).member("displayTimeUnit", "ns");
    json.line(2).key("traceEvents").wide_list([&] {
      name_event(json, "process_name", std::nullopt, title);
      for (std::size_t worker = 0; worker < machine.workers(); ++worker)
        name_event(json, "thread_name", worker, fmt::format("worker {}", worker));
      for (const Timeline::Span& span : timeline.spans)
        json.line(4).wide_object([&] { job_event(json, machine, span, clock); });
      for (const Timeline::Applied& applied : timeline.applied)
        json.line(4).wide_object([&] { applied_event(json, machine, applied, clock); });
    });
  });
  return out + "\n";
}

}  // namespace coreecs
