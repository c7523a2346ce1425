// Executions of apps, and the races among their systems, against going through all of them.
#include "interp/apps/triage/races.hpp"

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "props/apps/kit/agreement.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

void races_agree(bool may_fail) {
  const AppCase t = any_app_case(may_fail);
  const Enumerated one(t);
  const bool alike = one.swaps.alike;
  const bool obstacles = std::any_of(one.interfering.begin(), one.interfering.end(),
                                     [](const Interference& each) { return !each.obstacles.empty(); });
  note(!alike, "not confluent", 0.04);
  note(alike && obstacles, "confluent, with obstacles", 0.05);
  note(!obstacles && one.plan.systems > 1, "no obstacles", 0.05);
  one.agree();
  if (!obstacles) RC_ASSERT(alike);
}

}  // namespace

// [execution/owned] [execution/visit] [execution/system] [execution/exclusive] [execution/sync] [triage/race]
TEST_CASE("An app is confluent where no race is real") {
  prop("the verdict agrees with enumerating all executions", [] { races_agree(false); });
  prop("and where systems may fail", [] { races_agree(true); });
}

// [triage/static] [triage/race]
TEST_CASE("Pairs of systems are judged as going through all executions judges them") {
  prop("what has no obstacle makes no difference, what is real does, and what is masked meets", [] {
    const AppCase t = any_app_case();
    const Enumerated all(t);
    const auto& [meet, differ, alike] = all.swaps;
    for (std::size_t x = 0; x < all.plan.systems; ++x)
      for (std::size_t z = x + 1; z < all.plan.systems; ++z) {
        const std::span<const ConflictingPair> pairs(all.found.pairs);
        const auto is_theirs = [&](const ConflictingPair& pair) { return pair.first == x && pair.second == z; };
        const bool without_obstacle = !all.obstacles(x, z);
        if (without_obstacle) RC_ASSERT(!differ[x][z]);
        if (without_obstacle) RC_ASSERT(std::none_of(pairs.begin(), pairs.end(), is_theirs));
        if (differ[x][z])  // over one thing or another
          RC_ASSERT(std::any_of(pairs.begin(), pairs.end(), [&](const ConflictingPair& pair) {
            return is_theirs(pair) && pair.witness.has_value();
          }));
        if (all.plan.unordered(x, z)) note(without_obstacle, "without obstacle", 0.1);
        note(meet[x][z] && !differ[x][z], "meets, and makes no difference", 0.005);
      }
  });

  prop("both executions of a witness can be performed, and end as it says, differently", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Plan plan = *setting.plan();
    const Executions all = setting.executions(plan);
    const Races found = races(all, interferences(plan, setting.accesses, setting.questions), 20'000);
    RC_LOG() << t;
    for (const ConflictingPair& pair : found.pairs) {
      note(pair.witness && pair.over == Over::Order, "real, over the order", 0.02);
      note(pair.witness && pair.over != Over::Order, "real, over what is deferred", 0.01);
      if (!pair.witness) continue;
      const Witness& w = *pair.witness;
      RC_ASSERT((w.first[w.swapped] == w.second[w.swapped + 1] && w.first[w.swapped + 1] == w.second[w.swapped]));
      for (std::size_t j = 0; j < std::min(w.first.size(), w.second.size()); ++j)
        RC_ASSERT((j == w.swapped || j == w.swapped + 1 || w.first[j] == w.second[j]));
      RC_ASSERT(alike(replayed(all, w.first), w.a) == Answer::Yes);
      RC_ASSERT(alike(replayed(all, w.second), w.b) == Answer::Yes);
      RC_ASSERT(alike(w.a, w.b) == Answer::No);
      if (w.l) {
        const Value *one = std::get<State>(w.a).at(*w.l), *other = std::get<State>(w.b).at(*w.l);
        RC_ASSERT(((one == nullptr) != (other == nullptr) || !(*one == *other)));
      }
    }
  });
}

