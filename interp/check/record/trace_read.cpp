#include <fmt/format.h>

#include <algorithm>

#include "interp/check/record/trace.hpp"
#include "interp/language/format/run_reader.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/plan.hpp"

namespace coreecs {

namespace {

/// Reads what matters of the Chrome trace event format. Ignores other members, and events of other categories.
class TraceReader : RunReader {
 public:
  TraceReader(Problems& problems, const Program& program, const BeginTrace& begin)
      : RunReader(problems, program, by_occurrence(unknown_).fresh), begin_(begin) {}

  Trace operator()(const Json& json) {
    const Place root;
    const Json::Object* all = object(problems_, root, json);
    if (!all) return {};
    required(root, *all, {"otherData", "traceEvents"});
    with(root, *all, "otherData", [&](const Place& here, const Json& j) {
      const Json::Object* data = object(problems_, here, j);
      if (!data) return;
      required(here, *data, {"coreecs_trace", "schedule", "frames"});
      with(here, *data, "coreecs_trace", [&](const Place& at, const Json& version) {
        if (natural_number(problems_, at, version) != 1) expected(problems_, at, version, "1, the version of traces");
      });
      with(here, *data, "schedule", [&](const Place& at, const Json& name) { read_.schedule = schedule(at, name); });
      read_.frames = number(here, *data, "frames");
      const Json* events = find(*all, "traceEvents") ? &find(*all, "traceEvents")->value : nullptr;
      const auto* steps = events ? events->as<Json::List>() : nullptr;
      const std::uint64_t at_work = frames_at_work(read_.frames, steps ? steps->size() : 0);
      if (problems_.empty()) fresh_ = begin_(read_.schedule, at_work).fresh;
      created(here, *data);
      with(here, *data, "final", [&](const Place& at, const Json& j) { read_.final = state(at, j); });
    });
    list(root, *all, "traceEvents", [&](const Place& here, const Json& j) {
      event(here, j);
      ++events_;
    });
    in_order(root);
    return std::move(read_);
  }

 private:
  void required(const Place& place, const Json::Object& all, const Keys& keys) {
    for (const std::string_view key : keys)
      if (!find(all, key)) problems_.report(place, "missing key " + in_quotes(key));
  }

  /// A name that must be one of the known ones.
  std::string one_of(const Keys& known, const char* kind, const Place& place, const Json& json) {
    std::string name(text(place, json));
    if (json.as<std::string_view>() && std::find(known.begin(), known.end(), name) == known.end())
      problems_.report_unknown(place, kind, name, known);
    return name;
  }
  std::string schedule(const Place& place, const Json& json) {
    Keys known;
    for (const NamedSchedule& z : program_.schedules) known.push_back(z.name);
    return one_of(known, "schedule", place, json);
  }
  std::string system(const Place& place, const Json& json) {
    Keys known;
    for (const auto& s : program_.systems) known.push_back(s->name);
    return one_of(known, "system", place, json);
  }

  void event(const Place& place, const Json& json) {
    const Json::Object* members = object(problems_, place, json);
    const Json::Member* category = members ? find(*members, "cat") : nullptr;
    const auto* name = category ? category->value.as<std::string_view>() : nullptr;
    if (!name || *name != "invocation") return;
    required(place, *members, {"args"});
    with(place, *members, "args", [&](const Place& here, const Json& j) {
      const Json::Object* args = object(problems_, here, j);
      if (!args) return;
      required(here, *args, {"step", "system", "entities"});
      Trace::Step step{{number(here, *args, "leaf"), {}, entities(here, *args)}};
      with(here, *args, "system",
           [&](const Place& at, const Json& name) { step.invocation.system = system(at, name); });
      if (!find(*args, "leaf")) step.invocation.leaf = leaf(here, *args, step.invocation.system);
      if (find(*args, "observed")) step.observed.emplace();
      list(here, *args, "observed", [&](const Place& at, const Json& query) {
        step.observed->emplace_back();
        const Json::Object* values = object(problems_, at, query);
        for (std::size_t k = 0; values && k < values->size(); ++k) {
          const Json::Member& member = (*values)[k];
          const Place there = at.member(member.key, k);
          const Label i = label(there, Json(member.key));
          step.observed->back().emplace(i, value(there, member.value, program_.schema[i].type));
        }
      });
      if (find(*args, "wrote")) {
        Update::Writes writes;
        list(here, *args, "wrote", [&](const Place& at, const Json& operation) { write(at, operation, writes); });
        step.wrote.emplace(std::move(writes));
      }
      step.event = events_;
      places_.emplace_back(number(here, *args, "step"), read_.steps.size());
      read_.steps.push_back(std::move(step));
    });
  }

