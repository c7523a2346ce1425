// Programs of the archetype calculus on the command line.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

const std::string folder = "examples/archetypes/";
const std::string archetype_toy = folder + "toy.json", conflicts = folder + "figure_2_conflicts.json";

}  // namespace

TEST_CASE("run --json prints the tables of each frame, and those of the frames that are asked for") {
  const json all = json::parse(coreecs("run " + archetype_toy + " --json").out);
  REQUIRE(all["frames"].size() == 4);
  CHECK(all["rules"] == "repaired");
  CHECK(all["frames"][2] ==
        json::parse(coreecs("run " + archetype_toy + " --json --frames 2 --last").out)["frames"][0]);
  CHECK(all["frames"][2][1] == json::parse(R"({ "archetype": ["Pos", "Fuel"],
    "entities": { "red": { "Pos": { "x": 6 }, "Fuel": { "left": -1 } } } })"));
  CHECK(json::parse(coreecs("run " + archetype_toy + " --json --every 2").out)["frames"].size() == 3);  // 0, 2 and 3
}

TEST_CASE("run tells where no rule applies: rule, system, entities and place, with status 2") {
  const auto stuck = [](const std::string& arguments, const std::string& input = "") {
    const Result run = coreecs("run --json " + arguments, input);
    CHECK(run.status == 2);
    json told = json::parse(run.out)["stuck"];
    return json{told["rule"], told["system"], told["entities"], told["step"], told["at"]};
  };
  CHECK(stuck("-", goldens::text("archetype_division")) ==
        json{"reduce/operation", "s", {"e1"}, "/frame/0", "/systems/s/do/0/set/1/quot"});
  CHECK(stuck("-", goldens::text("archetype_read")) ==
        json{"reduce/read-comp", "s", {"e0"}, "/frame/0", "/systems/s/do/1"});
  CHECK(stuck("--rules published " + folder + "a10_destroyed_then_changed.json") ==
        json{"event/add", "clean", {"e0"}, "/frame/1", "/systems/clean/do/1/lazy"});
  // The event is looked for after the last sync.
  CHECK(stuck("--rules published -", goldens::text("archetype_second_sync")) ==
        json{"event/destroy", "s", {"e0"}, "/frame/2", "/systems/s/do/2/lazy"});
}

TEST_CASE("check says what is ill-typed and which conflicts there are, all together, with what to write instead") {
  CHECK(coreecs("check " + conflicts).status == 1);
  CHECK(coreecs("check " + folder + "figure_2_fixed.json").status == 0);
  const json verdict = json::parse(coreecs("check --json " + conflicts).out);
  CHECK(verdict["well_typed"] == false);
  REQUIRE(verdict["findings"].size() == 2);
  CHECK(verdict["findings"][0]["kind"] == "concurrent");
  CHECK(verdict["findings"][0]["archetype"] == json{"Bullet", "Position"});
  CHECK(verdict["findings"][1]["kind"] == "residual");
  CHECK(verdict["findings"][1]["at"] == "/frame/1");
  CHECK(verdict["findings"][1].contains("instead"));
  CHECK(verdict["findings"][1]["causes"][0] == json{{"system", "bullets"}, {"at", "/systems/bullets/do/2/if/1/lazy"}});
  CHECK(verdict["stuck"]["rule"] == "evaluate/task-p");

  const auto found = [](const std::string& name) {
    const Result check = coreecs("check --json -", goldens::text(name));
    CHECK(check.status == 1);
    const json findings = json::parse(check.out)["findings"];
    REQUIRE(findings.size() == 1);
    return json{findings[0]["kind"], findings[0]["rule"], findings[0]["at"]};
  };
  CHECK(found("archetype_now") == json{"concurrent", "type/data-p", "/systems/s/do/now"});
  CHECK(found("archetype_lazy") == json{"type", "type/sequential", "/systems/s/do/lazy"});
  CHECK(found("archetype_lacking") == json{"type", "type/comp", "/systems/s/do/1"});
}

TEST_CASE("check says of which systems it says nothing") {
  const Result check = coreecs("check --json -", goldens::text("archetype_idle"));
  CHECK(check.status == 0);
  CHECK(json::parse(check.out)["not_in_frame"] == json{"idle"});
  CHECK(json::parse(coreecs("check --json " + archetype_toy).out)["not_in_frame"].empty());
}

TEST_CASE("check tells by which rules, and which claims a run refutes") {
  const std::string a14 = folder + "a14_where_two_events_lead.json";
  for (const char* rules : {"published", "repaired"}) {
    const Result check = coreecs("check --json --rules " + std::string(rules) + " " + a14);
    CHECK(check.status == 1);
    const json verdict = json::parse(check.out);
    CHECK(verdict["rules"] == rules);
    CHECK(verdict["well_typed"] == (rules == std::string("published")));
  }
  const json claims = json::parse(
      coreecs("check --json --rules published " + folder + "a12_a_value_before_a_semicolon.json").out)["claims"];
  CHECK(claims["progress"]["holds"] == false);
  CHECK(claims["preservation"]["holds"] == true);
}

TEST_CASE("test compares programs of the archetype calculus with what they expect, beside those of Core ECS") {
  CHECK(coreecs("test " + toy + " examples/archetypes/*.json").status == 0);
  CHECK(coreecs("test -", goldens::text("archetype_other_end")).status == 1);
}

TEST_CASE(
    "schema prints that of programs of the archetype calculus, and run takes what it describes from standard input") {
  const Result schema = coreecs("schema --calculus archetype");
  CHECK(schema.status == 0);
  CHECK(json::parse(schema.out)["properties"]["calculus"]["const"] == "archetype");
  CHECK(schema.out == contents(source_dir / "specs/archetype.schema.json"));
  CHECK(coreecs("run -", goldens::text("archetype_idle")).status == 0);
}