// [triage/race] [execution/exclusive]
TEST_CASE("An exclusive system races with what another one defers, where both write one place and observe nothing") {
  const auto loaded = app::load(R"({
    "app": "overwritten", "components": { "A": "int" },
    "systems": {
      "later": { "commands": { "insert": ["A"] }, "queries": [{ "with": ["A"] }],
                 "body": { "match": [{ "incl": { "A": "_" } }], "do": { "attach": ["A", { "entity": "e2" }, 0] } } },
      "at_once": { "exclusive": true,
                   "body": { "match": [{ "incl": { "A": "_" } }], "do": { "attach": ["A", { "entity": "e2" }, 1] } } },
      "next": { "after": ["later"], "body": { "match": [{ "entity": "e", "excl": ["A"] }], "do": [] },
                "queries": [{ "without": ["A"] }] } },
    "entities": { "e1": { "A": 1 }, "e2": {} } })");
  REQUIRE(loaded.index() == 0);
  const app::App& app = std::get<app::App>(loaded);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Plan plan = *setting.plan();
  const Executions all = setting.executions(plan);
  const Races found = races(all, interferences(plan, setting.accesses, setting.questions), 1'000);
  CHECK(found.confluent == Answer::No);
  REQUIRE(found.pairs.size() == 1);
  CHECK((found.pairs[0].first == 0 && found.pairs[0].second == 1));
  CHECK(found.pairs[0].over == Over::Seen);
  CHECK(found.pairs[0].witness.has_value());
  CHECK(!exhaustive::swaps(all, 3'000)->alike);
}

// [triage/race]
TEST_CASE("A race shows where what observes it comes before what hides it, whichever is inserted first") {
  const auto loaded = app::load(R"({
    "app": "hidden at times", "components": { "A": "int", "B": "int" },
    "systems": {
      "one": { "queries": [{ "writes": ["A"] }],
               "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } } },
      "two": { "queries": [{ "writes": ["A"] }],
               "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 2] } } },
      "hide": { "after": ["one", "two"], "queries": [{ "writes": ["A"] }],
                "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 0] } } },
      "observe": { "after": ["one", "two"], "queries": [{ "reads": ["A"], "writes": ["B"] }],
                   "body": { "match": [{ "entity": "e", "incl": { "A": "a", "B": "_" } }], "do": { "attach": ["B", "e", "a"] } } } },
    "entities": { "e": { "A": 0, "B": 0 } } })");
  REQUIRE(loaded.index() == 0);
  const app::App& app = std::get<app::App>(loaded);
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Plan plan = *setting.plan();
  const Races found = races(setting.executions(plan), interferences(plan, setting.accesses, setting.questions), 1'000);
  CHECK(std::any_of(found.pairs.begin(), found.pairs.end(), [](const ConflictingPair& pair) {
    return pair.first == 0 && pair.second == 1 && pair.witness.has_value();
  }));
}

namespace {

/// Systems a and b over these components; that of the entities, too.
app::App two_systems(const std::string& a, const std::string& b) {
  auto loaded = app::load(
      R"({ "app": "two", "components": { "X": "int", "Y": "int", "Z": "int", "Enemy": "unit", "Target": "entity" },
    "systems": { "a": )" +
      a + R"(, "b": )" + b + R"( }, "entities": { "e0": { "Y": 1 } } })");
  REQUIRE(loaded.index() == 0);
  return std::get<0>(std::move(loaded));
}

/// What there is no argument for.
std::size_t obstacles(const app::App& app, const char* by = "bevy") {
  const Setting setting(app, app::order(app), *model(by), 1);
  std::size_t count = 0;
  for (const Interference& one : interferences(*setting.plan(), setting.accesses, setting.questions))
    count += one.obstacles.size();
  return count;
}

}  // namespace

// [execution/owned] [execution/sync]
TEST_CASE("What an entity does not have is attached at the sync point, and what it has is detached there") {
  const app::App app = two_systems(
      R"({ "queries": [{ "reads": ["Y"], "writes": ["X"], "optional": ["X"] }], "commands": { "insert": ["X"] },
           "body": { "match": [{ "entity": "e", "incl": { "Y": "y" } }], "do": { "attach": ["X", "e", "y"] } } })",
      R"({ "queries": [{ "writes": ["Y"] }], "commands": { "remove": ["Y"] },
           "body": { "match": [{ "entity": "e", "incl": { "Y": "_" } }], "do": { "detach": ["Y", "e"] } } })");
  const Setting setting(app, app::order(app), *model("bevy"), 1);
  const Plan plan = *setting.plan();
  const Executions all = setting.executions(plan);
  Configuration k = all.first();
  for (const std::size_t system : {0, 1}) {
    k = all.step(std::move(k), system);
    CHECK(k.c == setting.start);
  }
  k = all.step(std::move(k), 2);
  CHECK(k.frame == 1);
  CHECK_FALSE(k.c == setting.start);
}

// [triage/static]
TEST_CASE("Filters keep apart what is matched, and not what is reached from there") {
  const char* const reader = R"({ "queries": [{ "reads": ["X"], "writes": ["Z"], "with": ["Enemy"] }],
    "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Z": "_", "Enemy": "_" } }], "do": { "attach": ["Z", "e", "x"] } } })";
  const char* const own = R"({ "queries": [{ "writes": ["X"], "without": ["Enemy"] }],
    "body": { "match": [{ "entity": "e", "incl": { "X": "x" }, "excl": ["Enemy"] }],
              "do": { "attach": ["X", "e", { "+": ["x", 1] }] } } })";
  const char* const other = R"({ "queries": [{ "reads": ["Target"], "writes": ["X"], "without": ["Enemy"] }],
    "commands": { "insert": ["X"] },
    "body": { "match": [{ "entity": "e", "incl": { "Target": "t", "X": "x" }, "excl": ["Enemy"] }],
              "do": { "attach": ["X", "t", "x"] } } })";
  CHECK(obstacles(two_systems(own, reader)) == 0);
  CHECK(obstacles(two_systems(other, reader)) > 0);
}

