// Run conditions: what they read, when they are asked, and which exclude each other.
#include <fmt/format.h>

#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/triage/triage.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

constexpr std::size_t most_explored = 20'000;

/// A switch, a state, a counter, and systems that write them. `more` are further members of the app.
app::App with_switch(const std::string& systems, const std::string& more = "") {
  return loaded_app(R"({ "app": "a switch", "components": { "Hit": "unit", "Seen": "unit", "At": "int" },
    "resources": { "On": "bool", "Ran": "int", "State": { "enum": ["Menu", "InGame"] }, "Untyped": null },
    )" + more + R"( "systems": {)" +
                    systems +
                    R"(}, "entities": { "world": { "On": true, "Ran": 0, "State": "Menu" }, "e0": { "At": 0 } } })");
}

const std::string off = R"("off": { IN "resources": { "writes": ["On"] },
  "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", false] } } })";
std::string off_in(const std::string& settings) {
  std::string text = off;
  return text.replace(text.find("IN "), 3, settings);
}
/// A system that counts, and has these settings.
std::string counts(const std::string& name, const std::string& settings, int by = 1) {
  return fmt::format(R"("{}": {{ {} "resources": {{ "writes": ["Ran"] }},
    "body": {{ "match": [{{ "entity": "w", "incl": {{ "Ran": "n" }} }}],
               "do": {{ "attach": ["Ran", "w", {{ "+": [{{ "*": ["n", 2] }}, {}] }}] }} }} }})",
                     name, settings, by);
}

Judgement verdict(const app::App& app, const char* by = "bevy", std::uint64_t frames = 1) {
  return judge(Setting(app, app::order(app), *model(by), frames), most_explored);
}
Answer confluent(const app::App& app, const char* by = "bevy", std::uint64_t frames = 1) {
  return verdict(app, by, frames).confluent;
}
/// The value of Ran after the executions of the first real race.
std::pair<std::int64_t, std::int64_t> ran(const app::App& app, const Judgement& judgement) {
  REQUIRE(!judgement.pairs.empty());
  REQUIRE(judgement.pairs.front().witness.has_value());
  const auto of = [&](const End& end) {
    const auto& schema = app.program->schema;
    const auto at = std::find_if(schema.begin(), schema.end(), [](const auto& one) { return one.name == "Ran"; });
    return std::get<State>(end)[static_cast<coreecs::Label>(at - schema.begin())].begin()->second.as<std::int64_t>();
  };
  return {of(judgement.pairs.front().witness->a), of(judgement.pairs.front().witness->b)};
}

}  // namespace

// [triage/condition] [execution/asked]
TEST_CASE("A run condition races with who writes what it reads") {
  for (const char* condition :
       {R"({ "resource": "On" })", R"({ "resource": "On", "is": true })",
        R"({ "not": { "resource": "On", "is": false } })", R"({ "match": [{ "incl": { "On": "o" } }], "where": "o" })",
        R"({ "in_state": ["On", true] })", R"({ "match": [{ "incl": { "On": "o" } }], "where": "o", "reads": ["On"] })",
        R"({ "and": [{ "in_state": ["State", "Menu"] }, { "or": [{ "resource": "On" }, { "on_event": "Hit" }] }] })"}) {
    const app::App app = with_switch(off_in("") + "," + counts("works", fmt::format(R"("run_if": [{}],)", condition)));
    const Judgement judgement = verdict(app);
    CHECK_MESSAGE(judgement.confluent == Answer::No, condition);
    CHECK(judgement.on_every_state == Answer::No);
    REQUIRE(judgement.pairs.size() == 1);
    const triage::Pair& pair = judgement.pairs.front();
    CHECK(pair.label == triage::Label::Real);
    CHECK(!pair.reported.has_value());  // the engine compares what systems declare
    CHECK(pair.over == Over::Order);
    REQUIRE(pair.obstacles.size() == 1);
    std::vector<std::string> names;
    for (const Question& one : questions(app, false))
      if (one.controls.test(1)) names.push_back(one.name);
    CHECK(pair.obstacles.front().run_if == names);
    CHECK(pair.obstacles.front().by_first);
    CHECK(ran(app, judgement) == std::pair<std::int64_t, std::int64_t>(0, 1));
    REQUIRE(judgement.fix.has_value());
    CHECK(judgement.fix->edges() == std::vector<Edge>{{0, 1}});
  }
}

