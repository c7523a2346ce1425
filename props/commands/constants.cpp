// --set: constants of a program that have another value.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("--set gives constants other values, with every command that reads a program") {
  const Scratch scratch;
  const std::string file = scratch.file("p.json", goldens::text("falling"));
  const auto last = [&](const std::string& options) {
    const Result result = coreecs("run " + file + " --json " + options);
    REQUIRE(result.status == 0);
    return json::parse(result.out)["frames"].back()["e0"];
  };
  CHECK(last("") == json{{"V", -5.0}, {"Mode", "slow"}});
  CHECK(last("--set dt=0.25 --set 'mode={\"text\": \"fast\"}'") == json{{"V", -2.5}, {"Mode", "fast"}});
  CHECK(last("--set dt=1 --set 'g={\"record\": {\"x\": 1, \"y\": 7}}'") == json{{"V", 7.0}, {"Mode", "slow"}});
  CHECK(last("--set 'dt={\"/\": [1, 4]}'") == json{{"V", -2.5}, {"Mode", "slow"}});

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
