// Which systems read what is written later in the same frame.
#include "interp/apps/triage/stale.hpp"

#include <doctest/doctest.h>

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "props/kit/documents.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// What is stale in an app among the documents of the goldens, with a change.
std::vector<Stale> stale_in(const std::string& name, const char* change = "{}") {
  nlohmann::ordered_json document = goldens::document(name);
  document.merge_patch(nlohmann::ordered_json::parse(change));
  auto made = app::load(document.dump());
  REQUIRE(made.index() == 0);
  const auto& app = std::get<app::App>(made);
  const Setting setting(app, app::order(app), *model("bevy"), app.program ? app.program->frames : 1);
  return stale(setting, *setting.plan(), 10'000).all;
}

}  // namespace

// [triage/stale]
TEST_CASE("A system that runs before the writer reads last frame's value, and a constraint of the app prevents more") {
  const std::vector<Stale> all = stale_in("camera_late");
  REQUIRE(all.size() == 1);
  CHECK(all[0].reader == 0);
  CHECK(all[0].on == 0);
  CHECK(all[0].always);
  REQUIRE(all[0].writers.size() == 1);
  CHECK(all[0].writers[0].system == 1);
  CHECK(all[0].writers[0].cycle == Cycle{0, 1});
  REQUIRE(all[0].read.has_value());
  CHECK(all[0].read->frame == 1);
  CHECK(all[0].read->l == Location{Entity(0), 0});
  CHECK(all[0].read->read == Value(std::int64_t{0}));
  CHECK(all[0].read->written == Value(std::int64_t{1}));
  CHECK(all[0].read->nodes == std::vector<std::size_t>{0, 1, 2, 0, 1, 2, 0, 1, 2});
  CHECK(stale_in("camera_late", R"({ "systems": { "follow": { "before": null, "after": ["track"] } } })").empty());
}

// [triage/stale]
TEST_CASE("A system that gives a component to entities that lack it makes its reader late") {
  for (const char* change :
       {"{}", R"({ "systems": { "read": { "body": null }, "insert": { "body": null } }, "entities": null })"}) {
    const std::vector<Stale> all = stale_in("late_insertion", change);
    REQUIRE(all.size() == 1);
    CHECK(all[0].reader == 0);
    CHECK(all[0].on == 1);
    CHECK(all[0].always);
    REQUIRE(all[0].writers.size() == 1);
    CHECK(all[0].writers[0].system == 1);
  }
  CHECK(stale_in("late_insertion", R"({ "systems": { "read": { "before": null, "after": ["insert"] } } })").empty());
}

// [triage/stale]
TEST_CASE("Where no constraint orders reader and writer, one fixes it") {
  const std::vector<Stale> all = stale_in("drawn_late");
  REQUIRE(all.size() == 1);  // sync reads Body after step
  CHECK(all[0].reader == 1);
  CHECK(all[0].on == 1);
  CHECK_FALSE(all[0].always);
  REQUIRE(all[0].writers.size() == 1);
  CHECK(all[0].writers[0].system == 0);
  CHECK_FALSE(all[0].writers[0].cycle.has_value());
  CHECK(all[0].read->read == Value(std::int64_t{18}));
  CHECK(all[0].read->written == Value(std::int64_t{19}));
}

// [triage/stale]
TEST_CASE("Who clears a flag at the end of the frame makes nobody late") {
  const std::vector<Stale> racing = stale_in("cleared");
  REQUIRE(racing.size() == 1);
  CHECK(racing[0].reader == 0);
  CHECK_FALSE(racing[0].always);
  CHECK(racing[0].read->written == Value(true));
  CHECK(stale_in("cleared", R"({ "systems": { "look": { "after": ["change"] } } })").empty());
}

// [triage/stale]
TEST_CASE(
    "Without bodies only what is late in every execution is reported, and removals and new entities do not count") {
  const char* const bodiless = R"({ "systems": { "sync": { "body": null } } })";
  CHECK(stale_in("drawn_late", bodiless).empty());  // in some executions
  const std::vector<Stale> all =
      stale_in("drawn_late", R"({ "systems": { "sync": { "body": null, "after": ["propagate"] } } })");
  REQUIRE(all.size() == 1);
  CHECK(all[0].always);
  CHECK_FALSE(all[0].read.has_value());
  CHECK(stale_in("revived").empty());
  CHECK(stale_in("two_systems").empty());
  const char* const reversed = R"({ "systems": { "a": { "before": null, "after": ["b"] } } })";
  CHECK(stale_in("two_systems", reversed).size() == 1);
  for (const char* commands : {R"("remove": ["X"])", R"("spawn": [["X"]])"})
    CHECK(stale_in("two_systems", (R"({ "systems": { "a": { "before": null, "after": ["b"], "queries": null,
      "commands": { )" + std::string(commands) +
                                   " } } } }")
                                      .c_str())
              .empty());
}