// [triage/condition]
TEST_CASE("Of a condition that only declares what it reads, or has only a name, the pair is undecided") {
  const auto with = [](const std::string& run_if, const std::string& more = "") {
    return verdict(with_switch(off_in("") + "," + counts("works", R"("run_if": )" + run_if + ","), more));
  };
  for (const Judgement& judgement : {with(R"([{ "reads": ["On"] }])"), with(R"(["is_on"])"),
                                     with(R"(["is_on"])", R"("conditions": { "is_on": { "reads": ["On"] } },)")}) {
    CHECK(judgement.confluent == Answer::Unknown);
    CHECK(judgement.on_every_state == Answer::Unknown);
    REQUIRE(judgement.pairs.size() == 1);
    CHECK(judgement.pairs.front().want == Want::Condition);
  }
  CHECK(with(R"([{ "reads": ["State"] }])").on_every_state == Answer::Yes);  // nobody writes it
  CHECK(with(R"([{ "resource": "Untyped" }])").on_every_state == Answer::Yes);
  CHECK(with(R"(["is_on"])", R"("conditions": { "is_on": { "resource": "On" } },)").confluent == Answer::No);
}

// [execution/asked]
TEST_CASE("The condition of a set is asked once a frame, before the first of its systems") {
  const std::string sets = R"("sets": { "Play": { "run_if": [{ "resource": "On" }] } },)";
  const std::string in = R"("in": ["Play"],)";
  // off is in the set: the others run in every order, once their condition held.
  CHECK(verdict(with_switch(off_in(in) + "," + counts("a", in), sets)).on_every_state == Answer::Yes);
  // off comes between them: a asks for both, or off comes first.
  const app::App between = with_switch(
      off_in(R"("before": ["b"],)") + "," + counts("a", in + R"("before": ["b"],)") + "," + counts("b", in, 5), sets);
  const Judgement judgement = verdict(between);
  CHECK(judgement.confluent == Answer::No);
  CHECK(judgement.count(triage::Label::Real) == 1);  // with a, which asks; not with b, which never does
  CHECK(judgement.pairs.front().first == 0);
  CHECK(judgement.pairs.front().second == 1);
  CHECK(ran(between, judgement) == std::pair<std::int64_t, std::int64_t>(0, 7));
  // A system without a body asks, too.
  const app::App asks = with_switch(
      off_in("") + R"(, "first": { "in": ["Play"], "before": ["b"] },)" + counts("b", in + R"("after": ["off"],)"),
      sets);
  CHECK(verdict(asks).pairs.size() == 1);
  // What was answered in one frame is asked again in the next.
  const app::App next = with_switch(off_in(R"("after": ["a"],)") + "," + counts("a", in), sets);
  const Setting setting(next, app::order(next), *model("bevy"), 2);
  const triage::Plan plan = *setting.plan();
  const State* end = nullptr;
  const End ended = replayed(setting.executions(plan), {1, 0, 2, 1, 0, 2});
  REQUIRE((end = std::get_if<State>(&ended)) != nullptr);
  CHECK(triage::judge(setting, most_explored).confluent == Answer::Yes);
  const auto judge_end = triage::judge(setting, most_explored).end;
  REQUIRE(judge_end.has_value());
  CHECK(std::get<State>(*judge_end) == *end);
  CHECK(*end == std::get<State>(replayed(setting.executions(plan), {1, 0, 2})));  // the second frame changed nothing
}

// [execution/asked]
TEST_CASE("bevy's second executor asks the conditions of a stage at its start") {
  const app::App app = with_switch(off_in("") + "," + counts("works", R"("run_if": [{ "resource": "On" }],)"));
  CHECK(verdict(app, "bevy-second").on_every_state == Answer::Yes);
  CHECK(verdict(app, "static").on_every_state == Answer::No);
  const app::App stages =
      with_switch(off_in(R"("stage": "one",)") + "," + counts("a", R"("stage": "one", "in": ["S"],)") + "," +
                      counts("b", R"("stage": "two", "in": ["S"],)", 5),
                  R"("stages": ["one", "two"], "sets": { "S": { "run_if": [{ "resource": "On" }] } },)");
  const Setting setting(stages, app::order(stages), *model("bevy-second"), 1);
  REQUIRE(setting.questions.size() == 2);
  const auto end = judge(setting, most_explored).end;  // a runs in the first stage; in the second, the answer is no
  REQUIRE(end.has_value());
  CHECK(setting.questions[0].asks.count() == 2);
  CHECK(setting.questions[1].controls.count() == 1);
  const triage::Plan plan = *setting.plan();
  CHECK(std::get<State>(*end) == std::get<State>(replayed(setting.executions(plan), {0, 1, 3, 2, 4})));
}

