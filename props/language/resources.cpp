// Resources: entities that are there in every state, with components of their own.
#include "interp/check/decide/static_report.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/command.hpp"
#include "props/kit/loaded.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs;

namespace {

nlohmann::ordered_json with_time() {
  return nlohmann::ordered_json::parse(R"({
    "components": { "Delta": "int", "Frame": "int", "Pos": "int" },
    "resources": { "time": { "Delta": 2, "Frame": 0 } },
    "systems": {
      "move": { "match": [{ "entity": "e", "incl": { "Pos": "p" } }, { "resource": "time", "incl": { "Delta": "d" } }],
                "do": { "attach": ["Pos", "e", { "+": ["p", "d"] }] } },
      "tick": { "match": [{ "resource": "time", "incl": { "Frame": "n" } }],
                "do": { "attach": ["Frame", { "entity": "time" }, { "+": ["n", 1] }] } } },
    "schedules": { "main": { "then": [{ "conc": "move" }, { "conc": "tick" }] } },
    "entities": { "a": { "Pos": 1 }, "z": { "Pos": 5 } } })");
}

/// Where a document is refused, in order.
std::vector<std::string> refused(const std::string& pointer, const std::string& value) {
  auto document = with_time();
  document[nlohmann::ordered_json::json_pointer(pointer)] = nlohmann::ordered_json::parse(value);
  const auto result = load(document.dump());
  std::vector<std::string> places;
  if (const auto* problems = std::get_if<std::vector<Problem>>(&result))
    for (const Problem& problem : *problems) places.push_back(problem.place);
  return places;
}

using Places = std::vector<std::string>;

}  // namespace

TEST_CASE("A resource is an entity that queries name: the same as with is") {
  const Program program = loaded(with_time());
  REQUIRE(program.resources.size() == 1);
  CHECK(program.entities[program.resources[0].e.number()] == "time");
  CHECK(program.resources[0].labels == std::vector<Label>{0, 1});
  auto plain = with_time();
  plain["entities"]["time"] = plain["resources"]["time"];
  plain.erase("resources");
  plain["systems"]["move"]["match"][1] = {{"entity", {{"is", {{"entity", "time"}}}}}, {"incl", {{"Delta", "d"}}}};
  plain["systems"]["tick"]["match"][0] = {{"entity", {{"is", {{"entity", "time"}}}}}, {"incl", {{"Frame", "n"}}}};
  const Program same = loaded(plain);
  Entities entities;
  const Environment env = by_occurrence(entities);
  CHECK(program.start == same.start);
  CHECK(advance(program.start, program.schedules.front().z, env) == advance(same.start, same.schedules.front().z, env));
}

TEST_CASE("What reads resources and writes what it matches is safe on every state") {
  const Program program = loaded(with_time());
  CHECK(static_report(program, program.schedules.front().z).safe_on_engines());
}

TEST_CASE("A query that includes a component of a resource has one match, which may be written") {
  auto document = with_time();
  document["systems"]["tick"] = nlohmann::ordered_json::parse(
      R"({ "match": [{ "entity": "t", "incl": { "Frame": "n" } }], "do": { "attach": ["Frame", "t", { "+": ["n", 1] }] } })");
  document["systems"]["move"]["match"][1] = {{"incl", {{"Delta", "d"}}}};
  const Program program = loaded(document);
  CHECK(static_report(program, program.schedules.front().z).safe_on_engines());
  auto plain = document;
  plain["entities"]["time"] = plain["resources"]["time"];
  plain.erase("resources");
  CHECK_FALSE(
      static_report(loaded(plain), loaded(plain).schedules.front().z).safe_on_engines());  // two entities may have it
  CHECK(refused("/systems/tick", R"({ "match": [{ "entity": "t", "incl": { "Pos": "n" } }],
                                      "do": { "attach": ["Frame", "t", "n"] } })") ==
        Places{"/systems/tick/do/attach/1"});
}

TEST_CASE("To destroy leaves a resource what it has") {
  auto document = with_time();
  document["systems"]["end"] = nlohmann::ordered_json::parse(
      R"({ "match": [{ "entity": "x", "anyway": { "Pos": "_" } }], "do": { "destroy": "x" } })");
  document["schedules"]["main"] = {{"conc", "end"}};
  const Program program = loaded(document);
  Entities entities;
  const State end = advance(program.start, program.schedules.front().z, by_occurrence(entities));
  CHECK(end[2].empty());
  CHECK(end[0] == program.start[0]);
  CHECK(end[1] == program.start[1]);
}

TEST_CASE("A program with resources is printed so that it loads again") {
  const Program program = loaded(with_time());
  const Program again = loaded(print(program));
  CHECK(again.start == program.start);
  CHECK(again.resources.size() == 1);
  CHECK(print(again) == print(program));
}

