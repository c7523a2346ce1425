// `coreecs test`: what programs do, compared with what they expect.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

TEST_CASE("coreecs test: the examples and the regressions are as they expect") {
  std::string all;
  for (const auto& path : example_programs()) all += quoted(path) + " ";
  for (const char* folder : {"props/regressions", "specs/guide/programs", "specs/guide/solutions"})
    for (const auto& path : files(folder, ".json")) all += quoted(path) + " ";
  const Result result = coreecs("test " + all);
  CHECK_MESSAGE(result.status == 0, result.out << result.err);
  CHECK(contains(result.out, " passed, 0 failed, in "));
}

TEST_CASE(
    "coreecs test marks the exercises of the guide: no as given, yes where what one may change is as in the solution") {
  const auto exercises = files("specs/guide/exercises", ".json");
  CHECK(exercises.size() == files("specs/guide/solutions", ".json").size());
  for (const auto& path : exercises) {
    CAPTURE(path.string());
    CHECK(coreecs("test " + quoted(path)).status == 1);
    json solved = json::parse(contents(path));
    const json solution = json::parse(contents(source_dir / "specs/guide/solutions" / path.filename()));
    const std::string about = solved.at("about"), change = "Change only \"";
    const std::size_t begin = about.find(change) + change.size();
    const std::string key = about.substr(begin, about.find('"', begin) - begin);
    REQUIRE(solved.contains(key));
    solved[key] = solution.at(key);
    CHECK(solved == solution);
  }
}

TEST_CASE("coreecs test: says what differed, with status 1") {
  json program = json::parse(contents(source_dir / toy));
  program["expect"]["main"]["final"]["e1"]["Pos"] = 11;
  program["expect"]["main"]["final"]["e9"]["Pos"] = 1;
  program["expect"]["main"]["final"]["e999999999999"]["Pos"] = 1;
  program["expect"]["main"]["confluent"] = false;
  const Result result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "confluent: expected false, found true\n"));
  CHECK(contains(result.out, "final: expected Pos(e1) ↦ 11, found Pos(e1) ↦ 10\n"));
  CHECK(contains(result.out, "final: expected Pos(e9) ↦ 1, found none\n"));
  CHECK(contains(result.out, "final: expected Pos(e999999999999) ↦ 1, found none\n"));
  CHECK(contains(result.out, "1 expectation passed, 1 failed, in 1 file\n"));
}

TEST_CASE("coreecs test: the final state is complete") {
  json program = json::parse(contents(source_dir / toy));
  program["expect"]["main"]["final"]["e1"].erase("Vel");
  const Result result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "final: expected none, found Vel(e1) ↦ 3\n"));
}

TEST_CASE("coreecs test: what is expected of a created entity is compared with the one of its name") {
  const Result result = coreecs("test -", R"({ "components": { "G": "unit", "A": "int" },
    "systems": { "mk": { "match": [ { "incl": { "G": "_" } } ],
      "do": { "new": ["x", [ { "attach": ["A", "x", 7] }, { "new": ["y", { "attach": ["A", "y", 8] }] } ]] } } },
    "schedules": { "main": { "conc": "mk" } }, "entities": { "e0": { "G": null } },
    "expect": { "main": { "final": { "e0": { "G": null }, "e2": { "A": 6 } } } } })");
  CHECK(contains(result.out, "final: expected A(e2) ↦ 6, found A(e2) ↦ 8\n"));
  CHECK(contains(result.out, "final: expected none, found A(e1) ↦ 7\n"));
}

TEST_CASE("coreecs test: invariants that are not as expected") {
  json program = json::parse(contents(source_dir / "examples/invariants.json"));
  program["expect"]["main"]["invariants"] = {{"never_negative", false}, {"in_reach", true}, {"at_most_full", true}};
  const Result result = coreecs("test --schedule main -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "invariant never_negative: expected that it fails, found that it holds\n"));
  CHECK(
      contains(result.out,
               "invariant in_reach: expected that it holds, found that it fails after frame 1 at ⟨thrower, knight⟩\n"));
  CHECK_FALSE(contains(result.out, "at_most_full"));
}