// [triage/condition]
TEST_CASE("A condition sees deferred changes once they are applied") {
  const std::string hits = R"("hits": { "queries": [{ "reads": ["At"] }], "commands": { "insert": ["Hit"] }, SETTINGS
    "body": { "match": [{ "entity": "e", "incl": { "At": "_" } }], "do": { "attach": ["Hit", "e"] } } },)";
  const auto with = [&](const std::string& settings, const std::string& more) {
    std::string text = hits;
    return with_switch(text.replace(text.find("SETTINGS"), 8, settings) +
                       counts("works", R"("run_if": [{ "on_event": "Hit" }],)" + more) +
                       R"(, "waits": { "after": ["hits"] })");
  };
  CHECK(confluent(with("", R"("after": ["waits"],)")) == Answer::Yes);  // after a sync point
  const app::App open = with("", "");
  const Judgement judgement = verdict(open);
  CHECK(judgement.confluent == Answer::No);
  CHECK(judgement.pairs.front().over == Over::Seen);
  CHECK(judgement.pairs.front().obstacles.front().run_if == std::vector<std::string>{"on_event(Hit)"});
  CHECK(confluent(open, "static", 1) == Answer::Yes);  // it applies commands at the end
  CHECK(confluent(open, "shared", 1) == Answer::No);
}

// [triage/excluded]
TEST_CASE("Systems whose conditions exclude each other never meet") {
  const auto with = [](const std::string& a, const std::string& b, const std::string& more = "",
                       const std::string& systems = "") {
    return verdict(with_switch(
        counts("a", R"("run_if": )" + a + ",") + "," + counts("b", R"("run_if": )" + b + ",", 5) + systems, more));
  };
  const auto excluded = [](const Judgement& judgement) {
    return judgement.on_every_state == Answer::Yes && judgement.pairs.size() == 1 &&
           judgement.pairs.front().arguments ==
               std::vector<std::pair<coreecs::Label, Argument>>{{4, Argument::Excluded}};
  };
  const std::string menu = R"([{ "in_state": ["State", "Menu"] }])", game = R"([{ "in_state": ["State", "InGame"] }])";
  CHECK(excluded(with(menu, game)));
  CHECK(excluded(with(R"x(["in_state(Menu)"])x", R"x(["in_state(State::InGame)"])x")));
  CHECK(excluded(with(R"([{ "resource": "On" }])", R"([{ "not": { "resource": "On" } }])")));
  CHECK(excluded(with(R"(["on"])", R"x(["not(on)"])x", R"("conditions": { "on": { "resource": "On" } },)")));
  CHECK(excluded(with(R"(["on"])", R"x(["not(on)"])x", R"("conditions": { "on": { "reads": ["On"] } },)")) == false);
  CHECK(excluded(with(R"([{ "match": [{ "incl": { "Ran": "n" } }], "where": { "<": ["n", 5] } }])",
                      R"([{ "not": { "match": [{ "incl": { "Ran": "n" } }], "where": { "<": ["n", 5] } } }])")) ==
        false);  // both write it
  CHECK(excluded(
      with(R"([{ "on_event": "Hit" }, { "resource": "On" }])", R"([{ "and": [{ "not": { "on_event": "Hit" } }] }])")));
  const std::string either = R"([{ "or": [{ "in_state": ["State", "Menu"] }, { "in_state": ["On", false] }] }])";
  CHECK(excluded(with(either, R"([{ "and": [{ "in_state": ["State", "InGame"] }, { "resource": "On" }] }])")));
  CHECK(!excluded(
      with(either, R"([{ "in_state": ["State", "InGame"] }, { "resource": "On" }])")));  // each alone does not
  CHECK(!excluded(with(R"([{ "or": [{ "in_state": ["State", "Menu"] }, { "in_state": ["On", true] }] }])",
                       R"([{ "in_state": ["State", "InGame"] }, { "resource": "On" }])")));
  CHECK(!excluded(with(menu, menu)));
  CHECK(!excluded(with(menu, "[]")));
  CHECK(!excluded(with(R"(["playing"])", R"x(["not(playing)"])x")));  // what it reads is unknown

  // The state changes at one place in the frame: before both are asked, after both, or between.
  const auto changes = [](const std::string& settings) {
    return R"(, "change": { )" + settings + R"( "resources": { "writes": ["State"] },
      "body": { "match": [{ "entity": "w", "incl": { "State": "_" } }],
                "do": { "attach": ["State", "w", { "text": "InGame" }] } } })";
  };
  const auto on_every_state = [](const Judgement& judgement) {
    const auto both = std::find_if(judgement.pairs.begin(), judgement.pairs.end(),
                                   [](const triage::Pair& pair) { return pair.first == 0 && pair.second == 1; });
    REQUIRE(both != judgement.pairs.end());
    return both->on_every_state;
  };
  CHECK(verdict(with_switch(counts("a", R"("run_if": )" + menu + ",") + "," +
                            counts("b", R"("run_if": )" + game + ",", 5) + changes(R"("before": ["a", "b"],)")))
            .on_every_state == Answer::Yes);
  CHECK(with(menu, game, "", changes(R"("after": ["a", "b"],)")).on_every_state == Answer::Yes);
  CHECK(!on_every_state(with(menu, game, "", changes(""))));
  CHECK(!on_every_state(with(menu, game, "", changes(R"("after": ["a"],)"))));
  CHECK(with(menu, game, "", R"(, "plugin": { "access_known": false })").on_every_state == Answer::No);
}

