#include "interp/check/record/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/check/record/trace_event.hpp"
#include "interp/language/notation/mentioned.hpp"

namespace coreecs {

namespace {

using Time = std::chrono::steady_clock::time_point;

Time start_of(const Threads& threads) {
  Time start = Time::max();
  for (const Traced& step : threads.performed()) start = std::min(start, step.span.begin);
  for (const Activity& activity : threads.activities()) start = std::min(start, activity.span.begin);
  return start;
}

std::vector<Entity> created_in(const std::vector<Traced>& steps) {
  Mentioned mentioned;
  for (const Traced& step : steps) {
    for (const Entity e : step.invocation.entities) mentioned.note(e);
    for (const auto& query : step.observed)
      for (const auto& at : query) mentioned.note(at.second);
    for (const Write& write : step.wrote) {
      mentioned.note(write.l.e);
      if (write.k) mentioned.note(*write.k);
    }
  }
  return mentioned.entities();
}

/// The members of a complete event; traces count the time from `start`.
void complete(JsonWriter& json, const std::string& name, const char* category, const Span& span, Time start) {
  const auto microseconds = [](auto time) { return std::chrono::duration<double, std::micro>(time).count(); };
  complete_event(json, name, category, span.thread, microseconds(span.begin - start),
                 microseconds(span.end - span.begin));
}

}  // namespace

std::string json(const Threads& threads, const Program& program, const std::string& schedule, std::uint64_t frames,
                 Visibility visibility, const Notation& notation) {
  std::string out;
  JsonWriter json(out);
  const Time start = start_of(threads);
  std::size_t number = 0;
  const auto observed = [&](const auto& values) {
    json.wide_object([&] {
      for (const auto& [i, k] : values) notation.json(json.key(notation.schema[i].name), k, notation.schema[i].type);
    });
  };
  const auto wrote = [&](const Write& write) {
    const Component& component = notation.schema[write.l.i];
    json.key(write.k ? "attach" : "detach").list([&] {
      json.value(component.name);
      json.value(notation.names(write.l.e));
      if (write.k) notation.json(json, *write.k, component.type);
    });
  };
  const auto event = [&](const Traced& step) {
    const Performed& u = step.invocation;
    std::string name;
    notation.invocation(name, u.system, u.entities);
    complete(json, name, "invocation", step.span, start);
    json.key("args").wide_object([&] {
      json.member("step", number++);
      json.member("leaf", u.leaf);
      json.member("system", u.system);
      notation.json(json.key("entities"), std::span<const Entity>(u.entities));
      json.key("observed").list([&] {
        for (const auto& query : step.observed) observed(query);
      });
      json.key("wrote").list([&] {
        for (const Write& write : step.wrote) json.wide_object([&] { wrote(write); });
      });
    });
  };
  json.wide_object([&] {
    json.key("otherData").wide_object([&] {
      json.member("coreecs_trace", 1);
      json.member("schedule", schedule);
      json.member("frames", frames);
      json.member("visibility", visibility == Visibility::Shared ? "shared" : "snapshot");
      notation.json_created(json.line(2).key("created"), created_in(threads.performed()));
    });
    json.line(2).member("displayTimeUnit", "ns");
    json.line(2).key("traceEvents").wide_list([&] {
      name_event(json, "process_name", std::nullopt, program.name + ", schedule " + schedule);
      for (std::size_t j = 0; j < threads.threads(); ++j)
        name_event(json, "thread_name", j, fmt::format("thread {}", j));
      for (const Activity& activity : threads.activities()) {
        json.line(4).wide_object([&] { complete(json, activity.name, "executor", activity.span, start); });
      }
      for (const Traced& step : threads.performed()) {
        json.line(4).wide_object([&] { event(step); });
      }
    });
  });
  return out + "\n";
}

}  // namespace coreecs
