// What executions keep, which of two directions a constraint has, and which despawned entities are revived.
#include "interp/apps/triage/kept.hpp"

#include <functional>

#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/fast/query.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/documents.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

constexpr std::size_t within_limit = 20'000;

/// Goes through all executions in this order of observers, and adds what each of them breaks. False if one fails, or if
/// there are more than `most`.
bool add_broken_by_each(std::vector<std::vector<Break>>& out, const Setting& setting, const Plan& plan,
                        const std::vector<std::size_t>& observers, std::size_t most) {
  const Observers in_order = setting.observers.in_order(observers);
  Executions all = setting.executions(plan, in_order);
  all.most = exhaustive::most_visited;
  std::vector<std::size_t> path;
  const std::function<bool(const Reached&)> from = [&](const Reached& k) {
    const auto* at = std::get_if<Configuration>(&k);
    if (!at) return false;
    if (all.ended(*at)) out.push_back(breaks(setting, plan, path, observers));
    for (const std::size_t node : all.enabled(*at)) {
      path.push_back(node);
      if (out.size() > most || !from(step(all, k, node))) return false;
      path.pop_back();
    }
    return true;
  };
  try {
    return from(all.first());
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

bool has(const std::vector<Break>& all, const Break& one) {
  return std::any_of(all.begin(), all.end(), [&](const Break& other) { return other.invariant() == one.invariant(); });
}

/// Adds an invariant: no entity has a value that one has at the end in some order of observers.
void forbid_a_value(AppCase& t) {
  const Setting setting(*t.app, t.order, t.model, t.frames);
  std::vector<std::size_t> observers = setting.observers.order();
  if (*rc::gen::arbitrary<bool>()) std::swap(observers.front(), observers.back());
  const Observers in_order = setting.observers.in_order(observers);
  const Plan plan = *setting.plan();
  Executions all = setting.executions(plan, in_order);
  all.most = exhaustive::most_visited;
  Reached k = all.first();
  try {
    for (auto* at = std::get_if<Configuration>(&k); at && !all.ended(*at); at = std::get_if<Configuration>(&k)) {
      const std::size_t next = all.enabled(*at).front();
      k = step(all, std::move(k), next);
    }
  } catch (const fast::TooManyMatches&) {
    RC_DISCARD("too many matches");
  }
  RC_PRE(k.index() == 0);
  const State& c = std::get<Configuration>(k).c;
  const auto i = static_cast<coreecs::Label>(*rc::gen::inRange<std::size_t>(0, t.app->components.size()));
  RC_PRE(!c[i].empty());
  const Value v =
      std::next(c[i].begin(), *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(c[i].size())))->second;
  Program program = *t.app->program;
  program.invariants.push_back(
      {.name = "none", .q = {Query(Incl{i})}, .holds = [v](const Match& r) { return !(r.w[0] == v); }});
  app::App app = *t.app;
  app.program = std::make_shared<const Program>(std::move(program));
  t.app = std::make_shared<const app::App>(std::move(app));
}

/// An app among the documents of the goldens, with a change.
app::App golden_app(const std::string& name, const char* change = "{}") {
  nlohmann::ordered_json document = goldens::document(name);
  document.merge_patch(nlohmann::ordered_json::parse(change));
  auto made = app::load(document.dump());
  REQUIRE(made.index() == 0);
  return std::get<app::App>(std::move(made));
}

Judgement judged_golden(const app::App& app, const char* by = "bevy") {
  const std::uint64_t frames = app.program->frames;
  return judge(Setting(app, app::order(app), *model(by), frames), within_limit);
}

const Edge first_then_second{0, 1}, second_then_first{1, 0};

}  // namespace

// [triage/kept]
TEST_CASE("What executions break is what going through all of them breaks") {
  prop("the same invariants and revivals, in some executions or in all", [] {
    const bool with_observers = *rc::gen::arbitrary<bool>();
    AppCase t = with_observers ? any_case_of_observers() : any_app_case();
    if (with_observers) forbid_a_value(t);
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Plan plan = *setting.plan();
    std::vector<std::vector<Break>> each;
    std::vector<std::size_t> observers = setting.observers.order();
    do RC_PRE(add_broken_by_each(each, setting, plan, observers, 300));
    while (std::next_permutation(observers.begin(), observers.end()));
    RC_LOG() << t;
    const Kept found = kept(setting, plan, within_limit);
    RC_ASSERT(!found.cut.has_value());
    bool all = true, some = false;
    for (const std::vector<Break>& one : each) {
      all = all && one.empty();
      some = some || one.empty();
      for (const Break& how : one) RC_ASSERT(found.breaks(how.invariant()));
    }
    note(!all && some, "broken in some executions", 0.001);
    note(!some, "broken in all executions", 0.002);
    RC_ASSERT(found.all == answer(all));
    RC_ASSERT(found.some == answer(some));
    for (const Broken& one : found.broken) {
      note(one.how.invariant().empty(), "an entity is revived", 0.004);
      note(one.observers != setting.observers.order(), "in another order of observers");
      RC_ASSERT(has(breaks(setting, plan, one.nodes, one.observers), one.how));
      RC_ASSERT(one.always ==
                std::all_of(each.begin(), each.end(), [&](const auto& how) { return has(how, one.how); }));
    }
  });
}