// [execution/asked] [triage/condition] [triage/excluded]
TEST_CASE("What is said of apps with conditions is borne out by enumeration") {
  prop("real makes a difference, harmless makes none", [] {
    AppCase t = any_app_case();
    auto app = std::make_shared<app::App>(*t.app);
    const std::size_t n = app->systems.size();
    // Up to two systems run only if some entity has, or none has, a component. Any of them may write it.
    const auto label = [&] {
      return *rc::gen::inRange<coreecs::Label>(0, static_cast<coreecs::Label>(app->components.size()));
    };
    struct Asked {
      std::size_t system;
      coreecs::Label i;
      bool negated;
    };
    std::vector<Asked> asked;
    const coreecs::Label first = label();
    for (const coreecs::Label i : {first, *rc::gen::weightedElement<coreecs::Label>({{3, first}, {1, label()}})}) {
      asked.push_back({*rc::gen::inRange<std::size_t>(0, n), i, *rc::gen::arbitrary<bool>()});
      const std::string name = fmt::format("{}{}", i, asked.back().negated ? "-" : "+");
      InvariantTerm term{{name}};
      term.match.emplace_back().constraints.emplace_back(QueryTerm::Incl{i, {}});
      term.holds = Term(term::Literal{false});
      app::RunCondition is{.form = app::RunCondition::Form::Match, .text = std::to_string(i)};
      is.term = std::make_shared<const Invariant>(invariant(std::move(term)));
      if (asked.back().negated) is = {.form = app::RunCondition::Form::Not, .parts = {is}};
      app->conditions.push_back({name, is});
      app->systems[asked.back().system].configuration.run_if.push_back(name);
    }
    t.app = app;
    const Setting setting(*t.app, t.order, t.model, t.frames);
    if (t.model.scheduler && t.model.scheduler->asks_by_stage) return;
    const Judgement judgement = judge(setting, most_explored);
    const auto runs = [&](const State& c, std::size_t system) {
      return std::all_of(asked.begin(), asked.end(), [&](const Asked& one) {
        return one.system != system || (c[one.i].begin() != c[one.i].end()) != one.negated;
      });
    };
    const std::vector<Question> none;
    const Executions all{judgement.plan, setting.bodies, none,       setting.repeats,
                         setting.start,  setting.frames, setting.env};
    const auto swaps = exhaustive::swaps(all, 3'000, runs);
    RC_PRE(swaps.has_value());
    RC_LOG() << t;
    for (const Asked& one : asked) RC_LOG() << one.system << " if " << (one.negated ? "no " : "") << one.i << "\n";
    if (!judgement.coordinated) RC_ASSERT(judgement.confluent == answer(swaps->alike));
    if (judgement.on_every_state == Answer::Yes) RC_ASSERT(swaps->alike);
    bool by_condition = false, excluded = false;
    for (const triage::Pair& pair : judgement.pairs) {
      for (const Obstacle& obstacle : pair.obstacles) by_condition = by_condition || !obstacle.run_if.empty();
      for (const auto& reason : pair.arguments) excluded = excluded || reason.second == Argument::Excluded;
    }
    note(by_condition, "a condition that somebody writes", 0.05);
    note(excluded, "excluded", 0.003);
    note(by_condition && !swaps->alike, "and not confluent", 0.01);
  });
}

namespace {

/// A system that resets the counter, and has these settings.
std::string resets(const std::string& settings) {
  return R"("c": { )" + settings + R"( "resources": { "writes": ["Ran"] },
    "body": { "match": [{ "entity": "w", "incl": { "Ran": "_" } }], "do": { "attach": ["Ran", "w", 0] } } })";
}
const std::string ran_is_0 =
    R"("invariants": { "zero": { "match": [{ "incl": { "Ran": "n" } }], "holds": { "==": ["n", 0] } } },)";

}  // namespace

