// No option is silently ignored beside another one: any two of a command are refused by name, or each shows beside the
// other. Which options there are, and which are refused, is what the command line says of itself.
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

using Words = std::vector<std::string>;  // "--frames 3", "--json"

/// The commands run in copies of this folder.
class Inputs {
 public:
  Inputs() {
    for (const char* program : {"deviation_d5_two_determinisms", "toy_physics"})
      std::filesystem::copy(source_dir / "examples" / (std::string(program) + ".json"), folder_.path);
    json moved = json::parse(contents(folder_.path / "toy_physics.json"));
    moved["entities"]["e0"]["Pos"] = 2;
    (void)folder_.file("moved.json", moved.dump());
    json many = json::parse(R"({ "components": { "A": "int" },
      "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
      "schedules": { "main": { "conc": "s" }, "fixed": { "then": [ { "conc": "s" }, { "conc": "s" } ] } } })");
    for (int j = 0; j < 3300; ++j) many["entities"]["e" + std::to_string(j)] = {{"A", j}};
    (void)folder_.file("many.json", many.dump());
    (void)folder_.file("rare.json", R"({ "components": { "A": "int", "B": "int" },
      "systems": { "s": { "match": [ { "incl": { "A": "a" } }, { "entity": "f", "incl": { "B": "b" } } ],
                          "where": { "and": [ { "<": [5, "a"] }, { "==": ["b", 40] } ] },
                          "do": { "attach": ["B", "f", "a"] } },
                   "t": { "match": [ { "entity": "f", "incl": { "B": "b" } } ],
                          "do": { "attach": ["B", "f", { "neg": "b" }] } } },
      "invariants": { "positive": { "match": [ { "incl": { "A": "a" } } ], "holds": { "<": [0, "a"] } } },
      "schedules": { "main": { "conc": "s" }, "lost_write": { "then": [ { "conc": "s" }, { "conc": "s" } ] } },
      "entities": { "e0": { "A": 1 } } })");
    json exploring = json::parse(R"({ "components": { "A": "int", "B": "int" },
      "systems": {
        "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 1] } },
        "two": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 2] } },
        "off": { "match": [ { "incl": { "B": "b" } } ], "do": { "detach": ["B", { "entity": "x" }] } } },
      "schedules": { "main": { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] }, { "seq": "off" } ] },
                     "fixed": { "par": [ { "conc": "one" }, { "conc": "two" } ] } },
      "entities": { "x": { "A": 1 }, "y": { "A": 2 }, "z": { "A": 3 } } })");
    (void)folder_.file("exploring.json", exploring.dump());
    json assumed = exploring;
    assumed["invariants"]["positive"] = {{"match", {{{"incl", {{"A", "a"}}}}}}, {"holds", {{">", {"a", 0}}}}};
    const json main = assumed["schedules"]["main"];
    assumed["schedules"]["lost_write"] = {{"then", {main, main}}};
    (void)folder_.file("assumed.json", assumed.dump());
    for (int j = 0; j < 20; ++j) exploring["entities"]["e" + std::to_string(j)] = {{"A", j}};
    (void)folder_.file("wide.json", exploring.dump());
    (void)folder_.file("run.trace", R"({ "otherData": { "coreecs_trace": 1, "schedule": "main", "frames": 1 },
      "traceEvents": [
        { "cat": "invocation", "args": { "step": 0, "leaf": 1, "system": "two", "entities": ["e0"], "observed": [{ "X": 0 }] } },
        { "cat": "invocation", "args": { "step": 1, "leaf": 0, "system": "one", "entities": ["e0"], "observed": [{ "X": 0 }] } },
        { "cat": "invocation", "args": { "step": 2, "leaf": 2, "system": "move", "entities": ["e0"], "observed": [{ "X": 1 }] } }
      ] })");
    (void)folder_.file("engine.trace", R"([{ "ph": "X", "ts": 1, "dur": 1, "name": "system: name=move" }])");
    (void)folder_.file("app.json", R"({ "app": "one", "systems": { "move": {} } })");
    (void)folder_.file("n.json", R"({ "app": "n", "components": { "X": null }, "systems": {
      "a": { "before": ["c"], "duration": [1, 4], "queries": [{ "writes": ["X"] }], "commands": { "insert": ["X"] } },
      "b": { "before": ["c", "d"], "queries": [{ "writes": ["X"] }] }, "c": { "duration": [2, 9] },
      "d": { "duration": [1, 7] }, "e": {}, "f": { "duration": 2 } } })");
    std::filesystem::copy(source_dir / "examples/apps/tower_defense_races.json", folder_.path);
    (void)folder_.file("clean.dot", "digraph { a [tooltip=move] }");
    (void)folder_.file("odd.csv", "\"system\",colour\nmove,red\n");
    (void)folder_.file("capabilities.json",
                       R"({ "supports": ["int", "incl", "attach", "conc", "seq", "par", "then", "frames"] })");
    json exercise = json::parse(contents(folder_.path / "deviation_d5_two_determinisms.json"));
    (void)folder_.file("answer.json", json{{"entities", exercise["entities"]}}.dump());
    exercise["entities"] = json::object();
    exercise["may_change"] = {"/entities"};
    exercise["expect"] = {{"fixed", {{"deterministic", false}, {"confluent", true}}}};
    (void)folder_.file("exercise.json", exercise.dump());
    (void)folder_.file("key.json", R"({ "expect": { "fixed": { "confluent": { "points": 3 } } },
                                        "names": [ [["fixed"], ["other"]] ] })");
    json race = json::parse(contents(folder_.path / "toy_physics.json")), reals = json::parse(R"({
      "components": { "X": "real" }, "entities": { "e0": { "X": 0.25 } }, "schedules": { "main": { "conc": "s" } },
      "systems": { "s": { "match": [ { "entity": "e", "incl": { "X": "x" } } ],
                          "do": { "attach": ["X", "e", { "+": ["x", 0.5] }] } } } })");
    race["frames"] = 1;
    json never = race["entities"];
    never["e1"]["Vel"] = 9;
    (void)folder_.file("cases.jsonl", json{{"id", "race"}, {"program", race}, {"schedule", "lost_write"}}.dump() +
                                          "\n" + json{{"id", "reals"}, {"program", reals}}.dump() + "\n" +
                                          json{{"id", "same"}, {"program", reals}}.dump() + "\n");
    (void)folder_.file("results.jsonl", json{{"id", "race"}, {"final", never}}.dump() + "\n" +
                                            R"({ "id": "reals", "final": { "e0": { "X": 0.7500000000000001 } } })" +
                                            "\n" + R"({ "id": "same", "final": { "e0": { "X": 0.75 } } })" + "\n");
    const json lost = {{"shape", "storage: seq 1; 1: incl int, do new(attach entity, new(attach entity, attach int))"},
                       {"note", "lost"}};
    json known{{"known", json::array({lost})}};
    (void)folder_.file("known.json", known.dump());
    for (const char* shape : {"storage: seq 1; 1: incl int", "storage: conc 1; 1: incl int"})
      known["known"].push_back({{"shape", shape}, {"note", "lost"}});
    (void)folder_.file("more_known.json", known.dump());
    (void)folder_.file("engine", "#!/bin/sh\nexec " + shell::quoted(COREECS_PYTHON) + " " +
                                     shell::quoted((source_dir / "props/oracle/commands/faulty_adapter.py").string()) +
                                     " " + shell::quoted((source_dir / "examples/oracle/adapters").string()) +
                                     " 'loses writes'\n");
    std::filesystem::permissions(folder_.path / "engine", std::filesystem::perms::owner_all);
    (void)run("check deviation_d5_two_determinisms.json --schedule fixed --certificate " +
              shell::quoted(folder_.file("claims")));
    const Seen check = run("check toy_physics.json --schedule lost_write --frames 1 --json");
    token = json::parse(check.text)["witness"]["runs"][0]["replay"];
  }

  /// What a command line does: its status, and all that it writes, but for the times in a trace.
  struct Seen {
    int status;
    std::string text;
    bool operator==(const Seen& other) const { return status == other.status && text == other.text; }
  };
  /// Nothing where it does something else each time.
  [[nodiscard]] std::optional<Seen> operator()(const std::string& arguments) {
    const auto [known, added] = seen_.try_emplace(arguments);
    if (added) {
      const Seen once = run(arguments);
      if (!contains(arguments, "threads") || run(arguments) == once) known->second = once;
    }
    return known->second;
  }

  /// Runs each command line anew from here on.
  void forget() { seen_.clear(); }

  std::string token;

 private:
  [[nodiscard]] Seen run(const std::string& arguments) const {
    const Scratch here, output;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path))
      std::filesystem::create_symlink(entry.path(), here.path / entry.path().filename());
    std::filesystem::create_directory(here.path / "folder");
    const int status =
        std::system(("cd " + shell::quoted(here.path.string()) + " && " + shell::quoted(shell::binary()) + " " +
                     arguments + " > " + output.file("out") + " 2> " + output.file("err"))
                        .c_str());
    std::string text = contents(output.path / "out") + contents(output.path / "err");
    std::map<std::string, std::string> written;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(here.path))
      if (entry.is_regular_file() && !entry.is_symlink()) {
        std::string& now = written[entry.path().lexically_relative(here.path).string()] = contents(entry.path());
        if (entry.path().extension() == ".trace") now = json::parse(now)["otherData"].dump();
      }
    for (const auto& [name, now] : written) text += name + ":\n" + now;
    return {WEXITSTATUS(status), text};
  }

  Scratch folder_;
  std::map<std::string, std::optional<Seen>> seen_;
};

