// triage::Obstacles between systems of an app that a solver shows to be none.
#include "interp/apps/triage/proofs.hpp"

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/check/prove/exchange.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// Systems a and b, and perhaps others.
app::App two(const std::string& a, const std::string& b, const std::string& others = "") {
  auto loaded = app::load(
      R"({ "app": "two", "components": { "X": "int", "Y": "int", "Z": "int", "Tag": "unit", "Target": "entity" },
    "resources": { "Sum": "int" },
    "systems": { "a": )" +
      a + R"(, "b": )" + b + others + R"( }, "entities": { "e0": { "Y": 1 }, "world": { "Sum": 0 } } })");
  REQUIRE(loaded.index() == 0);
  return std::get<0>(std::move(loaded));
}

/// The obstacles that remain of two systems that are in no order.
std::size_t open(const std::string& a, const std::string& b, const char* by = "bevy") {
  const app::App app = two(a, b);
  const Setting setting(app, app::order(app), *model(by), 1);
  std::vector<triage::Interference> all = interferences(*setting.plan(), setting.accesses, setting.questions);
  REQUIRE(!all.empty());
  REQUIRE(!all.front().obstacles.empty());
  prove(all, setting);
  return all.front().obstacles.size();
}

/// A system that changes X in place.
std::string changes(const char* to, const char* where = "true") {
  return R"({ "queries": [{ "writes": ["X"], "reads": ["Y"] }],
    "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Y": "y" } }], "where": )" +
         std::string(where) + R"(, "do": { "attach": ["X", "e", )" + to + "] } } }";
}

}  // namespace

// [triage/proved]
TEST_CASE("Two systems that add in place are harmless on every state, and one that caps is not") {
  if (!has_solver()) return;
  const std::string one = changes(R"({ "+": ["x", 1] })"), ten = changes(R"({ "+": ["x", 10] })"),
                    cap = changes(R"({ "min": ["x", 9] })");
  CHECK(open(one, ten) == 0);
  CHECK(open(one, cap) > 0);
  CHECK(open(cap, changes(R"({ "min": ["x", 7] })")) == 0);
  const app::App app = two(one, ten);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Judgement judgement = judge(setting, 1'000);
  REQUIRE(judgement.pairs.size() == 1);
  CHECK(judgement.pairs.front().label == triage::Label::Harmless);
  CHECK(judgement.pairs.front().on_every_state);
  CHECK(judgement.on_every_state == Answer::Yes);
  REQUIRE(judgement.pairs.front().arguments.size() == 1);
  CHECK(judgement.pairs.front().arguments.front().second == triage::Argument::Proved);
}

// [triage/proved]
TEST_CASE("Conditions keep two systems apart, on values and not only on labels") {
  if (!has_solver()) return;
  CHECK(open(changes("1", R"({ "<": ["y", 0] })"), changes("2", R"({ ">": ["y", 0] })")) == 0);
  CHECK(open(changes("1", R"({ "<": ["y", 0] })"), changes("2", R"({ ">": ["y", -2] })")) > 0);
}

// [triage/proved] [execution/owned]
TEST_CASE("What is deferred is the same in either order, or it is no proof") {
  if (!has_solver()) return;
  const auto inserts = [](const char* k) {
    return R"({ "queries": [{ "reads": ["Y"], "writes": ["X"], "optional": ["X"] }], "commands": { "insert": ["X"] },
      "body": { "match": [{ "entity": "e", "incl": { "Y": "y" } }], "do": { "attach": ["X", "e", )" +
           std::string(k) + "] } } }";
  };
  // What is there is replaced at once, and what is not is attached later.
  CHECK(open(inserts("1"), inserts("2")) > 0);
  const char* const sees_y = R"({ "queries": [{ "writes": ["Y"] }],
    "body": { "match": [{ "entity": "e", "incl": { "Y": "y" } }], "do": { "attach": ["Y", "e", { "max": ["y", 3] }] } } })";
  CHECK(open(inserts(R"({ "max": ["y", 3] })"), sees_y) == 0);
  CHECK(open(inserts("\"y\""), sees_y) > 0);
  // The attach of Z comes later, and only the last of two writes counts.
  const char* const twice = R"({ "queries": [{ "writes": ["X", "Y"] }], "commands": { "remove": ["X"] },
    "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Y": "_" } }],
              "do": [{ "attach": ["X", "e", 5] }, { "detach": ["X", "e"] }] } })";
  const char* const copies = R"({ "queries": [{ "reads": ["X"], "writes": ["Y"] }],
    "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Y": "_" } }], "do": { "attach": ["Y", "e", "x"] } } })";
  const app::App app = two(twice, copies);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  std::vector<triage::Interference> all = interferences(*setting.plan(), setting.accesses, setting.questions);
  prove(all, setting);
  for (const triage::Obstacle& obstacle : all.front().obstacles) CHECK(obstacle.over != Over::Order);
}

// [triage/proved]
TEST_CASE("An entity that was created may be known before it has components") {
  if (!has_solver()) return;
  // b detaches X from what a created, if it comes after a: before or after the changes of a are applied.
  const char* const creates =
      R"({ "queries": [{ "reads": ["Y"], "writes": ["Target"] }], "commands": { "spawn": [["X"]] },
    "body": { "match": [{ "entity": "e", "incl": { "Y": "y", "Target": "_" } }],
              "do": { "new": ["n", [{ "attach": ["X", "n", 1] }, { "attach": ["Target", "e", "n"] }]] } } })";
  const char* const reads = R"({ "queries": [{ "reads": ["Target"], "writes": ["Z"] }, { "reads": ["X"] }], "body":
    { "match": [{ "entity": "e", "incl": { "Target": "t", "Z": "_" } }, { "entity": { "is": "t" }, "incl": { "X": "x" } }],
      "do": { "attach": ["Z", "e", "x"] } } })";
  // The changes of a are applied before c begins, and b is in no order with that.
  const char* const late = R"(, "c": { "after": ["a"], "queries": [{ "reads": ["X"] }] })";
  const app::App app = two(creates, reads, late);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  std::vector<triage::Interference> all = interferences(*setting.plan(), setting.accesses, setting.questions);
  prove(all, setting);
  REQUIRE(all.front().obstacles.size() == 2);
  CHECK(all.front().obstacles[0].over == Over::Order);  // of Target
  CHECK(all.front().obstacles[1].over == Over::Seen);   // of X
}

// [triage/proved]
TEST_CASE("What is proved makes no difference to any execution") {
  if (!has_solver()) return;
  prop("pairs that only a proof shows harmless", [] {
    const AppCase t = any_app_case(*rc::gen::arbitrary<bool>());
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const triage::Plan plan = *setting.plan();
    const std::vector<triage::Interference> before = interferences(plan, setting.accesses, setting.questions);
    std::vector<triage::Interference> all = before;
    prove(all, setting);
    bool some = false;
    for (std::size_t j = 0; j < all.size(); ++j)
      some = some || (all[j].obstacles.empty() && !before[j].obstacles.empty());
    note(some, "some are", 0.05);
    if (!some) return;
    const auto swaps = exhaustive::swaps(setting.executions(plan), 3'000);
    RC_PRE(swaps.has_value());
    RC_LOG() << t;
    for (std::size_t j = 0; j < all.size(); ++j)
      if (all[j].obstacles.empty()) RC_ASSERT(!swaps->differ[all[j].first][all[j].second]);
  });
}