// [triage/assumed]
TEST_CASE("Executions that take a condition to hold do not show what all executions do") {
  const auto with = [](const std::string& run_if, const std::string& more = "", const char* by = "bevy") {
    return verdict(with_switch(counts("a", "") + "," + counts("b", "", 5) + "," +
                                   resets(R"("after": ["a", "b"], "run_if": )" + run_if + ","),
                               more),
                   by, 2);
  };
  const Judgement always = with("[]");
  CHECK(always.confluent == Answer::Yes);
  REQUIRE(always.pairs.size() == 1);
  CHECK(always.pairs.front().label == triage::Label::Masked);
  const std::string reads = R"("conditions": { "maybe": { "reads": ["State"] } },)";
  for (const Judgement& judgement : {with(R"(["maybe"])"), with(R"(["maybe"])", reads),
                                     with(R"([{ "resource": "On" }, "maybe"])"), with(R"(["maybe"])", "", "dynamic")}) {
    CHECK(judgement.confluent == Answer::Unknown);
    CHECK(judgement.assumed == std::vector<std::string>{"maybe"});
    REQUIRE(judgement.pairs.size() == 1);
    CHECK(judgement.pairs.front().label == triage::Label::Undecided);
    CHECK(judgement.pairs.front().want == Want::Assumed);
  }
  CHECK(with(R"([{ "resource": "On", "is": false }])").confluent == Answer::No);
}

// [triage/assumed]
TEST_CASE("A race is not real if its executions take conditions to hold that contradict each other") {
  const auto with = [](const std::string& a, const std::string& b, const std::string& more = "",
                       const char* by = "bevy") {
    return verdict(
        with_switch(counts("a", R"("run_if": )" + a + ",") + "," + counts("b", R"("run_if": )" + b + ",", 5), more),
        by);
  };
  using Names = std::pair<std::string, std::string>;
  const auto contrary = [](const Judgement& judgement) {
    REQUIRE(judgement.pairs.size() == 1);
    const triage::Pair& pair = judgement.pairs.front();
    CHECK(pair.label == triage::Label::Undecided);
    CHECK(pair.want == Want::Contrary);
    CHECK(!pair.witness.has_value());
    CHECK(judgement.confluent == Answer::Unknown);
    return judgement.contrary.value_or(Names());
  };
  const std::string p = R"("conditions": { "p": { "reads": ["State"] } },)";
  CHECK(contrary(with(R"(["p"])", R"x(["not(p)"])x", p)) == Names("p", "not(p)"));
  CHECK(contrary(with(R"(["p"])", R"([{ "not": "p" }])", p)) == Names("p", "not(p)"));
  CHECK(contrary(with(R"(["p"])", R"([{ "not": "p" }])", p, "dynamic")) == Names("p", "not(p)"));
  CHECK(contrary(with(R"(["p"])", R"x(["not(p)"])x")) == Names("p", "not(p)"));
  CHECK(contrary(with(R"x(["in_state(Mode::A)"])x", R"x(["in_state(Mode::B)"])x")) ==
        Names("in_state(Mode::A)", "in_state(Mode::B)"));
  CHECK(contrary(with(R"x(["in_state(A)"])x", R"x(["in_state(Mode::B)"])x")) ==
        Names("in_state(A)", "in_state(Mode::B)"));
  CHECK(contrary(with(R"([{ "and": ["p", { "not": "p" }] }])", "[]")) == Names("and(p, not(p))", "and(p, not(p))"));
  const std::vector<std::pair<const char*, const char*>> possible = {
      {R"(["p"])", R"(["p"])"},
      {R"(["p"])", R"(["q"])"},
      {R"x(["in_state(Mode::A)"])x", R"x(["in_state(Pause::B)"])x"},
      {R"x(["in_state(Mode::A)"])x", R"x(["in_state(A)"])x"}};
  for (const auto& [a, b] : possible) {
    const Judgement judgement = with(a, b);
    CHECK(judgement.confluent == Answer::No);
    CHECK(judgement.count(triage::Label::Real) == 1);
  }
}