std::string name(const std::string& word) { return word.substr(0, word.find(' ')); }

/// A command, as the command line describes it; without --max-memory, which shows only where memory runs out
/// (limits.cpp), --ascii (ascii.cpp) and --set (constants.cpp), which go with everything, and --rules (archetype.cpp),
/// which is about programs that other options are not about.
struct Described {
  std::map<std::string, json> options;

  explicit Described(const json& command) {
    for (const json& option : command["options"])
      if (option["name"] != "--max-memory" && option["name"] != "--ascii" && option["name"] != "--set" &&
          option["name"] != "--rules")
        options[option["name"]] = option;
  }
  /// Words with what they need.
  [[nodiscard]] Words with_needs(Words words, const std::map<std::string, Words>& values) const {
    for (std::size_t j = 0; j < words.size(); ++j)
      for (const json& uses : options.at(name(words[j]))["needs"]) {
        const auto is_made = [&](const std::string& use) {
          return std::any_of(words.begin(), words.end(),
                             [&](const std::string& word) { return word == use || name(word) == use; });
        };
        if (std::any_of(uses.begin(), uses.end(), is_made)) continue;
        const std::string use = uses[0];
        words.push_back(values.count(use) ? use + " " + values.at(use).front() : use);
      }
    return words;
  }
  /// The pairs that are said to be refused, by their options' names.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> refused(const Words& words) const {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& word : words)
      for (const auto& [value, others] : options.at(name(word))["excludes"].items())
        for (const std::string& other : words) {
          const auto is_named = [&](const json& named) { return named == other || named == name(other); };
          if ((value.empty() || word == name(word) + " " + value) &&
              std::any_of(others.begin(), others.end(), is_named))
            out.emplace_back(name(word), name(other));
        }
    return out;
  }
};

