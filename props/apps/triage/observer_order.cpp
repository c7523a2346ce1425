// The order of observers that engines leave open (specs/explanation/observers.md).
#include "interp/apps/triage/observer_order.hpp"

#include "interp/apps/triage/races.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/fast/query.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// The states after each frame, or an error, of one execution.
std::vector<exhaustive::End> ends_of_frames(const Executions& all) {
  std::vector<exhaustive::End> ends;
  Configuration k = all.first();
  try {
    while (!all.ended(k)) {
      const std::uint64_t frame = k.frame;
      const std::size_t next = all.enabled(k).back();
      k = all.step(std::move(k), next);
      if (k.frame != frame) ends.emplace_back(k.c);
      RC_PRE(exhaustive::created(k.c).size() <= 5);
    }
  } catch (const RuntimeError& error) {
    ends.emplace_back(error);
  } catch (const fast::TooManyMatches&) {
    RC_DISCARD("too many matches");
  }
  return ends;
}

}  // namespace

// [observer/open]
TEST_CASE("The order of observers matters where some order of theirs ends in another state") {
  prop("the verdict agrees with all executions in all orders of observers", [] {
    const AppCase t = any_case_of_observers();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Plan plan = *setting.plan();
    std::vector<std::size_t> order(t.app->observers.size());
    for (std::size_t o = 0; o < order.size(); ++o) order[o] = o;
    bool alike = true, alike_in_order = true;
    std::optional<std::vector<exhaustive::End>> first;
    do {
      const Observers in_order = setting.observers.in_order(order);
      const Executions all = setting.executions(plan, in_order);
      const auto swaps = exhaustive::swaps(all, 1'000);
      RC_PRE(swaps.has_value());
      const auto ends = ends_of_frames(all);
      if (!first) alike_in_order = swaps->alike;
      if (!first) first = ends;
      alike = alike && swaps->alike && ends.size() == first->size();
      for (std::size_t k = 0; alike && k < ends.size(); ++k) alike = exhaustive::alike(ends[k], (*first)[k]);
    } while (std::next_permutation(order.begin(), order.end()));
    const auto interfering = interferences(plan, setting.accesses, setting.questions);
    const Races found = races(setting.executions(plan), interfering, 20'000);
    const ObserverOrders orders = observer_orders(setting, plan, interfering, false, 20'000);
    RC_LOG() << t;
    RC_ASSERT(found.confluent == answer(alike_in_order));
    if (alike_in_order) RC_ASSERT(orders.confluent == answer(alike));
    if (alike) RC_ASSERT(orders.confluent == Answer::Yes);
    const bool real = std::any_of(orders.pairs.begin(), orders.pairs.end(),
                                  [](const ObserverPair& one) { return one.matters == Answer::Yes; });
    if (alike_in_order) RC_ASSERT(real == !alike);
    for (const ObserverPair& one : orders.pairs)
      if (one.matters == Answer::Yes) {
        RC_ASSERT(!alike);
        const ObserverWitness& witness = *one.witness;
        const auto end = [&](std::size_t of) {
          const Observers in_order = setting.observers.in_order(witness.observers[of]);
          Configuration k = setting.executions(plan, in_order).first();
          try {
            for (const std::size_t node : witness.nodes[of])
              if (k.frame < witness.frame) k = setting.executions(plan, in_order).step(std::move(k), node);
          } catch (const RuntimeError& error) {
            return exhaustive::End(error);
          }
          return exhaustive::End(k.c);
        };
        RC_ASSERT(exhaustive::alike(end(0), witness.a));
        RC_ASSERT(exhaustive::alike(end(1), witness.b));
        RC_ASSERT(!exhaustive::alike(witness.a, witness.b));
      }
    note(real, "the order of observers matters", 0.004);
    note(!orders.pairs.empty() && !real, "it may matter, and does not", 0.02);
  });
}

// [observer/open]
TEST_CASE("The order of two observers of one event matters, and that of two events is known") {
  app::App app = example_app("flecs775.json");
  const Judgement judgement = judged(app, 1);
  CHECK(judgement.confluent == Answer::No);
  CHECK(judgement.pairs.empty());
  REQUIRE(judgement.observers.size() == 1);
  CHECK(judgement.observers[0].matters == Answer::Yes);
  REQUIRE(judgement.observers[0].witness.has_value());
  CHECK(std::get<State>(judgement.observers[0].witness->a).at(*judgement.observers[0].witness->l)[0] ==
        Value(std::int64_t{1}));
  CHECK(std::get<State>(judgement.observers[0].witness->b).at(*judgement.observers[0].witness->l)[0] ==
        Value(std::int64_t{-1}));
  REQUIRE(judgement.kept.broken.size() == 1);  // where the one of added comes last
  CHECK(judgement.kept.broken[0].how.invariant() == "set_wins");
  CHECK(judgement.kept.broken[0].observers == std::vector<std::size_t>{1, 0});
  CHECK_FALSE(judgement.kept.broken[0].always);
  CHECK(judgement.kept.some == Answer::Yes);
  std::string text = contents(source_dir / "examples/apps/flecs775.json");
  text.replace(text.find("\"before\": [\"add_scale\"]"), 23, "\"after\": [\"add_scale\"]");
  const Judgement turned = judged(loaded_app(text), 1);
  CHECK(turned.confluent == Answer::Yes);
  CHECK(turned.on_every_state == Answer::No);  // both may be triggered by one event on another state
  REQUIRE(turned.observers.size() == 1);
  CHECK(turned.observers[0].matters == Answer::No);
  CHECK(*std::get<State>(*turned.end).at({Entity(0), 0}) == Value(std::int64_t{1}));
}

// [observer/open]
TEST_CASE("The order of observers matters where only one order leaves the order of systems open") {
  const auto app = [](const std::string& observers) {
    return loaded_app(R"({ "app": "one order", "components": { "B": "unit" }, "resources": { "R": "int", "Q": "int" },
      "entities": { "a": { "B": null }, "w": { "R": 0, "Q": 0 } }, "systems": {
        "s": { "exclusive": true, "body": { "match": [{ "entity": "e", "incl": { "B": "_" } }], "do": { "detach": ["B", "e"] } } },
        "t": { "resources": { "writes": ["R"] },
          "body": { "match": [{ "entity": "w", "incl": { "R": "_" } }], "do": { "attach": ["R", "w", 1] } } },
        "z": { "after": ["s", "t"], "resources": { "writes": ["R"] },
          "body": { "match": [{ "entity": "w", "incl": { "R": "_" } }], "do": { "attach": ["R", "w", 0] } } } },
      "observers": { )" +
                      observers + " } }");
  };
  const std::string sets = R"("sets": { "on": { "removed": ["B"] }, "resources": { "writes": ["R"] }, "body": {
    "match": [{ "incl": { "B": "_" } }, { "entity": "w", "incl": { "R": "_" } }], "do": { "attach": ["R", "w", 7] } } })";
  const std::string reads =
      R"("reads": { "on": { "removed": ["B"] }, "resources": { "reads": ["R"], "writes": ["Q"] }, "body": {
    "match": [{ "incl": { "B": "_" } }, { "entity": "w", "incl": { "R": "r", "Q": "_" } }], "where": { "==": ["r", 1] },
    "do": { "attach": ["Q", "w", 1] } } })";
  for (const bool first : {true, false}) {
    const Judgement judgement = judged(app(first ? sets + ", " + reads : reads + ", " + sets), 1);
    CHECK(judgement.confluent == Answer::No);
    CHECK(judgement.count(triage::Label::Real) == (first ? 0 : 1));
    REQUIRE(judgement.observers.size() == 1);
    CHECK(judgement.observers[0].matters == Answer::Yes);
    CHECK(judgement.observers[0].witness.has_value());
  }
}