// [triage/kept]
TEST_CASE("No constraints keep what the loosest plan always breaks") {
  prop("each execution with more constraints breaks it, too", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Kept loosest = kept(setting, loosest_plan(setting), within_limit);
    RC_PRE(!loosest.cut.has_value());
    RC_LOG() << t;
    const auto order = t.order.in_order();
    std::vector<Edge> edges;
    for (std::size_t j = 0; j < 2; ++j) {
      const auto first = *rc::gen::inRange<std::size_t>(0, order.size() - 1);
      edges.push_back({order[first], order[*rc::gen::inRange<std::size_t>(first + 1, order.size())]});
    }
    const auto plan = setting.plan(edges);
    RC_PRE(plan.has_value());
    const Kept with = kept(setting, *plan, within_limit);
    for (const Broken& one : loosest.broken)
      if (one.always) {
        note(true, "always broken", 0.002);
        RC_ASSERT(with.breaks(one.how.invariant()));
      }
    if (loosest.some == Answer::No) RC_ASSERT(with.some == Answer::No);
    if (with.all == Answer::Yes) RC_ASSERT(loosest.some == Answer::Yes);
  });
}

// [triage/constraints] [triage/flow]
TEST_CASE("The writer comes before the reader, and what becomes of the reverse is known") {
  const Judgement judgement = judged_golden(golden_app("drawn_late"));
  REQUIRE(judgement.fix.has_value());
  REQUIRE(judgement.fix->all.size() == 1);
  const AddedConstraint& one = judgement.fix->all.front();
  CHECK(one.edge == first_then_second);  // sync before propagate
  REQUIRE(one.flow.has_value());
  CHECK(one.flow->on == 1);  // Transform
  CHECK_FALSE(one.flow->removed);
  CHECK(one.l == Location{Entity(0), 2});  // Global(ball)
  CHECK(*std::get<State>(*judgement.fix->with.end).at(*one.l) == Value(std::int64_t{20}));
  CHECK(*std::get<State>(*one.turned.end).at(*one.l) == Value(std::int64_t{19}));
  CHECK(one.turned.confluent == Answer::Yes);
  CHECK(judgement.fix->fewest);
  // It is longer than the reverse, which is a frame late.
  CHECK(judgement.fix->critical_path == 3);
}

// [triage/constraints] [triage/kept]
TEST_CASE("Invariants decide between two directions") {
  const Judgement dead = judged_golden(golden_app("checked_before"));
  CHECK(dead.kept.all == Answer::No);
  CHECK(dead.kept.some == Answer::Yes);
  REQUIRE(dead.kept.broken.size() == 1);
  CHECK(dead.kept.broken[0].how.invariant() == "the_dead_score");
  CHECK(dead.kept.broken[0].how.frame == 1);
  CHECK_FALSE(dead.kept.broken[0].always);
  CHECK(dead.kept.broken[0].nodes == std::vector<std::size_t>{0, 1, 2});
  REQUIRE(dead.fix.has_value());
  CHECK(dead.fix->edges() == std::vector{second_then_first});
  CHECK(dead.fix->with.kept.all == Answer::Yes);
  CHECK(dead.fix->all[0].turned.kept.breaks("the_dead_score"));
  const Judgement seen = judged_golden(golden_app("cleared"));
  REQUIRE(seen.fix.has_value());
  CHECK(seen.fix->edges() == std::vector{second_then_first});
  CHECK(seen.fix->with.kept.all == Answer::Yes);
  // An invariant may want it the other way round, against the flow of data.
  const Judgement late = judged_golden(golden_app("checked_before", R"({ "invariants": { "the_dead_score": null, "late":
    { "match": [{ "incl": { "Score": "s" } }], "holds": { "==": ["s", 0] } } } })"));
  REQUIRE(late.fix.has_value());
  CHECK(late.fix->edges() == std::vector{first_then_second});
  CHECK_FALSE(late.fix->all[0].flow.has_value());
  CHECK(late.fix->with.kept.all == Answer::Yes);
}

