#include "interp/oracle/lines.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/run_reader.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

namespace {

/// The text of "id".
std::string id_of(Problems& problems, const Json::Object& all) {
  const Json::Member* id = find(all, "id");
  const auto* text = id ? id->value.as<std::string_view>() : nullptr;
  if (id && !text)
    expected(problems, Place().member("id", static_cast<std::size_t>(id - all.begin())), id->value, "text");
  return text ? std::string(*text) : std::string();
}

/// Reads the line's object with `read`; yields its problems, if there are any.
template <class Result, class Read>
Result read_line(std::string_view line, const Read& read) {
  Problems problems;
  const Document document(line, problems);
  const Json::Object* all = document.root() ? object(problems, {}, *document.root()) : nullptr;
  Result result = all ? read(problems, *all) : Result(std::vector<Problem>());
  if (problems.empty()) return result;
  return std::move(problems).in_order();
}

}  // namespace

std::variant<std::string, std::vector<Problem>> read_id(std::string_view line) {
  return read_line<std::variant<std::string, std::vector<Problem>>>(
      line, [](Problems& problems, const Json::Object& all) {
        if (!find(all, "id")) problems.report({}, "the key \"id\" is missing");
        return id_of(problems, all);
      });
}

std::variant<EngineCase, std::vector<Problem>> read_case(std::string_view line) {
  using Result = std::variant<EngineCase, std::vector<Problem>>;
  return read_line<Result>(line, [](Problems& problems, const Json::Object& all) -> Result {
    check_keys(problems, {}, all, {"id", "program"}, {"schedule", "frames", "verdicts"});
    EngineCase read{.id = id_of(problems, all), .program = {}, .schedule = {}};
    const Json::Member* program = find(all, "program");
    if (!program) return read;
    auto loaded = load_tree(tree(program->value));
    if (const auto* wrong = std::get_if<std::vector<Problem>>(&loaded)) {
      for (const Problem& problem : *wrong) problems.report_last({"/program" + problem.place, problem.message});
      return read;
    }
    read.program = std::get<Program>(std::move(loaded));
    RunReader reader(problems, read.program, std::function<Entity(const std::string&)>());
    std::optional<std::string> asked;
    reader.with({}, all, "schedule", [&](const Place& here, const Json& j) { asked = reader.text(here, j); });
    if (const NamedSchedule* schedule = find_schedule(read.program, asked))
      read.schedule = schedule->name;
    else
      problems.report(
          {}, "the program has no schedule " + (asked ? in_quotes(*asked) : "\"main\"") + "; \"schedule\" names one");
    read.frames = read.program.frames;
    if (find(all, "frames")) read.frames = reader.number({}, all, "frames");
    return read;
  });
}

std::variant<EngineResult, Unsupported, std::vector<Problem>> read_result(std::string_view line, const EngineCase& of) {
  using Result = std::variant<EngineResult, Unsupported, std::vector<Problem>>;
  return read_line<Result>(line, [&](Problems& problems, const Json::Object& all) -> Result {
    check_keys(problems, {}, all, {"id"}, {"frames", "final", "unsupported"});
    EngineResult result{.start = {}, .states = {}, .names = Names(of.program.entities)};
    std::uint64_t others = 0;
    // an engine's e3 is compared with our e3 first; entities with other names come after all such
    constexpr std::uint64_t first_other = std::uint64_t{1} << 63;
    RunReader reader(problems, of.program, [&](const std::string& name) {
      if (const auto k = result.names.created(name); k && static_cast<std::uint64_t>(*k) < first_other)
        return stand_in(*k, *result.entities);
      const Entity e = stand_in(CreatedIndex{first_other + others++}, *result.entities);
      result.names.add(e, name);
      return e;
    });
    if (std::count_if(all.begin(), all.end(), [](const Json::Member& m) { return m.key != "id"; }) != 1)
      problems.report({}, "expected one of \"frames\", \"final\" and \"unsupported\"");
    std::optional<Unsupported> unsupported;
    reader.with({}, all, "unsupported", [&](const Place& here, const Json& j) {
      unsupported = Unsupported{std::string(reader.text(here, j))};
    });
    if (unsupported) return *unsupported;
    std::vector<State> states;
    reader.with({}, all, "final", [&](const Place& here, const Json& j) {
      if (of.frames > 0)
        result.states.push_back(reader.state(here, j));
      else
        result.start = reader.state(here, j);
    });
    reader.with({}, all, "frames", [&](const Place& here, const Json& j) {
      const Json::List* frames =
          list(problems, here, j, std::to_string(of.frames) + " states, or one more with that before the first frame",
               of.frames, of.frames + 1);
      for (std::size_t k = 0; frames && k < frames->size(); ++k) {
        State c = reader.state(here.element(k), (*frames)[k]);
        if (k == 0 && frames->size() > of.frames)
          result.start = std::move(c);
        else
          result.states.push_back(std::move(c));
      }
    });
    return result;
  });
}

}  // namespace coreecs