// [triage/stale] [execution/asked]
TEST_CASE("A system whose run condition does not hold reads nothing") {
  const auto late_if = [](const char* on) {
    return stale_in("camera_late",
                    (R"({ "resources": { "On": "bool" }, "entities": { "world": { "On": )" + std::string(on) + R"( } },
      "systems": { "follow": { "run_if": [{ "resource": "On" }] } } })")
                        .c_str());
  };
  CHECK(late_if("false").empty());
  CHECK(late_if("true").size() == 1);
}

// [triage/stale]
TEST_CASE("Commands of a system come too late for those before the sync point") {
  const char* const deferred = R"({ "systems": { "a": { "queries": null, "commands": { "insert": ["X"] } } } })";
  CHECK(stale_in("two_systems", deferred).empty());  // a sync point is between a and b
  const char* const unordered =
      R"({ "systems": { "a": { "before": null, "queries": null, "commands": { "insert": ["X"] } } } })";
  const std::vector<Stale> all = stale_in("two_systems", unordered);
  REQUIRE(all.size() == 1);
  CHECK(all[0].always);
  CHECK_FALSE(all[0].writers[0].deferred);
  CHECK_FALSE(all[0].writers[0].cycle.has_value());
}

namespace {

/// A switch that starts off, a system that turns it on, and others.
std::vector<Stale> stale_switch(const std::string& systems, const char* by = "bevy") {
  auto made =
      app::load(R"({ "app": "a switch", "resources": { "On": "bool", "N": "int" }, "systems": { )" + systems + R"(,
    "turn_on": { "resources": { "writes": ["On"] },
      "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", true] } } } },
    "sets": { "play": { "run_if": [{ "resource": "On" }] } }, "entities": { "world": { "On": false, "N": 0 } } })");
  REQUIRE(made.index() == 0);
  const auto& app = std::get<app::App>(made);
  const Setting setting(app, app::order(app), *model(by), 1);
  return stale(setting, *setting.plan(), 10'000).all;
}
std::string counting(const std::string& name, const std::string& settings) {
  return "\"" + name + R"(": { "resources": { "writes": ["N"] }, )" + settings + R"(,
    "body": { "match": [{ "entity": "w", "incl": { "N": "n" } }], "do": { "attach": ["N", "w", { "+": ["n", 1] }] } } })";
}

}  // namespace

// [triage/stale] [triage/condition]
TEST_CASE("A run condition that is asked before its resource is written is late") {
  const std::vector<Stale> all =
      stale_switch(counting("m", R"("run_if": [{ "resource": "On" }], "before": ["turn_on"])"));
  REQUIRE(all.size() == 1);
  CHECK(all[0].reader == 0);
  CHECK(all[0].on == 0);
  CHECK(all[0].condition == 0);
  CHECK(all[0].always);
  REQUIRE(all[0].writers.size() == 1);
  CHECK(all[0].writers[0].system == 1);
  CHECK(all[0].writers[0].cycle == Cycle{0, 1});
  REQUIRE(all[0].read.has_value());
  CHECK(all[0].read->read == Value(false));
  CHECK(all[0].read->written == Value(true));
  CHECK(stale_switch(counting("m", R"("run_if": [{ "resource": "On" }], "after": ["turn_on"])")).empty());
  CHECK(stale_switch(counting("m", R"("before": ["turn_on"])")).empty());
}

// [triage/stale] [execution/asked]
TEST_CASE("The condition of a set is late if the first of its systems is") {
  const std::string last = counting("last", R"("in": ["play"], "after": ["first", "turn_on"])");
  const std::vector<Stale> all = stale_switch(counting("first", R"("in": ["play"])") + ", " + last);
  REQUIRE(all.size() == 1);
  CHECK(all[0].reader == 0);
  CHECK_FALSE(all[0].always);
  CHECK(stale_switch(counting("first", R"("in": ["play"], "after": ["turn_on"])") + ", " + last).empty());
}

// [triage/stale]
TEST_CASE(
    "What a command inserts after its reader has run is read one frame late, and what comes with new entities is not") {
  const char* const inserts = R"({ "app": "inserted", "components": { "T": "int", "V": "int" }, "systems": {
    "read": { "queries": [{ "reads": ["T"], "writes": ["V"] }],
      "body": { "match": [{ "entity": "e", "incl": { "T": "t", "V": "v" } }], "do": { "attach": ["V", "e", "t"] } } },
    "insert": { "queries": [{ "reads": ["V"] }], "commands": { "insert": ["T"] }, "after": ["read"],
      "body": { "match": [{ "entity": "e", "incl": { "V": "_" } }], "do": { "attach": ["T", "e", 5] } } } },
    "entities": { "e0": { "V": 0 } } })";
  auto made = app::load(inserts);
  REQUIRE(made.index() == 0);
  const auto& app = std::get<app::App>(made);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const std::vector<Stale> all = stale(setting, *setting.plan(), 10'000).all;
  REQUIRE(all.size() == 1);
  CHECK(all[0].reader == 0);
  CHECK_FALSE(all[0].condition.has_value());
  REQUIRE(all[0].read.has_value());
  CHECK(all[0].read->l == Location{Entity(0), 0});
  CHECK_FALSE(all[0].read->read.has_value());
  CHECK(all[0].read->written == Value(std::int64_t{5}));
}
