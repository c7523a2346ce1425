// Apps judged, simulated and turned into programs, on the command line.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;

namespace {

const std::string races = "examples/apps/tower_defense_races.json", arcade = "examples/apps/arcade.json";

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
  const shell::Result check = coreecs("app check " + races);
  CHECK(check.status == 1);
  CHECK(contains(check.out, "confluent       no  1 of 10 pairs in whatever order is seen in the end"));
  CHECK(contains(check.out, "real: 1 pair whose order can be seen in the end"));
  CHECK(contains(check.out, "(the engine does not report it)"));
  CHECK(
      contains(check.out, "1 constraint removes what is real; no fewer do\n  CollisionSystem before ParticleSystem\n"));
  CHECK(contains(check.out, "dynamic on 4 workers takes 5 then, 5 now"));
  const json document = json::parse(coreecs("app check --json " + races).out);
  CHECK(document["real"] == 1);
  CHECK(document["pairs"].size() == 10);
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
    const shell::Result check = coreecs(fmt::format("app check --model {} {}", name, races));
    CHECK_MESSAGE(check.status == 0, name);
    CHECK_MESSAGE(contains(check.out, fmt::format("model {}", name)), name);
  }
  for (const char* name : {"dynamic", "stages", "bevy-second", "yaks"}) {  // they start CollisionSystem first, or last
    const shell::Result check = coreecs(fmt::format("app check --model {} {}", name, races));
    CHECK_MESSAGE(check.status == 3, name);
    CHECK_MESSAGE(contains(check.out, "never performs both of these executions"), name);
    CHECK(
        json::parse(coreecs(fmt::format("app check --json --model {} {}", name, races)).out)["pairs"][0]["performed"] ==
        false);
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
  REQUIRE(run["results"].size() == 10);
  std::map<std::string, std::set<std::string>> levels;
  for (const json& result : run["results"]) levels[result["ruleId"]].insert(result["level"]);
  CHECK(levels == std::map<std::string, std::set<std::string>>{
                      {"real", {"error"}}, {"masked", {"note"}}, {"harmless", {"note"}}});
  for (const json& result : run["results"])
    CHECK(contains(result["message"]["text"].get<std::string>(), "what is real goes away with") ==
          (result["ruleId"] == "real"));
  const json open = json::parse(coreecs("app check --format sarif " + arcade).out)["runs"][0]["results"];
  CHECK(open.size() == 67);
  CHECK(open[0]["level"] == "warning");
}

// [triage/condition]
TEST_CASE("app check where a run condition may be affected: undecided, and why, in words, in JSON and on code") {
  const std::string app = R"({ "app": "a condition", "resources": { "On": "bool", "Ran": "int" }, "systems": {
      "switch_off": { "resources": { "writes": ["On"] },
        "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", false] } } },
      "works": { "run_if": ["is_on"], "resources": { "writes": ["Ran"] },
        "body": { "match": [{ "entity": "w", "incl": { "Ran": "n" } }], "do": { "attach": ["Ran", "w", { "+": ["n", 1] }] } } } },
    "entities": { "world": { "On": true, "Ran": 0 } } })";
  const std::string why = "the run condition is_on of works may read what ";
  const shell::Result check = coreecs("app check -", app);
  CHECK(check.status == 3);
  CHECK(contains(check.out, "  confluent       undecided  1 pair undecided\n  on every state  undecided  " + why +
                                "switch_off writes\n"));
  CHECK(contains(check.out, why + "the other system writes (the engine does not report it)\n"));
  CHECK(coreecs("app check --require on-every-state -", app).status == 3);
  const json document = json::parse(coreecs("app check --json -", app).out);
  CHECK(document["confluent"] == nullptr);
  CHECK(document["on_every_state"] == nullptr);
  CHECK(document["on_every_state_undecided"] == why + "switch_off writes");
  REQUIRE(document["pairs"].size() == 1);
  CHECK(document["pairs"][0]["wants"] == "condition");
  CHECK(document["pairs"][0]["obstacles"] ==
        json::parse(R"([{ "over": "condition", "by": "switch_off", "run_if": ["is_on"] }])"));
  const json sarif = json::parse(coreecs("app check --format sarif -", app).out)["runs"][0]["results"];
  REQUIRE(sarif.size() == 1);
  CHECK(sarif[0]["ruleId"] == "undecided");
  CHECK(contains(sarif[0]["message"]["text"].get<std::string>(), why));
  const shell::Result core = coreecs("app core -", app);
  CHECK(core.status == 0);
  CHECK(core.err ==
        "works always runs: a program has no run conditions, and nothing is said of states where is_on does "
        "not hold\n");
}