// [triage/kept]
TEST_CASE("What fails in an order that a coordinator may never perform is undecided") {
  const auto made = [](const std::string& invariant) {
    return app::load(R"({ "app": "preferred", "components": {}, "resources": { "X": "int", "Y": "int" }, "systems": {
      "sets": { "resources": { "writes": ["X"] },
        "body": { "match": [{ "entity": "w", "incl": { "X": "_" } }], "do": { "attach": ["X", "w", 1] } } },
      "copies": { "resources": { "reads": ["X"], "writes": ["Y"] },
        "body": { "match": [{ "entity": "w", "incl": { "X": "x", "Y": "_" } }], "do": { "attach": ["Y", "w", "x"] } } } },
      "invariants": { "y": { "match": [{ "incl": { "Y": "y" } }], "holds": { "==": ["y", )" +
                     invariant + R"(] } } }, "entities": { "world": { "X": 0, "Y": 1 } } })");
  };
  const auto invariants = [&](const std::string& invariant, const char* by) {
    return judged_golden(std::get<app::App>(made(invariant)), by).kept;
  };
  for (const char* by : {"dynamic", "stages", "bevy-second", "yaks"}) {
    CAPTURE(by);
    CHECK(invariants("1", by).all == Answer::Unknown);  // sets comes first, if both may begin
    CHECK(invariants("1", by).broken.empty());
    CHECK(invariants("2", by).all == Answer::No);  // in every order
    CHECK(invariants(R"("y")", by).all == Answer::Yes);
  }
  CHECK(invariants("1", "bevy").all == Answer::No);
}

// [triage/constraints] [triage/kept]
TEST_CASE("Where no order keeps an invariant, no constraint is said to mend it") {
  const Judgement ordered = judged_golden(golden_app("camera_late"));
  CHECK(ordered.confluent == Answer::Yes);
  CHECK(ordered.kept.all == Answer::No);
  CHECK(ordered.kept.some == Answer::No);
  CHECK(ordered.hopeless == std::vector<std::string>{"on_target"});
  CHECK_FALSE(ordered.fix.has_value());
  const Judgement never = judged_golden(golden_app("checked_before", R"({ "invariants": { "never":
    { "match": [{ "incl": { "Score": "_" } }], "holds": false } } })"));
  CHECK(never.hopeless == std::vector<std::string>{"never"});
  REQUIRE(never.fix.has_value());
  CHECK(never.fix->edges() == std::vector{second_then_first});  // the other invariant still decides
  CHECK(never.fix->with.kept.breaks("never"));
  CHECK_FALSE(never.fix->with.kept.breaks("the_dead_score"));
  // Each of two can be kept, and not both.
  const Judgement both = judged_golden(golden_app("checked_before", R"({ "invariants": { "late":
    { "match": [{ "incl": { "Score": "s" } }], "holds": { "==": ["s", 0] } } } })"));
  CHECK(both.hopeless.empty());
  CHECK(both.hopeless_together);
  REQUIRE(both.fix.has_value());
  CHECK(both.fix->with.kept.all == Answer::No);
}

// [triage/constraints] [triage/kept]
TEST_CASE("An invariant that only an earlier frame breaks decides, too") {
  const Judgement judgement = judged_golden(golden_app("drawn_late", R"({ "systems": { "step": null },
    "entities": { "ball": { "Body": 20 } },
    "invariants": { "drawn_where_it_is": { "match": [{ "incl": { "Body": "b", "Global": "g" } }], "holds": { "==": ["b", "g"] } } } })"));
  REQUIRE(judgement.fix.has_value());
  CHECK(judgement.fix->edges() == std::vector{first_then_second});
  CHECK(judgement.fix->with.kept.all == Answer::Yes);
}

// [triage/kept]
TEST_CASE("An entity that one system despawns and another one writes to afterwards is revived, under every model") {
  const Judgement judgement = judged_golden(golden_app("revived"));
  CHECK(judgement.kept.all == Answer::No);
  CHECK(judgement.kept.some == Answer::Yes);
  REQUIRE(judgement.kept.broken.size() == 1);
  const auto* revival = std::get_if<Revival>(&judgement.kept.broken[0].how.what);
  REQUIRE(revival != nullptr);
  CHECK(revival->e == Entity(0));
  CHECK(revival->by == 1);
  CHECK(revival->despawned_by == 0);
  REQUIRE(judgement.pairs.size() == 1);
  CHECK(judgement.pairs[0].broken[0].size() == 1);
  CHECK(judgement.pairs[0].broken[1].empty());
  REQUIRE(judgement.fix.has_value());
  CHECK(judgement.fix->edges() == std::vector{second_then_first});  // who reads goes before who removes
  CHECK(judgement.fix->all[0].flow.value().removed);
  // bob is written to, and no entity is despawned.
  CHECK(judged_golden(golden_app("revived", R"({ "entities": { "ann": { "Health": 1 } } })")).kept.broken.empty());
  // A system that removes the last component of an entity does not despawn it.
  CHECK(judged_golden(
            golden_app("revived", R"({ "systems": { "reap": { "commands": { "destroy": null, "remove": ["Health"] },
    "body": { "do": { "destroy": null, "detach": ["Health", "e"] } } } } })"))
            .kept.broken.empty());
  for (const Model& each : models()) {
    const app::App app = golden_app("revived", R"({ "insertion_order": "all" })");
    // The others apply commands between the two; ignite then matches bob only.
    const bool at_the_end =
        each.sync == Sync::AtEnd || (each.scheduler && each.name != "flecs" && each.name != "waves");
    CAPTURE(each.name);
    CHECK(judged_golden(app, std::string(each.name).c_str()).kept.broken.size() == (at_the_end ? 1 : 0));
  }
}