/// One of these programs, and one of these sets of further options, shows what an option does.
struct Bench {
  Words inputs;
  std::vector<Words> beside = {{}};
};

const std::string d5 = "deviation_d5_two_determinisms.json";

const std::map<std::string, Bench> benches{
    {"run",
     {{"toy_physics.json", d5, "moved.json"}, {{}, {"--repeat 2"}, {"--trace other.trace"}, {"--strategy pct"}}}},
    {"check",
     {{d5, "toy_physics.json", "wide.json", "many.json"},
      {{}, {"--schedule fixed"}, {"--schedule lost_write"}, {"--format junit"}}}},
    {"prove", {{"rare.json"}, {{}, {"--limit 0"}}}},
    {"compare",
     {{"toy_physics.json", "assumed.json"},
      {{"--fuzz", "--cases 40"},
       {"--with lost_write", "--fuzz", "--cases 40"},
       {"--with main", "--fuzz", "--cases 40"},
       {"--cases 40"},
       {},
       {"--fuzz"},
       {"--with lost_write"},
       {"--with main"}}}},
    {"test", {{d5}}},
    {"schema", {{""}}},
    {"mark", {{"exercise.json answer.json", "exercise.json exercise.json"}, {{}, {"--key key.json"}}}},
    {"variant", {{"exercise.json"}}},
    {"handout", {{""}}},
    {"core", {{""}}},
    {"app show", {{"app.json", "n.json"}}},
    {"app check", {{"tower_defense_races.json", "n.json"}, {{}, {"--json"}, {"--frames 2"}, {"--model bevy-second"}}}},
    {"app simulate",
     {{"n.json"},
      {{}, {"--pairs"}, {"--scheduler flecs"}, {"--scheduler dynamic"}, {"--json"}, {"--durations random"}}}},
    {"app check-trace", {{"app.json engine.trace"}}},
    {"app core", {{"tower_defense_races.json"}}},
    {"app from", {{"toy_physics.json", d5}}},
    {"app import", {{"odd.csv", "clean.dot"}}},
    {"lint", {{"exploring.json", "wide.json"}}},
    {"show", {{"toy_physics.json"}}},
    {"explain", {{"toy_physics.json", d5, "wide.json"}, {{}, {"--frame 2"}, {"--schedule lost_write"}}}},
    {"graph", {{"toy_physics.json", d5}, {{}, {"--of schedule"}}}},
    {"report", {{d5, "toy_physics.json", "wide.json"}, {{}, {"--output new.html"}}}},
    {"linearizations", {{"toy_physics.json", "many.json"}, {{}, {"--list", "--limit 2"}, {"--sample 2"}}}},
    {"fuzz", {{d5, "assumed.json"}, {{"--cases 20"}, {"--json"}, {}}}},
    {"merge-reports", {{"no.report"}}},
    {"shrink", {{"toy_physics.json", d5, "exploring.json"}, {{}, {"--output smaller.json"}}}},
    {"verify-certificate", {{d5 + " claims"}}},
    {"check-trace", {{d5 + " run.trace"}}},
    {"generate", {{""}, {{}, {"--shape contended"}, {"--seed 5"}}}},
    {"cases", {{"assumed.json"}, {{"--count 20"}, {}}}},
    {"judge", {{"cases.jsonl results.jsonl"}}},
    {"oracle",
     {{"./engine"},
      {{},
       {"--transcript lines"},
       {"--shape contended", "--transcript lines"},
       {"--json"},
       {"--cases 7"},
       {"--seed 2"},
       {"--cases 7", "--json"}}}}};