// [triage/assumed] [triage/kept]
TEST_CASE("Invariants are undecided where a system may not run, or has no body") {
  const auto kept = [](const std::string& systems) { return verdict(with_switch(systems, ran_is_0)).kept; };
  CHECK(kept(counts("a", "") + "," + resets(R"("after": ["a"],)")).all == Answer::Yes);
  CHECK(kept(counts("a", "") + "," + resets(R"("after": ["a"], "run_if": ["maybe"],)")).all == Answer::Unknown);
  CHECK(kept(resets("") + R"(, "d": { "resources": { "reads": ["Ran"] } })").all == Answer::Yes);
  CHECK(kept(resets("") + R"(, "d": { "resources": { "writes": ["Ran"] } })").all == Answer::Unknown);
  CHECK(kept(resets("") + R"(, "d": { "access_known": false })").all == Answer::Unknown);
  CHECK(kept(counts("a", R"("run_if": ["p"],)")).all == Answer::No);
  const Kept contrary = kept(counts("a", R"("run_if": ["p"],)") + "," + counts("b", R"x("run_if": ["not(p)"],)x", 5));
  CHECK(contrary.all == Answer::Unknown);
  CHECK(contrary.broken.empty());
}

// [triage/assumed] [execution/asked]
TEST_CASE("Of a condition, only what the app does not say is taken to hold") {
  const std::string p = R"("conditions": { "p": { "reads": ["State"] } },)";
  const auto with = [&](const std::string& run_if, const std::string& more = counts("b", "", 5)) {
    return with_switch(counts("a", R"("run_if": )" + run_if + ",") + "," + more, p);
  };
  for (const char* never :
       {R"([{ "and": ["p", { "resource": "On", "is": false }] }])", R"(["p", { "resource": "On", "is": false }])",
        R"([{ "not": { "or": ["p", { "resource": "On" }] } }])"}) {
    const Judgement judgement = verdict(with(never));
    CHECK_MESSAGE(judgement.confluent == Answer::Yes, never);
    CHECK(judgement.assumed.empty());
    REQUIRE(judgement.pairs.size() == 1);
    CHECK(judgement.pairs.front().label == triage::Label::Harmless);
  }
  const Judgement always = verdict(with(R"([{ "or": ["p", { "resource": "On" }] }])"));
  CHECK(always.confluent == Answer::No);
  CHECK(always.assumed.empty());
  const Judgement open = verdict(with(R"([{ "and": ["p", { "resource": "On" }] }])"));
  CHECK(open.confluent == Answer::No);
  CHECK(open.assumed == std::vector<std::string>{"and(p, resource(On))"});
  // Somebody writes what the known part reads, before it is asked.
  const app::App off_first = with(R"([{ "and": ["p", { "resource": "On" }] }])", off_in(R"("before": ["a"],)"));
  const Setting setting(off_first, app::order(off_first), *model("bevy"), 1);
  const Judgement judgement = judge(setting, most_explored);
  CHECK(judgement.assumed.size() == 1);
  REQUIRE(judgement.end.has_value());
  const State off_only = std::get<State>(replayed(setting.executions(judgement.plan), {1}));
  CHECK(std::get<State>(*judgement.end) == off_only);  // a did not run
}

// [triage/race]
TEST_CASE("Every frame counts, not only the last") {
  // The counter is reset in the second frame, whatever it was.
  const std::string text = R"({ "app": "laps", "resources": { "Ran": "int", "Lap": "int" }, "systems": {
    "add": { "resources": { "writes": ["Ran"] }, "before": ["reset"],
      "body": { "match": [{ "entity": "w", "incl": { "Ran": "n" } }], "do": { "attach": ["Ran", "w", { "+": ["n", 1] }] } } },
    "double": { "resources": { "writes": ["Ran"] }, "before": ["reset"],
      "body": { "match": [{ "entity": "w", "incl": { "Ran": "n" } }], "do": { "attach": ["Ran", "w", { "*": ["n", 2] }] } } },
    "reset": { "resources": { "writes": ["Lap", "Ran"] },
      "body": { "match": [{ "entity": "w", "incl": { "Ran": "_", "Lap": "l" } }],
                "do": [{ "attach": ["Lap", "w", { "+": ["l", 1] }] },
                       { "if": [{ ">=": ["l", 1] }, { "attach": ["Ran", "w", 0] }, []] }] } } },
    "entities": { "world": { "Ran": 1, "Lap": 0 } }, "frames": 2 })";
  const app::App app = loaded_app(text);
  const Judgement judgement = verdict(app, "bevy", 2);
  CHECK(judgement.confluent == Answer::No);
  REQUIRE(judgement.count(triage::Label::Real) == 1);
  const Witness& witness = *judgement.pairs.front().witness;
  CHECK(witness.frame == 1);
  CHECK(witness.first.size() == 4);
  CHECK(std::set<std::int64_t>{ran(app, judgement).first, ran(app, judgement).second} == std::set<std::int64_t>{3, 4});
}