TEST_CASE("app simulate: schedulers side by side, or one of them with a chart, a picture and a trace") {
  const std::string tower = "examples/apps/tower_defense.json";
  const shell::Result all = coreecs("app simulate --workers 2 --pairs " + tower);
  CHECK(all.status == 0);
  CHECK(contains(all.out, "no schedule takes less than 24:"));
  CHECK(contains(all.out, "the fastest schedule takes 24\n"));
  CHECK(contains(all.out, "\n  waves               28       9\n"));
  CHECK(contains(all.out, "\n  of 36 pairs    at once"));
  const Scratch scratch;
  const shell::Result one = coreecs("app simulate --workers 2 --pairs --scheduler dynamic --gantt " +
                                    scratch.file("g.svg") + " --trace " + scratch.file("t.json") + " " + tower);
  CHECK(one.status == 0);
  CHECK(contains(one.out, "In either order, but not at the same time:\n    ShootingSystem: BulletSystem\n"));
  CHECK(contains(one.out, "\n  worker 0  "));
  CHECK(contains(contents(scratch.path / "g.svg"), "makespan 24, by 2 workers"));
  const json trace = json::parse(contents(scratch.path / "t.json"));
  double end = 0;
  for (const json& event : trace["traceEvents"])
    if (event["ph"] == "X") end = std::max(end, event["ts"].get<double>() + event["dur"].get<double>());
  CHECK(end == 24);
  const json document = json::parse(coreecs("app simulate --workers 2 --pairs --json " + tower).out);
  CHECK(document["optimum"]["proved"] == true);
  CHECK(document["schedulers"].size() == 8);
  CHECK(document["schedulers"][0]["pairs"]["orders"]["least"] == "4");
  CHECK(coreecs("app simulate --limit 1 " + arcade).out.find("; the search was cut") != std::string::npos);
}

TEST_CASE("app simulate with random durations: the same for a seed, and many draws") {
  const std::string random = "app simulate --durations random --undeclared 1..9 ";
  CHECK(coreecs(random + "--seed 5 " + arcade).out == coreecs(random + "--seed 5 " + arcade).out);
  CHECK(coreecs(random + "--seed 5 " + arcade).out != coreecs(random + "--seed 6 " + arcade).out);
  const json draws = json::parse(coreecs(random + "--draws 20 --json " + arcade).out);
  CHECK(draws["draws"] == 20);
  for (const json& each : draws["schedulers"]) CHECK(each["over_bound"] >= 1);
  CHECK(contains(coreecs(random + "--draws 20 " + arcade).out, " of 20\n"));
}

TEST_CASE("What app simulate cannot do is refused") {
  const auto refused = [](const std::string& arguments, const std::string& why, const std::string& input = "") {
    const shell::Result result = coreecs("app simulate " + arguments, input);
    CHECK_MESSAGE(result.status == 2, arguments);
    CHECK_MESSAGE(contains(result.err, why), result.err);
  };
  const std::string threads = R"({ "app": "t", "systems": { "a": { "thread": "audio" }, "b": { "thread": "net" } } })";
  refused("--workers 2 -", "--workers: found 2; expected 3 at least, for the threads", threads);
  refused("--workers 0 " + arcade, "--workers: found 0; expected 1 at least");
  refused("--undeclared 3..1 " + arcade, "--undeclared: found 3..1; expected a number");
  refused("--undeclared x " + arcade, "--undeclared: found x; expected a number");
  refused("-", "found durations that add up to 1e+300; expected 1e+12 at most",
          R"({ "app": "long", "systems": { "a": { "duration": 1e300 } } })");
  refused("--seed 3 " + arcade, "--seed requires --durations random");
  refused("--gantt x.svg " + arcade, "--gantt requires --scheduler");
  refused("--durations random --draws 0 " + arcade, "--draws: found 0");
  refused("--scheduler none " + arcade, "--scheduler");
  CHECK(coreecs("app simulate -", R"({ "app": "none", "systems": {} })").status == 0);
}

TEST_CASE("Core ECS from an app runs on threads, and ends in one state") {
  const shell::Result core = coreecs("app core " + races);
  CHECK(core.status == 0);
  CHECK(contains(core.err, "game::BulletSystem before game::CollisionSystem, to be safe on every state\n"));
  CHECK(coreecs("check --require safe -", core.out).status == 0);
  CHECK(contains(coreecs("check --static -", core.out).out, "safe"));
  const shell::Result run = coreecs("run - --executor threads --threads 4 --repeat 50", core.out);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "50 runs on 4 threads (snapshot visibility) end in the same state"));
  CHECK(coreecs("app core " + arcade).status == 2);
  const shell::Result none = coreecs("app core -", R"({ "app": "none", "systems": {} })");
  CHECK(none.status == 2);
  CHECK(none.err == "-: the app has no system; expected one at least, since a schedule of Core ECS has one\n");
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
  const shell::Result cut = coreecs("app simulate --limit 100000000 --max-memory 60M -", hard_to_schedule(60));
  CHECK(cut.status == 3);
  CHECK(contains(cut.out, "; the search was cut, since there is not enough memory; --max-memory allows more\n"));
  CHECK(contains(cut.out, "\n  flecs   "));
  const json document =
      json::parse(coreecs("app simulate --json --limit 100000000 --max-memory 60M -", hard_to_schedule(60)).out);
  CHECK(document["optimum"]["cut"] == "memory");
  CHECK(document["schedulers"].size() == 8);
}
#endif

TEST_CASE("A program as an app, and the constraints to write in an engine") {
  const shell::Result from = coreecs("app from examples/toy_physics.json");
  CHECK(from.status == 0);
  CHECK(json::parse(from.out)["systems"]["collide"]["after"] == json({"inertia"}));
  CHECK(coreecs("app from --engine bevy examples/toy_physics.json").out ==
        "app.add_systems(Update, (inertia, collide).chain());\n");
  CHECK(coreecs("app show --engine bevy -", from.out).out == "app.add_systems(Update, (inertia, collide).chain());\n");
  CHECK(contains(coreecs("app show --engine yaks " + arcade).out, "system_with_deps"));
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
