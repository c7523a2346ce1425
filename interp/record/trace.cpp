#include "interp/record/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/notation/mentioned.hpp"

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
  }
  return mentioned.entities();
}

/// The members of a complete event, with its time in microseconds.
std::string complete(const std::string& name, const char* category, const Span& span, Time start) {
  const auto microseconds = [](auto time) { return std::chrono::duration<double, std::micro>(time).count(); };
  return fmt::format(R"("ph": "X", "pid": 1, "tid": {}, "ts": {:.3f}, "dur": {:.3f}, "cat": "{}", "name": "{}")",
                     span.thread, microseconds(span.begin - start), microseconds(span.end - span.begin), category,
                     name);
}

}  // namespace

std::string json(const Threads& threads, const Program& program, const std::string& schedule, std::uint64_t frames,
                 Visibility visibility, const Notation& notation) {
  std::string out = fmt::format(
      "{{ \"otherData\": {{ \"coreecs_trace\": 1, \"schedule\": \"{}\", \"frames\": {}, \"visibility\": \"{}\",\n  "
      "\"created\": ",
      schedule, frames, visibility == Visibility::Shared ? "shared" : "snapshot");
  notation.json_created(out, created_in(threads.performed()));
  out += " },\n  \"displayTimeUnit\": \"ns\",\n  \"traceEvents\": [\n";
  out += fmt::format("    {{ \"ph\": \"M\", \"pid\": 1, \"name\": \"process_name\", \"args\": {{ \"name\": {} }} }}",
                     json_string(program.name + ", schedule " + schedule));
  for (std::size_t j = 0; j < threads.threads(); ++j)
    out += fmt::format(
        ",\n    {{ \"ph\": \"M\", \"pid\": 1, \"tid\": {}, \"name\": \"thread_name\", \"args\": {{ \"name\": "
        "\"thread {}\" }} }}",
        j, j);
  const Time start = start_of(threads);
  for (const Activity& activity : threads.activities())
    out += ",\n    { " + complete(activity.name, "executor", activity.span, start) + " }";
  std::size_t number = 0;
  for (const Traced& step : threads.performed()) {
    const Performed& u = step.invocation;
    std::string name;
    notation.invocation(name, u.system, u.entities);
    out += ",\n    { " + complete(name, "invocation", step.span, start);
    out += fmt::format(", \"args\": {{ \"step\": {}, \"leaf\": {}, \"system\": \"{}\", \"entities\": ", number++,
                       u.leaf, u.system);
    notation.json(out, std::span<const Entity>(u.entities));
    out += ", \"observed\": [";
    for (std::size_t j = 0; j < step.observed.size(); ++j) {
      out += j > 0 ? ", {" : "{";
      const char* comma = "";
      for (const auto& [i, k] : step.observed[j]) {
        out += fmt::format("{} \"{}\": ", comma, notation.schema[i].name);
        notation.json(out, k, notation.schema[i].type);
        comma = ",";
      }
      out += " }";
    }
    out += "] } }";
  }
  return out + " ] }\n";
}

}  // namespace coreecs
