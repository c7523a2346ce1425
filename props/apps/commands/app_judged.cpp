// Apps judged, simulated and turned into programs, on the command line.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;

namespace {

const std::string races = "examples/apps/tower_defense_races.json", arcade = "examples/apps/arcade.json";
/// The pairs that may matter. A solver proves of two more that they do not.
std::size_t pairs() { return coreecs("prove examples/toy_physics.json").status == 2 ? 7 : 5; }

/// An app of n systems in ten sets one after the other, some with commands, some after others.
std::string many_systems(std::size_t n) {
  json app = {{"app", "many"}, {"components", json::object()}, {"sets", json::object()}, {"systems", json::object()}};
  for (std::size_t i = 0; i < 40; ++i) app["components"][fmt::format("C{}", i)] = nullptr;
  for (std::size_t i = 0; i < 10; ++i) app["sets"][fmt::format("S{}", i)] = json::object();
  for (std::size_t i = 0; i < 9; ++i) app["sets"][fmt::format("S{}", i)]["before"] = {fmt::format("S{}", i + 1)};
  for (std::size_t k = 0; k < n; ++k) {
    json& system = app["systems"][fmt::format("s{:03}", k)];
    system["in"] = {fmt::format("S{}", k * 10 / n)};
    system["queries"] = {
        {{"reads", {fmt::format("C{}", (k * 7 + 1) % 40)}}, {"writes", {fmt::format("C{}", k * 11 % 40)}}}};
    if (k % 7 == 0) system["commands"] = {{"insert", {fmt::format("C{}", k * 13 % 40)}}};
    if (k % 3 != 0) system["after"] = {fmt::format("s{:03}", k - 1)};
  }
  return app.dump();
}

/// The same number of systems as bevy_mod_debugdump draws them.
std::string many_nodes(std::size_t n) {
  std::string dot = "digraph { \n";
  for (std::size_t k = 0; k < n; ++k) dot += fmt::format("n{0} [label=\"s{0}\", tooltip=\"game::s{0}\"]\n", k);
  for (std::size_t k = 3; k < n; ++k) dot += fmt::format("n{} -> n{}\n", k - 3, k);
  return dot + "}\n";
}

}  // namespace

TEST_CASE("app check judges each pair, shows two executions of what is real, and what removes it at what cost") {
  CHECK(coreecs("app check " + races).status == 1);
  const json document = json::parse(coreecs("app check --json " + races).out);
  CHECK(document["real"] == 1);
  CHECK(document["pairs"].size() == pairs());
  CHECK(document["constraints"]["makespan"]["workers"] == 4);
  // Each of the two executions can be performed again, and ends as it says.
  const json& runs = document["pairs"][0]["witness"]["runs"];
  const auto replayed = [&](const json& run) {
    return coreecs("app check --replay " + run["replay"].get<std::string>() + " " + races).out;
  };
  CHECK(replayed(runs[0]) != replayed(runs[1]));
  CHECK(coreecs("app check --replay 0,0 " + races).status == 2);
}