// [triage/constraints] [triage/kept]
TEST_CASE("What constraints achieve is asked in all orders of observers") {
  Tree document = Tree::parse(contents(source_dir / "examples/apps/flecs775.json"));
  const auto sets = [](int n) {
    return Tree::parse(
        R"({ "resources": { "writes": ["Last"] }, "body": { "match": [{ "entity": "w", "incl": { "Last": "_" } }],
      "do": { "attach": ["Last", "w", )" +
        std::to_string(n) + "] } } }");
  };
  document["resources"]["Last"] = "int";
  document["entities"]["world"]["Last"] = 0;
  document["systems"]["one"] = sets(1);
  document["systems"]["two"] = sets(2);
  document["invariants"]["two_is_last"] =
      Tree::parse(R"({ "match": [{ "incl": { "Last": "n" } }], "holds": { "==": ["n", 2] } })");
  const Judgement open = judged(loaded_app(document.dump()), 1);
  REQUIRE(open.fix.has_value());
  CHECK(open.fix->edges() == std::vector{Edge{2, 3}});
  CHECK(open.fix->with.confluent == Answer::Unknown);
  CHECK(open.fix->with.any_order == Answer::No);
  CHECK(open.fix->with.kept.breaks("set_wins"));
  CHECK_FALSE(open.fix->with.kept.breaks("two_is_last"));
  document["systems"]["set_double"].erase("before");
  document["systems"]["set_double"]["after"] = {"add_scale"};
  const Judgement known = judged(loaded_app(document.dump()), 1);  // two changes trigger them
  CHECK(known.observers.size() == 1);
  REQUIRE(known.fix.has_value());
  CHECK(known.fix->with.confluent == Answer::Yes);
  CHECK(known.fix->with.kept.all == Answer::Yes);
}

// [observer/open]
TEST_CASE("An observer revives what another one of the same change has despawned, in one order") {
  const Judgement judgement = judged(example_app("bevy19623.json"), 1);
  CHECK(judgement.confluent == Answer::No);
  REQUIRE(judgement.kept.broken.size() == 1);
  const auto* revival = std::get_if<Revival>(&judgement.kept.broken[0].how.what);
  REQUIRE(revival != nullptr);
  CHECK(revival->by == 2);            // the second observer, after one system
  CHECK(revival->despawned_by == 1);  // the first one
  CHECK_FALSE(judgement.kept.broken[0].always);
  std::string text = contents(source_dir / "examples/apps/bevy19623.json");
  text.replace(text.find("\"on\": { \"added\": [\"Kill\"] }"), 27, "\"on\": { \"added\": [\"Print\"] }");
  text.replace(text.find(R"("incl": { "Kill": "_" } }], "do": { "destroy")"), 23, R"("incl": { "Print": "_" })");
  const Judgement mended = judged(loaded_app(text), 1);  // the end is triggered after the print
  CHECK(mended.kept.broken.empty());
}
