// The search for start states: what it finds, and how small that is.
#include "interp/search/fuzz.hpp"
#include "interp/search/starts.hpp"

#include <set>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/tree.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;
using nlohmann::ordered_json;

namespace {

bool always() { return true; }

Findings find(const ordered_json& program, Search search) { return fuzz(program, search, always); }

/// `expect` of a schedule in a finding.
ordered_json expected(const ordered_json& program) { return program["expect"].front(); }

}  // namespace

TEST_CASE("fuzz: finds the race of Figure 14, whatever the seed, and shrinks it to three entities") {
  for (const char* schedule : {"lost_write", "collisions"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(schedule);
      CAPTURE(seed);
      const Findings findings =
          find(empty_physics(), {.schedule = schedule, .frames = 2, .find = {Aspect::Confluent}, .seed = seed});
      REQUIRE(findings.found.size() == 1);
      const ordered_json& program = findings.found[0].program;
      CHECK(expected(program) == ordered_json{{"confluent", false}});
      CHECK(program["frames"] == 1);
      REQUIRE(program["entities"].size() == 3);
      int moving = 0;
      std::set<int> ends;
      for (const ordered_json& e : program["entities"]) {
        moving += e.contains("Vel");
        const bool moves = e.contains("Vel") && std::string(schedule) == "lost_write";
        ends.insert(e["Pos"].get<int>() + (moves ? e["Vel"].get<int>() : 0));
      }
      CHECK(moving == 2);
      CHECK(ends.size() == 1);
    }
}

TEST_CASE("fuzz: a case is the same with every compiler and on every machine") {
  const Findings findings = find(empty_physics(), {.schedule = "lost_write", .frames = 2, .find = {Aspect::Confluent}});
  REQUIRE(findings.found.size() == 1);
  CHECK(findings.found[0].number == 73);
  CHECK(
      findings.found[0].program["entities"] ==
      ordered_json::parse(R"({ "e2": { "Pos": 0, "Vel": -2 }, "e3": { "Pos": -2 }, "e5": { "Pos": -2, "Vel": 0 } })"));
}

TEST_CASE("fuzz: each kind of failure, as small as it can be") {
  const ordered_json program = read_tree(R"({
    "components": { "A": "int", "B": "int", "C": "text" },
    "systems": {
      "reset": { "match": [ { "entity": "e", "incl": { "A": "_" } } ], "do": { "attach": ["B", { "entity": "x" }, 7] } },
      "copy": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, "a"] } },
      "wipe": { "match": [ { "incl": { "B": "_" } } ], "do": { "detach": ["B", { "entity": "x" }] } },
      "divide": { "match": [ { "entity": "e", "incl": { "A": "a", "C": "_" } } ],
                  "do": { "attach": ["B", "e", { "quot": [10, { "-": ["a", 3] }] }] } } },
    "schedules": { "writers": { "conc": "copy" }, "wiped": { "then": [ { "par": [ { "conc": "reset" }, { "conc": "copy" } ] }, { "conc": "wipe" } ] },
                   "division": { "conc": "divide" } },
    "entities": { "x": {}, "y": { "A": 3 } } })");
  const Findings writers = find(program, {.schedule = "writers"});
  REQUIRE(writers.found.size() == 2);
  for (const Finding& finding : writers.found) {
    CHECK(finding.program["entities"].size() == 2);  // x, which is named, is one of the writers
    CHECK(expected(finding.program).size() == 1);
  }
  const Findings wiped = find(program, {.schedule = "wiped"});
  REQUIRE(wiped.found.size() == 1);
  CHECK(wiped.found[0].aspect == Aspect::Safe);
  CHECK(expected(wiped.found[0].program) == ordered_json{{"safe", false}});
  const Findings division = find(program, {.schedule = "division"});
  REQUIRE(division.found.size() == 1);
  CHECK(division.found[0].aspect == Aspect::Error);
  CHECK(expected(division.found[0].program)["error"].get<std::string>().starts_with(
      "/systems/divide/do/attach/2/quot: "));
  std::size_t components = 0;
  for (const ordered_json& e : division.found[0].program["entities"]) components += e.size();
  CHECK(components == 2);
}

TEST_CASE("fuzz: an invariant that fails, and held at the start") {
  const ordered_json program = example("invariants");
  const Program invariants = loaded(program);
  const std::vector<std::string> watched{"never_negative", "at_most_full", "fallen_are_empty", "standing_are_alive"};
  CHECK(watched_invariants(invariants, "main") == watched);
  CHECK(watched_invariants(invariants, "careless") ==
        std::vector<std::string>{"at_most_full", "fallen_are_empty", "in_reach"});
  const auto search = [](std::vector<std::string> invariants, std::vector<Aspect> kinds) {
    return Search{.schedule = "careless",
                  .frames = 2,
                  .find = std::move(kinds),
                  .invariants = std::move(invariants),
                  .cases = 3000};
  };
  const Findings findings = find(program, search({"never_negative"}, {Aspect::Invariant}));
  REQUIRE(findings.found.size() == 1);
  CHECK(findings.counts.violations == 1);
  CHECK(findings.counts.not_at_start > 0);
  const ordered_json& found = findings.found[0].program;
  CHECK(expected(found) == ordered_json{{"invariants", {{"never_negative", false}}}});
  CHECK(found["frames"] == 1);
  CHECK(found["entities"].size() <= 2);
  CHECK(find(program, search({"fallen_are_empty"}, {Aspect::Safe})).counts.violations > 0);
  CHECK(find(program, search({}, {Aspect::Invariant})).found.empty());
}