// [triage/static]
TEST_CASE("What is new is not matched by who asks for a label more, and may be by others") {
  const char* const spawner = R"({ "queries": [{ "reads": ["Y"] }], "commands": { "spawn": [["X"]] },
    "body": { "match": [{ "incl": { "Y": "y" } }], "do": { "new": ["n", { "attach": ["X", "n", "y"] }] } } })";
  const char* const more = R"({ "queries": [{ "reads": ["X"], "writes": ["Z"] }], "body":
    { "match": [{ "entity": "e", "incl": { "X": "x", "Z": "_" } }], "do": { "attach": ["Z", "e", "x"] } } })";
  CHECK(obstacles(two_systems(spawner, more), "shared") == 0);
  const char* const sees = R"({ "queries": [{ "writes": ["X"] }], "body":
    { "match": [{ "entity": "e", "incl": { "X": "x" } }], "do": { "attach": ["X", "e", { "+": ["x", 1] }] } } })";
  CHECK(obstacles(two_systems(spawner, sees), "shared") > 0);
}

// [execution/owned]
TEST_CASE("What a system defers it has commands for, as its document must say") {
  prop("a system without commands changes nothing but what is there", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Plan plan = *setting.plan();
    Executions all = setting.executions(plan);
    all.most = 1'000;
    RC_LOG() << t;
    Configuration k = all.first();
    const auto perform_one = [&] {
      const std::vector<std::size_t> next = all.enabled(k);
      const std::size_t node = next[*rc::gen::inRange<std::size_t>(0, next.size())];
      if (!plan.is_sync(node)) {
        const bool deferred = !all.visit_at(k, node).deferred.writes().empty();
        const bool commands = !t.app->systems[node].commands.empty();
        note(!commands && !plan.exclusive[node], "without commands", 0.03);
        note(commands && !deferred, "with commands, and nothing deferred", 0.1);
        RC_ASSERT(!deferred || commands);
      }
      k = all.step(std::move(k), node);
    };
    try {
      while (!all.ended(k)) perform_one();
    } catch (const RuntimeError&) {  // which ends the execution
    }
  });
}
