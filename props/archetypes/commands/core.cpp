// Programs of the archetype calculus printed as programs of Core ECS.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/files.hpp"

using nlohmann::json;
using shell::coreecs;

TEST_CASE("core prints the program that a program of the archetype calculus is in Core ECS, for every command") {
  for (const char* name : {"toy", "figure_2_fixed"}) {
    const std::string file = std::string(name) + ".json";
    const shell::Result core = coreecs("core examples/archetypes/" + file);
    CHECK(core.status == 0);
    CHECK(core.err.empty());
    CHECK(core.out == contents(source_dir / "examples/archetypes/bridge" / file));
    const shell::Result check = coreecs("check --json -", core.out);
    CHECK(check.status == 0);
    CHECK(json::parse(check.out)["safe_by_rule"] == true);
  }
}

TEST_CASE("core --events says what becomes of staged events, and runs of each come to the same where that is proved") {
  json ends;
  for (const char* events : {"queued", "direct", "proved"}) {
    const shell::Result core = coreecs(std::string("core examples/archetypes/toy.json --events ") + events);
    REQUIRE(core.status == 0);
    CHECK(contains(core.out, "remove_Vel") == (events == std::string("queued")));
    const shell::Result run = coreecs("run --json -", core.out);
    REQUIRE(run.status == 0);
    const json end = json::parse(run.out)["frames"].back();
    if (ends.is_null()) ends = end;
    CHECK(end == ends);
  }
  CHECK(coreecs("core examples/archetypes/toy.json --events now").status == 2);
}