  /// The leaf of a system that has one leaf in each frame, from the member "frame".
  Leaf leaf(const Place& place, const Json::Object& args, const std::string& system) {
    required(place, args, {"frame"});
    const std::uint64_t frame = number(place, args, "frame");
    const NamedSchedule* schedule = find_schedule(program_, read_.schedule);
    if (!find(args, "frame") || !schedule) return 0;
    if (frame == 0 || frame > read_.frames)
      problems_.report(place, fmt::format("found frame {}; expected one from 1 to {}", frame, read_.frames));
    std::vector<Leaf> leaves;
    const SeriesParallel table(schedule->z);
    for (const std::size_t node : table.leaves)
      if (table.nodes[node].s->name == system) leaves.push_back(table.nodes[node].leaf);
    if (leaves.size() != 1) {
      problems_.report(place,
                       fmt::format("{} stands at {} leaves of the schedule; expected \"leaf\", which says at which",
                                   in_quotes(system), leaves.size()));
      return 0;
    }
    return (std::max<std::uint64_t>(frame, 1) - 1) * schedule->z.leaves() + leaves.front();
  }

  /// {"attach": [L, e, k]}, {"detach": [L, e]} or {"destroy": e}
  void write(const Place& place, const Json& operation, Update::Writes& writes) {
    const Json::Object* all = object(problems_, place, operation);
    const Json::Member* one = all ? only_member(problems_, place, *all, {"attach", "detach", "destroy"}) : nullptr;
    if (!one) return;
    const Place here = place.member(one->key, 0);
    if (one->key == "destroy") {
      const Entity e = entity(here, one->value);
      for (Label i = 0; i < program_.schema.size(); ++i) writes.push_back({{e, i}, std::nullopt});
      return;
    }
    const bool attaches = one->key == "attach";
    if (!attaches && one->key != "detach") {
      problems_.report_unknown(place, "operation", one->key, {"attach", "detach", "destroy"});
      return;
    }
    const Json::List* parts = coreecs::list(
        problems_, here, one->value, attaches ? "a component, an entity and a value" : "a component and an entity",
        attaches ? 3 : 2, attaches ? 3 : 2);
    if (!parts) return;
    const Label i = label(here.element(0), (*parts)[0]);
    const Entity e = entity(here.element(1), (*parts)[1]);
    writes.push_back({{e, i}, std::nullopt});
    if (attaches) writes.back().k = value(here.element(2), (*parts)[2], program_.schema[i].type);
  }

  /// Sorts the steps: they are 0, 1, ..., in any order of the events.
  void in_order(const Place& root) {
    std::sort(places_.begin(), places_.end());
    std::vector<Trace::Step> steps;
    for (std::size_t j = 0; j < places_.size(); ++j) {
      if (places_[j].first != j) {
        problems_.report(root, fmt::format("found {} step {}; expected {} invocations to be steps 0 to {}",
                                           j > 0 && places_[j].first == places_[j - 1].first ? "a second" : "a",
                                           places_[j].first, places_.size(), places_.size() - 1));
        return;
      }
      steps.push_back(std::move(read_.steps[places_[j].second]));
    }
    read_.steps = std::move(steps);
  }

  const BeginTrace& begin_;
  Entities unknown_;  // used until it is known what the trace is of
  Trace read_;
  std::size_t events_ = 0;                                     // read so far
  std::vector<std::pair<std::uint64_t, std::size_t>> places_;  // the step of each event
};

}  // namespace

std::variant<Trace, std::vector<Problem>> read_trace(std::string_view text, const Program& program,
                                                     const BeginTrace& begin) {
  Problems problems;
  Trace trace;
  {
    const Document document(text, problems);
    if (document.root() && problems.empty()) trace = TraceReader(problems, program, begin)(*document.root());
  }
  if (!problems.empty()) return std::move(problems).in_order(text);
  return trace;
}

}  // namespace coreecs
