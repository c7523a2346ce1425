// Apps: their JSON form, and what they declare (interp/app).
#include <algorithm>

#include "interp/app/conflicts.hpp"
#include "interp/app/load.hpp"
#include "interp/app/print.hpp"
#include "props/kit/apps.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

app::App loaded_app(const std::string& text) {
  auto loaded = app::load(text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    std::string all = text;
    for (const Problem& problem : *problems) all += show("app", problem) + "\n";
    FAIL(all);
  }
  return std::get<app::App>(std::move(loaded));
}

void check_same(const app::App& one, const app::App& other) {
  RC_ASSERT(one.name == other.name);
  RC_ASSERT(one.about == other.about);
  RC_ASSERT(one.components == other.components);
  RC_ASSERT(one.systems == other.systems);
  RC_ASSERT(one.sets == other.sets);
  RC_ASSERT(one.stages == other.stages);
  RC_ASSERT(one.chains == other.chains);
  RC_ASSERT(one.allow_ambiguous == other.allow_ambiguous);
  RC_ASSERT(one.conflicts == other.conflicts);
  RC_ASSERT(one.insertion_order == other.insertion_order);
}

}  // namespace

TEST_CASE("Apps as documents") {
  prop("loading what is printed gives the same app", [] {
    const app::App app = app::random_app();
    note(app.chains.empty(), "without chains", 0.1);
    note(!app.conflicts.empty(), "with listed conflicts", 0.1);
    const std::string text = app::print(app);
    const app::App again = loaded_app(text);
    check_same(again, app);
    RC_ASSERT(app::print(again) == text);
  });
}

TEST_CASE("A body is a Core ECS system within what its system declares") {
  const app::App app = loaded_app(R"({
    "app": "falling",
    "components": { "Position": "int", "Velocity": "int", "game::Sprite": null },
    "resources": { "Gravity": "int" },
    "systems": {
      "physics::fall": {
        "queries": [{ "writes": ["Velocity"] }], "resources": { "reads": ["Gravity"] },
        "body": { "match": [{ "entity": "e", "incl": { "Velocity": "v" } }, { "incl": { "Gravity": "g" } }],
                  "do": { "attach": ["Velocity", "e", { "-": ["v", "g"] }] } }
      },
      "draw": { "queries": [{ "reads": ["Position", "game::Sprite"] }] },
      "physics::move": {
        "queries": [{ "reads": ["Velocity"], "writes": ["Position"] }], "after": ["physics::fall"],
        "body": { "match": [{ "entity": "e", "incl": { "Velocity": "v", "Position": "p" } }],
                  "do": { "attach": ["Position", "e", { "+": ["p", "v"] }] } }
      }
    },
    "entities": { "e0": { "Position": 10, "Velocity": 0 }, "world": { "Gravity": 3 } },
    "frames": 2
  })");
  REQUIRE(app.program);
  CHECK(app.program->systems.size() == 2);
  CHECK(app.program->systems[*app.systems[2].body]->name == "physics_move");
  CHECK_FALSE(app.systems[1].body);
  CHECK(app.program->frames == 2);
  const app::App again = loaded_app(app::print(app));
  CHECK(again.systems == app.systems);
  CHECK(app::print(again) == app::print(app));
  CHECK(app::declared_conflicts(app) ==
        std::vector<app::Conflict>{{0, 2, {1}, app::Conflict::Why::Access}, {1, 2, {0}, app::Conflict::Why::Access}});
}

}  // namespace coreecs
