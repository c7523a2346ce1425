#include "interp/commands/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "interp/base/progress.hpp"
#include "interp/commands/replay.hpp"

namespace coreecs {

Shown::Shown(const Schema& schema, const std::vector<std::string>& only, Problems& problems) : schema_(schema) {
  if (only.empty()) return;
  std::vector<std::string_view> known;
  for (const Component& component : schema) known.push_back(component.name);
  for (const std::string& name : std::set(only.begin(), only.end()))
    if (std::find(known.begin(), known.end(), name) == known.end())
      problems.report_unknown({}, "component", name, known);
  schema_.clear();
  for (Label i = 0; i < schema.size(); ++i)
    if (std::find(only.begin(), only.end(), schema[i].name) != only.end()) {
      labels_.push_back(i);
      schema_.push_back(schema[i]);
    }
}

State Shown::operator()(const State& c) const {
  if (labels_.empty()) return c;
  State part(labels_.size());
  for (Label k = 0; k < labels_.size(); ++k) part[k] = c[labels_[k]];
  return part;
}

std::string Job::heading() const { return fmt::format("{}: schedule {}", on_one_line(program.name), schedule.name); }

std::string shown_state(const Job& job, const State& c, const Names& names, const std::string& margin) {
  const Notation notation{job.shown.schema(), names};
  std::string out;
  if (job.by_entity())
    notation.state_by_entity(out, job.shown(c), margin);
  else
    notation.state(out, job.shown(c), margin);
  return out;
}

namespace {

/// The changes to print, in the order of the components or of the entities.
std::vector<Change> printed_changes(const Job& job, Changes& changes, const State& now) {
  std::vector<Change> all = changes.take(now);
  std::erase_if(all, [&](const Change& change) { return !job.shown.has(change.l.i); });
  if (!job.by_entity())
    std::stable_sort(all.begin(), all.end(), [](const Change& a, const Change& b) { return a.l.i < b.l.i; });
  return all;
}

/// "Pos(e0) ↦ 3, was 0, by inertia⟨e0⟩ (leaf 0)", one line each
std::string shown_changes(const std::vector<Change>& changes, const Notation& notation) {
  std::string out;
  for (const Change& change : changes) {
    if (!out.empty()) out += "       ";
    notation.binding(out, change.l, change.is ? &*change.is : nullptr);
    if (change.was) notation.value(out += ", was ", *change.was, notation.schema[change.l.i].type);
    notation.invocation(out += ", by ", change.by, true);
    out += "\n";
  }
  return out.empty() ? "nothing changed\n" : out;
}

void json_changes(JsonWriter& out, const std::vector<Change>& changes, const Notation& notation) {
  out.wide_list([&] {
    for (const Change& change : changes)
      out.line(6).wide_object([&] {
        const Type& type = notation.schema[change.l.i].type;
        notation.json(out.key("at"), std::optional(change.l));
        if (change.was) notation.json(out.key("was"), *change.was, type);
        if (change.is) notation.json(out.key("is"), *change.is, type);
        notation.json(out.key("by"), std::span(&change.by, 1));
      });
  });
}

}  // namespace

void print_frames(const Job& job, Execution& execution, const std::function<std::string()>& token,
                  const StepsOf& steps_of, Changes* changes) {
  const auto each_frame = [&](const auto& show_frame) {
    const auto show = [&] {
      if (job.prints(execution.frame())) show_frame();
    };
    show();
    progress::Task frames("frame", job.frames);
    while (execution.frame() < job.frames) {
      frames.next();
      execution.advance();
      show();
    }
  };
  const Notation notation{job.program.schema, execution.names()};
  if (!job.options.json) {
    print(job.heading() + "\n");
    const auto print_state = [&](const std::string& shown) {
      if (!shown.empty()) print(fmt::format("{:>5}  {}", execution.frame(), shown));
    };
    const auto state = [&] { return shown_state(job, execution.state(), execution.names(), "       "); };
    const auto print_frame = [&] {
      if (const auto steps = steps_of(notation)) print(show_steps(*steps));
      print_state(!changes ? state()
                  : execution.frame() == 0
                      ? ""
                      : shown_changes(printed_changes(job, *changes, execution.state()), notation));
    };
    try {
      each_frame(print_frame);
    } catch (const RuntimeError&) {
      throw;
    } catch (const std::exception&) {  // interrupted, or out of memory: prints the last completed frame
      if (!changes && !job.prints(execution.frame())) print_state(state());
      throw;
    }
    if (const std::string replay = token(); !replay.empty()) print("  replay: " + shown_replay(replay) + "\n");
    return;
  }
  HeldBack document;
  std::string out, all_steps, numbers;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("schedule", job.schedule.name);
    json.key(changes ? "changes" : "frames").wide_list([&] {
      each_frame([&] {
        if (changes && execution.frame() == 0) return;
        if (changes)
          json_changes(json.line(4), printed_changes(job, *changes, execution.state()), notation);
        else
          Notation{job.shown.schema(), execution.names()}.json(json.line(4), job.shown(execution.state()));
        document.add(std::exchange(out, {}));
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(execution.frame());
        if (const auto steps = steps_of(notation))
          all_steps += (all_steps.empty() ? "" : ",\n    ") + json_steps(*steps);
      });
    });
    if (changes || job.options.last || job.options.every) json.line(2).key("numbers").written("[" + numbers + "]");
    if (job.options.steps) json.line(2).key("steps").written("[ " + all_steps + " ]");
    if (const std::string replay = token(); !replay.empty()) {
      json.line(2).member("replay", replay);
    }
  });
  document.add(out + "\n");
  document.print();
}

}  // namespace coreecs