TEST_CASE("An app with conditions is printed and loaded again") {
  const app::App app = with_switch(
      counts("a",
             R"x("run_if": ["on", { "in_state": ["State", "Menu"] }, "in_state(InGame)", "not(on)", "playing"],)x") +
          "," +
          counts(
              "b",
              R"("run_if": [{ "match": [{ "incl": { "At": "a" } }], "where": { "<": ["a", 3] }, "reads": ["At"] }],)"),
      R"("conditions": { "on": { "resource": "On" }, "off": { "not": "on" } },)");
  CHECK(app.systems[0].configuration.run_if ==
        std::vector<std::string>{"on", "in_state(State::Menu)", "in_state(InGame)", "not(on)", "playing"});
  const app::App again = loaded_app(app::print(app));
  CHECK(again.conditions == app.conditions);
  CHECK(again.systems == app.systems);
  CHECK(app.conditions.size() == 6);
  CHECK(app::print(again) == app::print(app));
}

// [triage/flow] [triage/condition]
TEST_CASE("Who writes what a run condition reads comes before the system that it controls") {
  for (const char* settings : {R"("run_if": [{ "resource": "On" }],)", R"("in": ["play"],)"}) {
    const app::App app = with_switch(counts("count", settings) + ", " + off_in(""),
                                     R"("sets": { "play": { "run_if": [{ "resource": "On" }] } },)");
    const Judgement judgement = verdict(app);
    REQUIRE(judgement.fix.has_value());
    REQUIRE(judgement.fix->all.size() == 1);
    CHECK(judgement.fix->all[0].edge == Edge{1, 0});
    REQUIRE(judgement.fix->all[0].flow.has_value());
    CHECK(app.components[judgement.fix->all[0].flow->on].name == "On");
    CHECK_FALSE(judgement.fix->all[0].flow->removed);
    CHECK_FALSE(judgement.fix->all[0].same_end);
  }
}

// [triage/constraints] [execution/asked]
TEST_CASE("A condition that fails is named with its place, and its failure is not the end of the other direction") {
  const app::App app = loaded_app(R"({ "app": "divided", "resources": { "D": "int", "X": "int" }, "systems": {
    "m": { "resources": { "writes": ["D"] },
      "run_if": [{ "match": [{ "incl": { "X": "x" } }], "where": { "==": [{ "quot": [1, "x"] }, 1] } }],
      "body": { "match": [{ "entity": "w", "incl": { "D": "_" } }], "do": { "attach": ["D", "w", 1] } } },
    "g": { "resources": { "writes": ["X"] },
      "body": { "match": [{ "entity": "w", "incl": { "X": "_" } }], "do": { "attach": ["X", "w", 1] } } } },
    "entities": { "world": { "D": 0, "X": 0 } } })");
  const Judgement judgement = verdict(app);
  REQUIRE(judgement.fix.has_value());
  REQUIRE(judgement.fix->all.size() == 1);
  const AddedConstraint& one = judgement.fix->all[0];
  CHECK(one.edge == Edge{1, 0});
  CHECK_FALSE(one.l.has_value());
  CHECK_FALSE(one.same_end);
  REQUIRE(one.turned.end.has_value());
  const auto* error = std::get_if<RuntimeError>(&*one.turned.end);
  REQUIRE(error != nullptr);
  CHECK(error->system ==
        "the run condition \u27e8incl_X\u27e9 where \u03bb(_, x). quot(1, x) \u225f 1 at /systems/m/run_if/0");
}