// [triage/pair]
TEST_CASE("app check by each model of a scheduler") {
  for (const char* name : {"static", "bevy-first", "waves", "flecs"}) {
    const shell::Result check = coreecs(fmt::format("app check --json --model {} {}", name, races));
    CHECK_MESSAGE(check.status == 0, name);
    CHECK(json::parse(check.out)["model"] == name);
  }
  for (const char* name : {"dynamic", "stages", "bevy-second", "yaks"}) {  // they start CollisionSystem first, or last
    const shell::Result check = coreecs(fmt::format("app check --json --model {} {}", name, races));
    CHECK_MESSAGE(check.status == 0, name);
    const json document = json::parse(check.out);
    CHECK(document["confluent"] == true);
    CHECK(document["on_every_state"] == false);
    CHECK(document["real"] == 0);
    CHECK(document["pairs"][0]["label"] == "harmless");
    CHECK(document["pairs"][0]["performed"] == false);
  }
  // a takes as long as it likes, so that b, which waits for it, may come before c and after it.
  const std::string late = R"({ "app": "late", "components": { "X": "int", "Y": "int" },
    "systems": {
      "a": { "queries": [{ "writes": ["Y"] }] },
      "w": { "queries": [{ "writes": ["X"] }], "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }],
             "do": { "attach": ["X", "e", { "+": ["x", 1] }] } } },
      "b": { "after": ["a"], "queries": [{ "writes": ["X"] }], "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }],
             "do": { "attach": ["X", "e", { "*": ["x", 2] }] } } },
      "c": { "after": ["w"], "queries": [{ "writes": ["X"] }], "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }],
             "do": { "attach": ["X", "e", { "-": ["x", 5] }] } } } },
    "entities": { "e0": { "X": 1 } } })";
  const json dynamic = json::parse(coreecs("app check --json --model dynamic -", late).out);
  CHECK(dynamic["confluent"] == false);
  bool both = false;
  for (const json& pair : dynamic["pairs"]) both = both || (pair["label"] == "real" && pair["performed"] == true);
  CHECK(both);
}

TEST_CASE("app check as a report on code: what is real, open, masked and harmless, with what mends it") {
  const json run = json::parse(coreecs("app check --format sarif " + races).out)["runs"][0];
  REQUIRE(run["results"].size() == pairs());
  std::map<std::string, std::set<std::string>> levels;
  for (const json& result : run["results"]) levels[result["ruleId"]].insert(result["level"]);
  CHECK(levels == std::map<std::string, std::set<std::string>>{
                      {"real", {"error"}}, {"masked", {"note"}}, {"harmless", {"note"}}});
  const json open = json::parse(coreecs("app check --format sarif " + arcade).out)["runs"][0]["results"];
  CHECK(open.size() == 67);
  CHECK(open[0]["level"] == "warning");
}

// [triage/kept]
TEST_CASE("app check as a report on code: an invariant that fails is a result, at its place") {
  for (const auto& [name, key] :
       {std::pair("checked_before", "\"the_dead_score\""), std::pair("revived", "\"ignite\"")}) {
    const std::string app = goldens::text(name);
    const json run = json::parse(coreecs("app check --format sarif -", app).out)["runs"][0];
    std::vector<json> broken;
    for (const json& result : run["results"])
      if (result["ruleId"] == "broken") broken.push_back(result);
    REQUIRE(broken.size() == 1);
    CHECK(broken[0]["level"] == "error");
    const json region = broken[0]["locations"][0]["physicalLocation"]["region"];
    std::istringstream lines(app);
    std::string line;
    for (int j = 0; j < region["startLine"].get<int>(); ++j) std::getline(lines, line);
    CHECK(line.compare(region["startColumn"].get<std::size_t>() - 1, std::strlen(key), key) == 0);
  }
}

// [triage/condition]
TEST_CASE("app check where a run condition may be affected: undecided, in JSON and on code") {
  const std::string app = goldens::text("run_condition");
  CHECK(coreecs("app check -", app).status == 3);
  CHECK(coreecs("app check --require on-every-state -", app).status == 3);
  const json document = json::parse(coreecs("app check --json -", app).out);
  CHECK(document["confluent"] == nullptr);
  CHECK(document["on_every_state"] == nullptr);
  CHECK(document.contains("on_every_state_undecided"));
  REQUIRE(document["pairs"].size() == 1);
  CHECK(document["pairs"][0]["wants"] == "condition");
  CHECK(document["pairs"][0]["obstacles"] ==
        json::parse(R"([{ "over": "condition", "by": "switch_off", "run_if": ["is_on"] }])"));
  const json sarif = json::parse(coreecs("app check --format sarif -", app).out)["runs"][0]["results"];
  REQUIRE(sarif.size() == 1);
  CHECK(sarif[0]["ruleId"] == "undecided");
  CHECK(coreecs("app core -", app).status == 0);
}