/// What shows that an option does something: one of these values, unless the option has a few that are listed.
std::map<std::string, Words> values_for(const std::string& command, const std::string& token) {
  std::map<std::string, Words> out{{"--schedule", {"fixed", "lost_write"}},
                                   {"--frames", {"3", "1", "0"}},
                                   {"--frame", {"2"}},
                                   {"--most", {"1"}},
                                   {"--limit", {"1", "0", "5"}},
                                   {"--every", {"2"}},
                                   {"--only", {"Vel"}},
                                   {"--without", {"unused-variable"}},
                                   {"--keep", {"systems", "schedule", "location", "systems,schedule"}},
                                   {"--replay",
                                    {command == "oracle"      ? "exploring.json"
                                     : command == "app check" ? "0,1,2,3,5,7,s,4,6,s,8,s"
                                                              : token}},
                                   {"--key", {"key.json"}},
                                   {"--deadline", {"0"}},
                                   {"--name", {"other"}},
                                   {"--workers", {"2", "3"}},
                                   {"--undeclared", {"2", "1..9"}},
                                   {"--draws", {"3"}},
                                   {"--gantt", {"new.svg"}},
                                   {"--transcript", {"spoken"}},
                                   {"--threads", {"3"}},
                                   {"--schedule-seed", {"1", "2", "3", "4"}},
                                   {"--depth", {"1", "5", "2"}},
                                   {"--repeat", {"2", "3"}},
                                   {"--save-replays", {"folder"}},
                                   {"--trace", {"one.trace"}},
                                   {"--certificate", {"-", "new.cert"}},
                                   {"--sample", {"3"}},
                                   {"--seed", {"2", "5", "3"}},
                                   {"--cases", {command == "oracle" ? "2" : "7"}},
                                   {"--components", {"9"}},
                                   {"--terms", {"1"}},
                                   {"--known", {"known.json", "more_known.json"}},
                                   {"--program", {"assumed.json"}},
                                   {"--sarif", {"new.sarif"}},
                                   {"--case", {"3"}},
                                   {"--seconds", {"0"}},
                                   {"--shard", {"2/3"}},
                                   {"--entities", {"1"}},
                                   {"--range", command == "compare" ? Words{"A=5:6"} : Words{"X=5:6", "A=-1:2"}},
                                   {"--count", {"7"}},
                                   {"--assume", {"positive"}},
                                   {"--exchange", {"s,t"}},
                                   {"--capabilities", {"capabilities.json"}},
                                   {"--tolerance", {"1e-9"}},
                                   {"--ulps", {"1"}},
                                   {"--junit", {"new.xml"}},
                                   {"--report", {"new.report"}},
                                   {"--with", {"lost_write", "main", "fixed"}},
                                   {"--output", {command == "fuzz" || command == "compare" ? "folder" : "new.json"}}};
  return out;
}