// [triage/flow] [triage/constraints]
TEST_CASE("Constraints against the flow of data say so, and those along it are offered") {
  const app::App app = loaded_app(
      R"({ "app": "siege", "components": {"Pos": "int", "Health": "int", "Bullet": "unit", "Burning": "unit"},
    "resources": {"State": {"enum": ["Menu", "Playing", "Over"]}, "Paused": "bool", "Score": "int", "Presses":
    "int"}, "sets": {"Play": {"run_if": [{"in_state": ["State", "Playing"]}, {"not": {"resource": "Paused"}}]}},
    "systems": {"pause": {"resources": {"reads": ["Presses"], "writes": ["Paused"]}, "body": {"match": [{"entity":
    "w", "incl": {"Presses": "n", "Paused": "p"}}], "where": {">": ["n", 0]}, "do": {"attach": ["Paused", "w",
    {"not": "p"}]}}}, "shoot": {"in": ["Play"], "queries": [{"reads": ["Pos"], "with": ["Health"]}], "commands":
    {"spawn": [["Pos", "Bullet"]]}, "body": {"match": [{"incl": {"Pos": "p", "Health": "_"}}], "where": {"==": ["p",
    0]}, "do": {"new": ["b", [{"attach": ["Pos", "b", "p"]}, {"attach": ["Bullet", "b"]}]]}}}, "fly": {"in":
    ["Play"], "queries": [{"writes": ["Pos"], "with": ["Bullet"]}], "body": {"match": [{"entity": "b", "incl":
    {"Pos": "p", "Bullet": "_"}}], "do": {"attach": ["Pos", "b", {"+": ["p", 2]}]}}}, "hit": {"in": ["Play"],
    "queries": [{"reads": ["Pos"], "with": ["Bullet"]}, {"reads": ["Pos"], "writes": ["Health"], "without":
    ["Bullet"]}], "commands": {"destroy": [{"with": ["Bullet"]}]}, "body": {"match": [{"entity": "b", "incl":
    {"Pos": "p", "Bullet": "_"}}, {"entity": "e", "incl": {"Pos": "q", "Health": "h"}, "excl": ["Bullet"]}],
    "where": {"==": ["p", "q"]}, "do": [{"attach": ["Health", "e", {"-": ["h", 1]}]}, {"destroy": "b"}]}}, "reap":
    {"queries": [{"reads": ["Health"]}], "resources": {"writes": ["Score"]}, "commands": {"destroy": [{"with":
    ["Health"]}]}, "body": {"match": [{"entity": "e", "incl": {"Health": "h"}}, {"entity": "w", "incl": {"Score":
    "s"}}], "where": {"<=": ["h", 0]}, "do": [{"destroy": "e"}, {"attach": ["Score", "w", {"+": ["s", 1]}]}]}},
    "over": {"run_if": [{"in_state": ["State", "Playing"]}], "resources": {"reads": ["Score"], "writes": ["State"]},
    "body": {"match": [{"entity": "w", "incl": {"State": "_", "Score": "s"}}], "where": {">=": ["s", 1]}, "do":
    {"attach": ["State", "w", {"text": "Over"}]}}}}, "entities": {"world": {"State": "Playing", "Paused": false,
    "Score": 0, "Presses": 0}, "hero": {"Pos": 0, "Health": 3}, "orc": {"Pos": 2, "Health": 1}}, "invariants":
    {"no_dead": {"match": [{"incl": {"Health": "h"}}], "holds": {">": ["h", 0]}}, "over_when_scored": {"match":
    [{"incl": {"Score": "s", "State": "t"}}], "holds": {"or": [{"==": ["s", 0]}, {"==": ["t", {"text":
    "Over"}]}]}}}, "frames": 3})");
  const Judgement judgement = verdict(app, "bevy", 3);
  REQUIRE(judgement.fix.has_value());
  const Constraints& fix = *judgement.fix;
  REQUIRE(fix.all.size() == 2);
  CHECK(fix.all[0].edge == Edge{3, 1});  // hit before shoot
  CHECK_FALSE(fix.all[0].against.has_value());
  CHECK(fix.all[1].edge == Edge{3, 2});  // hit before fly
  CHECK_FALSE(fix.all[1].flow.has_value());
  REQUIRE(fix.all[1].against.has_value());
  CHECK(app.components[fix.all[1].against->on].name == "Pos");
  CHECK(fix.along == std::vector<Edge>{{2, 3}, {3, 4}, {4, 5}});
  CHECK(fix.with_along.confluent == Answer::Yes);
  CHECK(fix.with_along.kept.broken.empty());
}