TEST_CASE("An app of which every execution fails is a run-time error, as a program is") {
  const std::string app = R"({ "app": "parts", "components": { "A": "int", "B": "int" }, "systems": {
    "g::divide": { "queries": [{ "writes": ["A"] }], "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }],
      "do": { "attach": ["A", "e", { "quot": [1, "a"] }] } } },
    "count": { "queries": [{ "reads": ["A"], "writes": ["B"] }], "body": { "match": [{ "entity": "e", "incl": { "A": "a", "B": "_" } }],
      "do": { "attach": ["B", "e", 1] } } } },
    "entities": { "e": { "A": 0, "B": 0 } } })";
  for (const std::string how : {"", "--json ", "--require invariants ", "--format sarif "}) {
    CAPTURE(how);
    const shell::Result failed = coreecs("app check " + how + "-", app);
    CHECK(failed.status == 2);
    CHECK(failed.out.empty());
    CHECK(failed.err.find("/systems/g::divide/body/do/attach/2/quot: run-time error") != std::string::npos);
  }
}

// [queue/seen] [queue/late]
TEST_CASE("Events are shown as sent and read, and are no part of what an execution leaves") {
  const auto app = [](const std::string& term, const std::string& order) {
    return R"({ "app": "hits", "components": { "Score": "int" }, "events": { "Hit": "int" }, "systems": {
      "strike": { "events": { "sends": ["Hit"] }, "queries": [{ "reads": ["Score"] }],
        "body": { "match": [{ "incl": { "Score": "_" } }], "do": { "new": ["h", { "attach": ["Hit", "h", 3] }] } } },
      "score": { )" +
           order + R"( "events": { "reads": ["Hit"] }, "queries": [{ "writes": ["Score"] }],
        "body": { "match": [{ "incl": { "Hit": "n" } }, { "entity": "w", "incl": { "Score": "s" } }],
                  "do": { "attach": ["Score", "w", )" +
           term + R"(] } } } },
      "entities": { "w": { "Score": 0 } } })";
  };
  const std::string sum = R"({ "+": ["s", "n"] })", quotient = R"({ "quot": ["n", "s"] })",
                    after = R"("after": ["strike"],)";
  const shell::Result failed = coreecs("app check -", app(quotient, after));
  CHECK(failed.status == 2);
  CHECK(contains(failed.err, "/systems/score/body/do/attach/2/quot: run-time error"));
  CHECK(contains(failed.err, "in system score, match \u27e8event 1, w\u27e9"));
  CHECK(coreecs("app check --replay 0,1,s -", app(sum, after)).out == "Score \u21a6 {w \u21a6 3}\n\n");
  const shell::Result late = coreecs("app check --stale -", app(sum, R"("before": ["strike"],)"));
  CHECK(contains(late.out, "score reads Hit before strike sends it, in every execution"));
  CHECK(contains(late.out, "in frame 1, it reads, and then Hit 3 is sent; --replay 1,0,s"));
  const json stale = json::parse(coreecs("app check --json -", app(sum, R"("before": ["strike"],)")).out)["stale"][0];
  CHECK(stale["sent"] == 3);
  CHECK(!stale.contains("key"));
  const shell::Result core = coreecs("app core -", app(sum, after));
  CHECK(core.status == 2);
  CHECK(contains(core.err, "the app has the event Hit; expected none"));
}