/// Pairs that go together although one of them does not show beside the other.
const std::map<std::set<std::string>, std::string> unseen{
    {{"app import", "--name", "--strict"}, "where something is not understood, no app is printed"},
    {{"app import", "--output", "--strict"}, "where something is not understood, no app is written"},
    {{"run", "--schedule", "--replay"}, "another schedule than that of the token is refused"},
    {{"run", "--frames", "--replay"}, "other frames than those of the token are refused"},
    {{"run", "--schedule", "--anyway"}, "where there is the schedule of the token, no other is performed"},
    {{"run", "--frames", "--anyway"}, "other frames than those of the token are refused"},
    {{"compare", "--assume", "--entities"}, "the smallest start that is found is the same"},
    {{"compare", "--assume", "--output"}, "which file it is in does not depend on what is found"},
    {{"compare", "--assume", "--seconds"}, "in so little time nothing is tried"},
    {{"compare", "--cases", "--output"}, "what is written is found, and then no further case is tried"},
    {{"compare", "--cases", "--range"}, "what shows a range is found, and then no further case is tried"},
    {{"compare", "--entities", "--range"}, "the smallest start that is found is the same"},
    {{"compare", "--limit", "--range"}, "where the limit is reached nothing is found"},
    {{"compare", "--output", "--range"}, "which file it is in does not depend on what is found"},
    {{"compare", "--limit", "--output"}, "where the limit is reached nothing is found"},
    {{"compare", "--entities", "--output"}, "the smallest start that is found is the same"},
    {{"prove", "--cases", "--output"}, "what is written is found, and then no further case is tried"},
    {{"compare", "--seconds", "--cases"}, "in so little time nothing is tried"},
    {{"compare", "--seconds", "--entities"}, "in so little time nothing is tried"},
    {{"compare", "--seconds", "--limit"}, "in so little time nothing is tried"},
    {{"compare", "--seconds", "--output"}, "in so little time nothing is tried"},
    {{"compare", "--seconds", "--range"}, "in so little time nothing is tried"},
    {{"compare", "--seconds", "--seed"}, "in so little time nothing is tried"},
    {{"fuzz", "--seconds", "--output"}, "what is found in so little time depends on the machine"},
    {{"mark", "--seconds", "--limit"}, "in so little time nothing is decided"},
    {{"mark", "--seconds", "--seed"}, "in so little time nothing is asked"},
    {{"mark", "--seconds", "--seed-by-name"}, "in so little time nothing is asked"},
    {{"oracle", "--seconds", "--keep-going"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--known"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--deadline"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--only"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--output"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--shape"}, "in so little time nothing is tried"},
    {{"oracle", "--seconds", "--shard"}, "in so little time nothing is tried"},
    {{"shrink", "--frames", "--limit"}, "where the limit is reached, nothing is written that has frames"},
    {{"shrink", "--keep", "--limit"}, "where the limit is reached, nothing is made smaller"},
    {{"shrink", "--limit", "--output"}, "where the limit is reached, nothing is written"}};

std::string joined(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += " " + word;
  return out;
}

}  // namespace

TEST_CASE("Of any two options of a command, each shows beside the other, or both are refused by name" *
          doctest::test_suite("slow")) {
  Inputs inputs;
  std::size_t pairs = 0, refusals = 0;
  std::set<std::string> known;  // commands; options; and each option of a command after it
  const Result description = coreecs("describe json");
  REQUIRE(description.status == 0);
  for (const json& description_of_one : json::parse(description.out)) {
    const std::string command = description_of_one["command"];
    CAPTURE(command);
    known.insert(command);
    for (const json& option : description_of_one["options"]) {
      known.insert(option["name"]);
      known.insert(command + " " + option["name"].get<std::string>());
    }
    if (command == "prove" && contains(coreecs("prove " + toy).err, "without the solver")) continue;
    const Described described(description_of_one);
    REQUIRE(benches.count(command) == 1);
    const Bench& bench = benches.at(command);
    std::map<std::string, Words> values = values_for(command, inputs.token);
    for (const auto& option : described.options) {
      CAPTURE(option.first);
      Words choices = option.second["choices"];
      choices.erase(std::remove(choices.begin(), choices.end(), option.second["preset"]), choices.end());
      if (!choices.empty()) values[option.first] = choices;
      const bool takes_a_value = !option.second["value"].get<std::string>().empty();
      REQUIRE((!takes_a_value || values.count(option.first) == 1));
      if (!takes_a_value) values.erase(option.first);
    }
    const auto uses = [&](const std::string& option) {
      if (!values.count(option)) return Words{option};
      Words out;
      for (const std::string& value : values.at(option)) out.push_back(option + " " + value);
      return out;
    };
    /// Whether these two show beside what they need and other options; where they are said to be refused, whether so.
    const auto together = [&](const std::string& input, const Words& beside, const std::string& a,
                              const std::string& b) -> std::optional<bool> {
      Words words{a, b};
      for (const std::string& other : beside) {
        if (name(other) == name(a) || name(other) == name(b)) return std::nullopt;
        words.push_back(other);
      }
      words = described.with_needs(words, values);
      std::sort(words.begin(), words.end());
      const auto line = [&](const Words& some) { return command + " " + input + joined(some); };
      const std::optional<Inputs::Seen> both = inputs(line(words));
      if (const auto refused = described.refused(words); !refused.empty()) {
        const bool is_named = both && both->status == 2 && std::any_of(refused.begin(), refused.end(), [&](auto pair) {
                                return contains(both->text, pair.first) && contains(both->text, pair.second);
                              });
        CHECK_MESSAGE(is_named, line(words) << " is not refused by name: " << (both ? both->text : "it varies"));
        refusals += beside.empty();
        return is_named;
      }
      const auto without = [&](const std::string& word) {
        Words fewer = words;
        fewer.erase(std::find(fewer.begin(), fewer.end(), word));
        return inputs(line(fewer));
      };
      if (!both || both->status == 2) return false;
      const auto without_a = without(a), without_b = without(b);
      return without_a && without_b && !(*without_a == *both) && !(*without_b == *both);
    };
    const auto each_shows = [&](const std::string& option, const std::string& other) {
      for (const std::string& input : bench.inputs)
        for (const Words& beside : bench.beside)
          for (const std::string& a : uses(option))
            for (const std::string& b : uses(other))
              if (together(input, beside, a, b).value_or(false)) return true;
      return false;
    };
    for (auto one = described.options.begin(); one != described.options.end(); ++one)
      for (auto other = std::next(one); other != described.options.end(); ++other, ++pairs)
        if (!unseen.count({command, one->first, other->first})) {
          bool both = each_shows(one->first, other->first);
          const bool timed = one->first == "--deadline" || other->first == "--deadline";
          for (int again = 0; again < 4 && timed && !both; ++again) {
            inputs.forget();  // on a busy machine an answer may come within a deadline of 0
            both = each_shows(one->first, other->first);
          }
          CHECK_MESSAGE(both, command << ": of " << one->first << " and " << other->first << " one is ignored");
        }
  }
  CHECK(pairs > 250);
  CHECK(refusals > 30);

  // What stands above is about something.
  const auto is_known = [&](const auto& bench) { return known.count(bench.first) == 1; };
  if (!std::all_of(benches.begin(), benches.end(), is_known)) return;  // an annex is left out
  for (const auto& option : values_for("", "")) CHECK_MESSAGE(known.count(option.first) == 1, option.first);
  for (const auto& pair : unseen) {
    const std::set<std::string>& words = pair.first;
    const auto is_option = [](const std::string& word) { return word.starts_with("--"); };
    const std::string command = *std::find_if_not(words.begin(), words.end(), is_option);
    for (const std::string& word : words)
      if (is_option(word)) CHECK_MESSAGE(known.count(command + " " + word) == 1, command << " " << word);
  }
}

TEST_CASE("Values that would leave another option without use are refused by name") {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"graph --of systems", "--schedule main"},
      {"graph --of systems", "--frames 2"},
      {"graph --of schedule", "--frames 2"},
      {"check --certificate -", "--json"},
      {"check --certificate -", "--suggest"},
      {"check --certificate -", "--any-match-order"},
      {"run --schedule-seed 1 --depth 2", "--strategy uniform"},
      {"run --executor reference", "--threads 2"},
      {"run --visibility shared --executor threads", "--record"},
      {"fuzz --case 1", "--cases 2"},
      {"fuzz --case 1", "--shard 1/2"},
      {"shrink --verdict error", "--limit 5"},
      {"linearizations --save-replays .", ""}};
  for (const auto& pair : pairs) {
    const Result result = coreecs(pair.first + " " + pair.second + " examples/toy_physics.json");
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK_MESSAGE(contains(result.err, pair.second.substr(0, pair.second.find(' '))), result.err);
  }
}