TEST_CASE("The components of a resource are its own") {
  CHECK(refused("/entities/a/Delta", "1") == Places{"/entities/a"});
  CHECK(refused("/entities/time", R"({ "Pos": 1 })") == Places{"/entities/time"});
  CHECK(refused("/resources/score", "{}") == Places{"/resources/score"});
  CHECK(refused("/resources/clock", R"({ "Frame": 1 })").front() == "/resources/time");
  CHECK(refused("/systems/move/do", R"({ "attach": ["Frame", "e", 1] })") == Places{"/systems/move/do/attach/1"});
  CHECK(refused("/systems/move/do", R"({ "attach": ["Frame", { "entity": "a" }, 1] })") ==
        Places{"/systems/move/do/attach/1"});
  CHECK(refused("/systems/move/do", R"({ "detach": ["Frame", { "entity": "time" }] })") ==
        Places{"/systems/move/do/detach"});
  CHECK(refused("/systems/move/do", R"({ "destroy": { "entity": "time" } })") == Places{"/systems/move/do/destroy"});
  CHECK(refused("/systems/tick/match/0/resource", R"("a")") == Places{"/systems/tick/match/0/resource"});
  CHECK(refused("/systems/tick/match/0/resource", R"("tim")") == Places{"/systems/tick/match/0/resource"});
  const auto unknown =
      load(with_time()
               .patch(nlohmann::ordered_json::parse(
                   R"([{ "op": "replace", "path": "/systems/tick/match/0/resource", "value": "clock" }])"))
               .dump());
  CHECK(std::get<std::vector<Problem>>(unknown).front().message.find("\"a\"") == std::string::npos);  // no resource
  CHECK(refused("/systems/tick/match/0/entity", R"("t")") == Places{"/systems/tick/match/0/resource"});
}

TEST_CASE("Random starts have each resource once, and nobody else has its components") {
  const Starts starts(with_time(), 1, 6, {});
  const Program& program = starts.program();
  const Entity time = program.resources.front().e;
  std::set<std::string> frames;
  std::size_t populated = 0;
  for (std::uint64_t j = 0; j < 300; ++j) {
    const State c = starts(Random(1, j));
    for (const Label i : program.resources.front().labels) {
      CHECK(c[i].size() == 1);
      CHECK(c.at({time, i}) != nullptr);
    }
    CHECK(c.at({time, 2}) == nullptr);
    populated += !c[2].empty();
    const auto document = starts.document(c);
    CHECK(loaded(document).start == c);
    frames.insert(document["resources"]["time"]["Frame"].dump());
  }
  CHECK(populated > 200);
  CHECK(frames.size() > 5);
}

TEST_CASE("fuzz shrinks the values of a resource, and keeps it") {
  auto document = with_time();
  document["systems"]["move"]["do"] =
      nlohmann::ordered_json::parse(R"({ "attach": ["Pos", "e", { "quot": ["p", { "-": ["d", 3] }] }] })");
  const Scratch scratch;
  const std::string file = shell::quoted(scratch.file("timed.json", document.dump()));
  const auto found =
      shell::coreecs("fuzz --json --find error --output " + shell::quoted(scratch.path.string()) + " " + file);
  CHECK(found.status == 1);
  const auto program = nlohmann::ordered_json::parse(found.out)["found"][0]["program"];
  CHECK(program["resources"]["time"]["Delta"] == 3);
  CHECK(program["resources"]["time"]["Frame"] == 0);
  CHECK(program["entities"].size() == 1);
}

TEST_CASE("lint recognises a resource that is none yet") {
  const auto rules = [](const nlohmann::ordered_json& document) {
    std::set<std::string> found;
    for (const auto& finding :
         nlohmann::ordered_json::parse(shell::coreecs("lint --format json -", document.dump()).out))
      found.insert(finding["rule"].get<std::string>() + " " + finding["pointer"].get<std::string>());
    return found;
  };
  auto old = with_time();
  old["entities"]["time"] = old["resources"]["time"];
  old.erase("resources");
  old["systems"]["move"]["match"][1] = {{"entity", "t"}, {"incl", {{"Delta", "d"}}}};
  old["systems"]["tick"]["match"][0] = {{"entity", "t"}, {"incl", {{"Frame", "n"}}}};
  old["systems"]["tick"]["do"]["attach"][1] = "t";
  CHECK(rules(old) == std::set<std::string>{"singleton /components/Delta"});
  CHECK(rules(with_time()).empty());
  auto many = old;
  many["entities"]["a"]["Delta"] = 1;
  CHECK(rules(many).count("singleton /components/Delta") == 0);
  auto lost = old;
  lost["systems"]["tick"]["do"] = nlohmann::ordered_json::parse(R"({ "destroy": "t" })");  // and Delta with it
  CHECK(rules(lost).count("singleton /components/Delta") == 0);
}