TEST_CASE("app simulate: schedulers side by side, or one of them with a chart, a picture and a trace") {
  const std::string tower = "examples/apps/tower_defense.json";
  const Scratch scratch;
  const shell::Result one = coreecs("app simulate --workers 2 --pairs --scheduler dynamic --gantt " +
                                    scratch.file("g.svg") + " --trace " + scratch.file("t.json") + " " + tower);
  CHECK(one.status == 0);
  CHECK(contains(contents(scratch.path / "g.svg"), "<svg "));
  const json trace = json::parse(contents(scratch.path / "t.json"));
  double end = 0;
  for (const json& event : trace["traceEvents"])
    if (event["ph"] == "X") end = std::max(end, event["ts"].get<double>() + event["dur"].get<double>());
  CHECK(end == 24);
  const json document = json::parse(coreecs("app simulate --workers 2 --pairs --json " + tower).out);
  CHECK(document["optimum"]["proved"] == true);
  CHECK(document["schedulers"].size() == 8);
  CHECK(document["schedulers"][0]["pairs"]["orders"]["least"] == "4");
  CHECK(json::parse(coreecs("app simulate --json --limit 1 " + arcade).out)["optimum"]["proved"] == false);
}

TEST_CASE("app simulate with random durations: the same for a seed, and many draws") {
  const std::string random = "app simulate --durations random --undeclared 1..9 ";
  CHECK(coreecs(random + "--seed 5 " + arcade).out == coreecs(random + "--seed 5 " + arcade).out);
  CHECK(coreecs(random + "--seed 5 " + arcade).out != coreecs(random + "--seed 6 " + arcade).out);
  const json draws = json::parse(coreecs(random + "--draws 20 --json " + arcade).out);
  CHECK(draws["draws"] == 20);
  for (const json& each : draws["schedulers"]) CHECK(each["over_bound"] >= 1);
}

TEST_CASE("Core ECS from an app runs on threads, and ends in one state") {
  const shell::Result core = coreecs("app core " + races);
  CHECK(core.status == 0);
  CHECK(coreecs("check --require safe -", core.out).status == 0);
  CHECK(coreecs("run - --executor threads --threads 4 --repeat 50", core.out).status == 0);
  CHECK(coreecs("app core " + arcade).status == 2);
  CHECK(coreecs("app core -", coreecs("app import -", "digraph {}").out).status == 2);
}

#ifndef COREECS_SANITIZED  // which limit no memory
namespace {

/// Systems of which many conflict, of all durations, so that the fastest schedule takes long to find.
std::string hard_to_schedule(std::size_t n) {
  json app = {{"app", "hard"}, {"components", json::object()}, {"systems", json::object()}};
  for (std::size_t i = 0; i < 6; ++i) app["components"][fmt::format("C{}", i)] = nullptr;
  for (std::size_t k = 0; k < n; ++k)
    app["systems"][fmt::format("s{:02}", k)] = {
        {"duration", k * 7 % 11 + 1},
        {"queries",
         {{{"reads", {fmt::format("C{}", k * 5 % 6)}}, {"writes", {fmt::format("C{}", (k * 5 + 1 + k % 4) % 6)}}}}}};
  return app.dump();
}

}  // namespace

TEST_CASE("Where memory ends the search of app simulate, what is known is printed") {
  const shell::Result cut = coreecs("app simulate --json --limit 100000000 --max-memory 60M -", hard_to_schedule(60));
  CHECK(cut.status == 3);
  const json document = json::parse(cut.out);
  CHECK(document["optimum"]["cut"] == "memory");
  CHECK(document["schedulers"].size() == 8);
}
#endif

TEST_CASE("A program as an app, and the constraints to write in an engine") {
  const shell::Result from = coreecs("app from examples/toy_physics.json");
  CHECK(from.status == 0);
  CHECK(json::parse(from.out)["systems"]["collide"]["after"] == json({"inertia"}));
  CHECK(coreecs("app show --engine bevy -", from.out).out ==
        coreecs("app from --engine bevy examples/toy_physics.json").out);
}

TEST_CASE("Apps of hundreds of systems") {
  const shell::Result check = coreecs("app check --json -", many_systems(300));
  CHECK(check.status == 3);
  CHECK(json::parse(check.out)["systems"] == 300);
  CHECK(json::parse(check.out)["undecided"] > 100);
  CHECK(coreecs("app show -", many_systems(300)).status == 0);
  const json imported = json::parse(coreecs("app import --name many -", many_nodes(100)).out);
  CHECK(imported["systems"].size() == 100);
}