TEST_CASE("fuzz: an invariant whose term fails is a run-time error") {
  const ordered_json program = read_tree(R"({ "components": { "A": "int" },
    "systems": { "down": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                           "do": { "if": [ { ">": ["a", 0] }, { "attach": ["A", "e", { "-": ["a", 1] }] } ] } } },
    "invariants": { "divides": { "match": [ { "incl": { "A": "a" } } ], "holds": { "==": [{ "rem": [0, "a"] }, 0] } } },
    "schedules": { "z": { "conc": "down" } } })");
  const Findings findings = find(program, {.schedule = "z", .invariants = {"divides"}});
  REQUIRE(findings.found.size() == 1);
  CHECK(findings.found[0].aspect == Aspect::Error);
  CHECK(findings.found[0].program["entities"].front() == ordered_json{{"A", 0}});
  CHECK(findings.counts.not_at_start > 0);
}

TEST_CASE("fuzz: what is found keeps within the ranges, of the options and of the program") {
  ordered_json program = empty_physics();
  program["fuzz"] = {{"entities", 4}, {"ranges", {{"Pos", {50, 59}}, {"Vel", {-4, -2}}}}};
  const Program physics = loaded(program);
  CHECK(default_entities(physics) == 4);
  const Findings findings =
      find(program, {.schedule = "collisions", .entities = 4, .ranges = physics.fuzz.ranges, .cases = 5000});
  REQUIRE(findings.found.size() == 2);
  CHECK(findings.counts.entities.size() <= 5);
  for (const ordered_json& e : findings.found[0].program["entities"]) {
    CHECK(e["Pos"] == 50);
    if (e.contains("Vel")) CHECK((e["Vel"] >= -4 && e["Vel"] <= -2));
  }
}

TEST_CASE("fuzz: what is assumed holds at each start that is tried, and at what is found") {
  const ordered_json program = ordered_json::parse(R"({
    "components": { "Health": "int", "Owner": "entity", "Gold": "int" },
    "systems": { "pay": { "match": [ { "entity": "e", "incl": { "Gold": "g", "Health": "h" } } ],
                          "do": { "attach": ["Gold", "e", { "-": ["g", "h"] }] } } },
    "invariants": {
      "alive": { "match": [ { "incl": { "Health": "h" } } ], "holds": { "and": [{ ">": ["h", 1000] }, { "!=": [{ "quot": [1, "h"] }, 7] }] } },
      "owned_by_the_living": { "match": [ { "entity": "e", "incl": { "Owner": "o" } }, { "entity": "f", "excl": ["Health"] } ],
                               "holds": { "!=": ["o", "f"] } },
      "rich": { "measure": { "n": { "count": { "match": [ { "incl": { "Gold": "_" } } ] } } }, "holds": { ">=": ["n", 2] } },
      "solvent": { "match": [ { "incl": { "Gold": "g" } } ], "holds": { ">": ["g", -1] } } },
    "schedules": { "z": { "conc": "pay" } },
    "entities": { "a": { "Gold": 1 }, "b": { "Gold": 2, "Health": 2000 } } })");
  const std::vector<std::string> all{"alive", "owned_by_the_living", "rich", "solvent"};
  const Starts starts(program, 1, 6, {});
  Program at = starts.program();
  std::set<std::size_t> sizes;
  std::size_t owned = 0, as_it_was = 0;
  for (std::uint64_t j = 0; j < 200; ++j) {
    at.start = starts(Random(1, j), all);
    CHECK(hold(all, at));
    sizes.insert(at.start[0].size());
    owned += at.start[1].empty() ? 0 : 1;
    as_it_was += at.start == starts.program().start;
    CHECK(starts(Random(1, j), {}) == starts(Random(1, j)));
  }
  CHECK(sizes.size() > 2);
  CHECK(owned > 5);
  CHECK(as_it_was < 150);
  const Findings findings =
      find(program, {.schedule = "z", .find = {Aspect::Invariant}, .invariants = {"solvent"}, .assumed = all});
  REQUIRE(findings.found.size() == 1);
  CHECK(findings.counts.not_at_start == 0);
  CHECK(hold(all, std::get<Program>(load_tree(findings.found[0].program))));
}
