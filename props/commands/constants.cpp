// --set: constants of a program that have another value.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

constexpr const char* falling = R"({
  "name": "falling",
  "components": { "V": "real", "Mode": "text" },
  "constants": { "dt": 0.5, "g": { "record": { "x": 0, "y": -10 } }, "mode": { "text": "slow" } },
  "systems": { "fall": { "match": [ { "entity": "e", "incl": { "V": "v" } } ],
                         "do": [ { "attach": ["V", "e", { "+": ["v", { "*": ["dt", "g.y"] }] }] },
                                 { "attach": ["Mode", "e", "mode"] } ] } },
  "schedules": { "main": { "conc": "fall" } },
  "entities": { "e0": { "V": 0.0 } } })";

}  // namespace

TEST_CASE("--set gives constants other values, with every command that reads a program") {
  const Scratch scratch;
  const std::string file = scratch.file("p.json", falling);
  const auto last = [&](const std::string& options) {
    const Result result = coreecs("run " + file + " --json " + options);
    REQUIRE(result.status == 0);
    return json::parse(result.out)["frames"].back()["e0"];
  };
  CHECK(last("") == json{{"V", -5.0}, {"Mode", "slow"}});
  CHECK(last("--set dt=0.25 --set 'mode={\"text\": \"fast\"}'") == json{{"V", -2.5}, {"Mode", "fast"}});
  CHECK(last("--set dt=1 --set 'g={\"record\": {\"x\": 1, \"y\": 7}}'") == json{{"V", 7.0}, {"Mode", "slow"}});
  CHECK(last("--set 'dt={\"/\": [1, 4]}'") == json{{"V", -2.5}, {"Mode", "slow"}});
  CHECK(contains(coreecs("run " + file + " --set dt=0.25").out, "{e0 ↦ -2.5}"));
  CHECK(contains(coreecs("show --set dt=0.25 " + file).out, "0.25"));

  const Result described = coreecs("describe json");
  for (const json& command : json::parse(described.out)) {
    const auto is = [&](const char* key, const char* name) {
      return std::any_of(command[key].begin(), command[key].end(),
                         [&](const json& one) { return one["name"] == name; });
    };
    CAPTURE(command["command"]);
    // what explain takes may be a word, and what merge-reports, core and app take is no program of Core ECS
    const std::string name = command["command"];
    const bool other = name == "explain" || name == "merge-reports" || name == "core" || name.rfind("app ", 0) == 0;
    CHECK((is("options", "--set") || other) == (is("arguments", "FILE") || is("arguments", "PROGRAM") || other));
  }
}

TEST_CASE("A constant that a program does not have, and a value that is no term, are refused") {
  const Scratch scratch;
  const std::string file = scratch.file("p.json", falling);
  const auto refused = [&](const std::string& options) {
    const Result result = coreecs("run " + file + " " + options);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK(refused("--set dt=1 --set g=2 --set dt=3") ==
        file + " with --set dt=1 with --set g=2 with --set dt=3: found \"dt\" twice; expected each constant once\n");
  CHECK(refused("--set td=1") == file + " with --set td=1: unknown constant \"td\"; expected one of dt, g, mode\n");
  CHECK(contains(refused("--set dt=fast"),
                 "--set dt=fast: found \"fast\"; expected a term, like 0.02 or {\"text\": \"fast\"}"));
  CHECK(contains(refused("--set dt"), "--set: found \"dt\"; expected a constant with its value, like dt=0.02"));
  CHECK(contains(refused("--set dt=true"), "with --set dt=true:/systems/fall/do/0/attach/2/+/1/"));
  CHECK(contains(refused("--set 'dt={\"quot\": [1, 0]}'"), "/constants/dt: found a constant that has no value"));
  CHECK(coreecs("run examples/toy_physics.json --set dt=1").status == 2);
}
