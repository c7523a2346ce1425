// What is said of whole apps: pairs with their labels, what fixes them, Core ECS from them and back.
#include "interp/apps/triage/triage.hpp"

#include <fmt/format.h>

#include <functional>

#include "interp/apps/app/bodies.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/triage/core.hpp"
#include "interp/apps/triage/derive.hpp"
#include "interp/apps/triage/show.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/program/effects.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/apps/kit/swaps.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

constexpr std::size_t enough = 20'000;

Answer confluent_with(const Setting& setting, const std::vector<Edge>& edges) {
  const auto plan = setting.plan(edges);
  if (!plan) return Answer::No;
  return races(setting.executions(*plan), interferences(*plan, setting.accesses, setting.questions), enough,
               Look::ForOne)
      .confluent;
}

/// Whether the app is confluent with these constraints, and breaks nothing but this.
bool do_as_well(const Setting& setting, const std::vector<Edge>& edges, const Kept& allowed) {
  if (confluent_with(setting, edges) != Answer::Yes) return false;
  const Kept found = kept(setting, *setting.plan(edges), enough);
  return std::all_of(found.broken.begin(), found.broken.end(),
                     [&](const Broken& one) { return allowed.breaks(one.how.invariant()); });
}

/// Whether so many constraints do, whichever they are.
bool some_do(const Setting& setting, std::size_t number, const Kept& allowed, std::vector<Edge>& chosen,
             std::size_t from = 0) {
  const std::size_t n = setting.order.size();
  if (chosen.size() == number) return do_as_well(setting, chosen, allowed);
  for (std::size_t edge = from; edge < n * n; ++edge) {
    if (!setting.order.concurrent(edge / n, edge % n)) continue;
    chosen.push_back({edge / n, edge % n});
    const bool found = some_do(setting, number, allowed, chosen, edge + 1);
    chosen.pop_back();
    if (found) return true;
  }
  return false;
}

/// Where one frame ends.
End end_of(Execution& execution) {
  try {
    execution.advance();
    return execution.state();
  } catch (const RuntimeError& error) {
    return error;
  }
}

/// By going from each element to all that are above it.
double longest_chain(const Dag& order) {
  std::function<double(std::size_t)> from = [&](std::size_t x) {
    double most = 0;
    for (const std::size_t y : members(order.above(x))) most = std::max(most, from(y));
    return most + 1;
  };
  double most = 0;
  for (std::size_t x = 0; x < order.size(); ++x) most = std::max(most, from(x));
  return most;
}

}  // namespace

// [triage/pair] [triage/static] [triage/race] [triage/models]
TEST_CASE("Each pair of an app gets a label that enumeration bears out") {
  prop("harmless makes no difference, masked meets and makes none, real makes one", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Judgement judgement = judge(setting, enough);
    const auto swaps = exhaustive::swaps(setting.executions(judgement.plan), 3'000);
    RC_PRE(swaps.has_value());
    RC_LOG() << t;
    // A scheduler that prefers some systems to others performs fewer executions than its plan leaves open.
    note(t.model.scheduler != nullptr, "by a scheduler", 0.15);
    note(judgement.coordinated.has_value(), "by a coordinator");
    RC_ASSERT(judgement.confluent != Answer::Unknown);
    if (swaps->alike || !judgement.coordinated) RC_ASSERT(judgement.confluent == answer(swaps->alike));
    if (judgement.on_every_state == Answer::Yes) RC_ASSERT(swaps->alike);
    for (const Pair& pair : judgement.pairs) {
      note(pair.label == triage::Label::Real, "real", 0.05);
      note(pair.label == triage::Label::Masked, "masked", 0.004);
      note(pair.label == triage::Label::Harmless && !pair.on_every_state, "harmless at the start", 0.05);
      note(pair.label == triage::Label::Harmless && pair.on_every_state, "harmless on every state", 0.01);
      note(std::any_of(pair.arguments.begin(), pair.arguments.end(),
                       [](const auto& reason) { return reason.second == triage::Argument::Proved; }),
           "proved");
      RC_ASSERT(pair.label != triage::Label::Undecided);
      if (!judgement.plan.unordered(pair.first, pair.second)) continue;
      const bool differ = swaps->differ[pair.first][pair.second], meet = swaps->meet[pair.first][pair.second];
      if (pair.performed == false) {
        RC_ASSERT(pair.label == triage::Label::Harmless);
        RC_ASSERT(judgement.coordinated.has_value());
        continue;
      }
      if (pair.label != triage::Label::Real) RC_ASSERT(!differ);
      if (pair.label == triage::Label::Harmless && !pair.on_every_state) RC_ASSERT(!meet);
      if (pair.label == triage::Label::Real && pair.over == Over::Order) RC_ASSERT(differ);
    }
  });
}

// [triage/condition]
TEST_CASE("Run conditions that somebody may affect leave it undecided what holds on every state") {
  prop("whatever a condition reads, what is said of every state holds", [] {
    AppCase t = any_app_case();
    auto app = std::make_shared<app::App>(*t.app);
    const bool asks_by_stage = t.model.scheduler && t.model.scheduler->asks_by_stage;
    RC_PRE(!asks_by_stage);  // here, it is asked right before its system
    const std::size_t asked = *rc::gen::inRange<std::size_t>(0, app->systems.size());
    app->systems[asked].configuration.run_if = {"unchanged"};
    t.app = app;
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Judgement judgement = judge(setting, enough);
    // It runs as long as one component, which another system may write, has not changed; or only once it has.
    std::vector<coreecs::Label> written;
    for (std::size_t x = 0; x < app->systems.size(); ++x) {
      const std::string& body = app->program->systems[*app->systems[x].body]->name;
      for (const auto& [i, w] : label_writes(app->program->terms.at(body), app->program->schema))
        if (x != asked) written.push_back(i);
    }
    RC_PRE(!written.empty());
    const coreecs::Label label = written[*rc::gen::inRange<std::size_t>(0, written.size())];
    const bool before = *rc::gen::arbitrary<bool>();
    const auto runs = [&](const State& c, std::size_t system) {
      if (system != asked) return true;
      std::vector<Entity> entities = live(setting.start);
      for (const Entity e : live(c)) entities.push_back(e);
      const bool unchanged = std::all_of(entities.begin(), entities.end(), [&](Entity e) {
        return c.at({e, label}) == setting.start.at({e, label});
      });
      return unchanged == before;
    };
    const auto swaps = exhaustive::swaps(setting.executions(judgement.plan), 3'000, runs);
    RC_PRE(swaps.has_value());
    RC_LOG() << t << "asked: " << asked << ", label " << label << "\n";
    note(judgement.on_every_state == Answer::Yes, "on every state", 0.01);
    note(judgement.on_every_state == Answer::Unknown, "undecided for the condition alone", 0.01);
    note(judgement.on_every_state == Answer::Unknown && !swaps->alike, "and the condition does make a difference",
         0.001);
    if (judgement.on_every_state == Answer::Yes) RC_ASSERT(swaps->alike);
    if (judgement.on_every_state == Answer::Unknown) RC_ASSERT(judgement.confluent == Answer::Unknown);
  });
}

namespace {

/// An app of three systems: `switch_off`, `works`, which adds to what nobody else accesses, and `waits`, which does
/// nothing.
Judgement of_condition(const std::string& switch_off, const std::string& works, const std::string& waits = "") {
  const auto loaded = app::load(R"({ "app": "a condition", "components": { "Mark": "unit" },
    "resources": { "On": "bool", "Ran": "int" }, "systems": {
      "switch_off": { )" + switch_off +
                                R"( },
      "works": { )" + works + R"( "resources": { "writes": ["Ran"] },
        "body": { "match": [{ "entity": "w", "incl": { "Ran": "n" } }], "do": { "attach": ["Ran", "w", { "+": ["n", 1] }] } } },
      "waits": {)" + waits + R"(} },
    "sets": { "Outer": { "run_if": ["on"] }, "Inner": { "in": ["Outer"] } },
    "entities": { "world": { "On": true, "Ran": 0 } } })");
  const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
  REQUIRE_MESSAGE(!problems, show("app", problems->front()));
  const auto& app = std::get<app::App>(loaded);
  return judge(Setting(app, app::order(app), *model("bevy"), 1), enough);
}

const std::string writes = R"("resources": { "writes": ["On"] },
  "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", false] } })";

}  // namespace

// [triage/condition]
TEST_CASE(
    "A run condition may be affected by who writes before it is asked in one execution, and after it in another") {
  const auto both = [](const Judgement& judgement) { return std::pair(judgement.confluent, judgement.on_every_state); };
  const std::pair undecided(Answer::Unknown, Answer::Unknown), yes(Answer::Yes, Answer::Yes);
  const std::string if_on = R"("run_if": ["on"],)";
  const Judgement racing = of_condition(writes, if_on);
  CHECK(both(racing) == undecided);
  REQUIRE(racing.pairs.size() == 1);
  CHECK(racing.pairs[0].label == triage::Label::Undecided);
  CHECK(racing.pairs[0].want == Want::Condition);
  CHECK(asked(racing.pairs[0]).value().second == 1);
  const std::string in_set = R"("in": ["Inner"],)";
  CHECK(both(of_condition(writes, in_set)) == undecided);
  CHECK(both(of_condition(in_set + writes, in_set)) == yes);  // the set's is asked before both
  CHECK(both(of_condition(in_set + writes, in_set + if_on)) == undecided);
  const std::string marks = R"("queries": [{ "without": ["Mark"] }], "resources": { "reads": ["On"] },
    "commands": { "insert": ["Mark"] },
    "body": { "match": [{ "entity": "w", "incl": { "On": "_" }, "excl": ["Mark"] }], "do": { "attach": ["Mark", "w"] } })";
  CHECK(both(of_condition(marks, if_on)) == yes);  // its command is applied when both have ended
  CHECK(both(of_condition(marks, if_on, R"("after": ["switch_off"])")) == undecided);
  CHECK(both(of_condition(writes + R"(, "before": ["works"])", if_on)) == yes);
  CHECK(both(of_condition(writes, "")) == yes);
  CHECK(both(of_condition(R"("resources": { "reads": ["On"] })", if_on)) == yes);
}

// [triage/constraints]
TEST_CASE("What fixes an app does, and no fewer constraints do") {
  prop("it is confluent with them, and where that is said with no fewer", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, t.model, t.frames);
    const Judgement judgement = judge(setting, enough);
    RC_LOG() << t;
    const bool real = judgement.count(triage::Label::Real) > 0;
    note(real, "something is real", 0.05);
    if (real) note(judgement.fix.has_value(), "fixed, of these", 0.8);
    if (!judgement.fix) return;
    const Constraints& with = *judgement.fix;
    const std::vector<Edge> edges = with.edges();
    note(edges.size() > 1, "by several", 0.1);
    note(edges.size() > 1 && with.fewest, "and by no fewer", 0.01);
    note(!real, "although nothing is real");
    RC_ASSERT(real || (!judgement.kept.broken.empty() && with.with.kept.broken.size() < judgement.kept.broken.size()));
    const triage::Plan plan = *setting.plan(edges);
    const auto swaps = exhaustive::swaps(setting.executions(plan), 3'000);
    if (swaps) RC_ASSERT(swaps->alike);
    RC_ASSERT(confluent_with(setting, edges) == Answer::Yes);
    RC_ASSERT(with.with.confluent == Answer::Yes);
    RC_ASSERT(with.critical_path >= with.critical_path_before);
    const Dag fixed = std::get<Dag>(setting.order.with(edges));
    RC_ASSERT(with.critical_path == longest_chain(fixed));  // durations are 1
    RC_ASSERT(with.critical_path_before == longest_chain(setting.order));
    RC_ASSERT(judgement.cost.has_value());
    RC_ASSERT(judgement.cost->scheduler == &setting.model.timed_by());
    if (with.fewest) {
      std::vector<Edge> none;
      for (std::size_t fewer = 1; fewer < edges.size(); ++fewer)
        RC_ASSERT(!some_do(setting, fewer, with.with.kept, none));
    } else {
      for (std::size_t k = 0; k < edges.size(); ++k) {
        std::vector<Edge> without = edges;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
        RC_ASSERT(!do_as_well(setting, without, with.with.kept));
      }
    }
  });
}

// [triage/constraints]
TEST_CASE("Two races that have nothing in common take two constraints, and what these cost is said") {
  const auto loaded = app::load(R"({
    "app": "two races", "components": { "X": "int", "Y": "int" },
    "systems": {
      "double_x": { "duration": 3, "queries": [{ "writes": ["X"] }],
        "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }], "do": { "attach": ["X", "e", { "*": ["x", 2] }] } } },
      "step_x": { "duration": 1, "queries": [{ "writes": ["X"] }],
        "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }], "do": { "attach": ["X", "e", { "+": ["x", 1] }] } } },
      "double_y": { "duration": 1, "queries": [{ "writes": ["Y"] }],
        "body": { "match": [{ "entity": "e", "incl": { "Y": "y" } }], "do": { "attach": ["Y", "e", { "*": ["y", 2] }] } } },
      "step_y": { "duration": 5, "queries": [{ "writes": ["Y"] }],
        "body": { "match": [{ "entity": "e", "incl": { "Y": "y" } }], "do": { "attach": ["Y", "e", { "+": ["y", 1] }] } } }
    },
    "entities": { "e0": { "X": 1, "Y": 1 } } })");
  REQUIRE(loaded.index() == 0);
  const auto& app = std::get<0>(loaded);
  const Setting setting(app, app::order(app), *model("bevy"), 1, 2);
  const Judgement judgement = judge(setting, enough);
  CHECK(judgement.confluent == Answer::No);
  CHECK(judgement.count(triage::Label::Real) == 2);
  REQUIRE(judgement.fix.has_value());
  CHECK(judgement.fix->edges() == std::vector<Edge>{{0, 1}, {2, 3}});
  CHECK(judgement.fix->fewest);
  CHECK(judgement.fix->critical_path_before == 5);
  CHECK(judgement.fix->critical_path == 6);
  REQUIRE(judgement.cost.has_value());
  CHECK(judgement.cost->before == 6);  // double_x and double_y; then step_y for 5, beside step_x
  CHECK(judgement.cost->after == 6);
}

namespace {

/// How many pairs an order has.
std::size_t pairs(const Dag& order) {
  std::size_t count = 0;
  for (std::size_t x = 0; x < order.size(); ++x) count += order.above(x).count();
  return count;
}

/// The fewest pairs of a series-parallel order that keeps another one, by ordering one pair after the other in both
/// ways.
std::size_t fewest_pairs(const Dag& order) {
  const auto n = forbidden_n(order);
  if (!n) return pairs(order);
  std::size_t best = order.size() * order.size();
  for (const auto& [x, z] : {std::pair(n->a, n->b), std::pair(n->c, n->d), std::pair(n->a, n->d)})
    for (const Edge& edge : {Edge{x, z}, Edge{z, x}})
      best = std::min(best, fewest_pairs(std::get<Dag>(order.with(std::array{edge}))));
  return best;
}

/// Whether no part of a series is a series, and so for what is beside one another.
bool is_flat(const Composition& order) {
  return std::all_of(order.parts.begin(), order.parts.end(),
                     [&](const Composition& part) { return part.kind != order.kind && is_flat(part); });
}

}  // namespace

// [triage/series]
TEST_CASE("A series-parallel order keeps what the other one says, and orders as little besides as can be") {
  prop("it is one, it says what is added, and no other one orders fewer pairs", [] {
    const Dag order = any_dag(6);
    const Series series = series_parallel(order);
    const Dag made = std::get<Dag>(order.with(series.added));
    note(!series.added.empty(), "has an N", 0.05);
    RC_ASSERT(!forbidden_n(made).has_value());
    RC_ASSERT(series.fewest);
    RC_ASSERT(pairs(made) == pairs(order) + series.pairs);
    RC_ASSERT(pairs(made) == fewest_pairs(order));
    RC_ASSERT(is_flat(series.order));
    const Series greedy = series_parallel(order, 0);
    RC_ASSERT(!forbidden_n(std::get<Dag>(order.with(greedy.added))).has_value());
    RC_ASSERT(greedy.pairs >= series.pairs);
    note(greedy.pairs > series.pairs, "more where it is done greedily");
  });
}

// [triage/core]
TEST_CASE("Core ECS from an app is safe, and keeps its order") {
  prop("and ends as the app does, where that ends in one way on one shared state", [] {
    const AppCase t = any_app_case();
    const Setting setting(*t.app, t.order, *model("shared"), 1);
    RC_LOG() << t;
    const Core made = core(setting, Visibility::Shared);
    const Schedule& z = made.program.schedules.front().z;
    RC_ASSERT(static_report(made.program, z).safe_when_shared());
    RC_ASSERT(static_report(core(setting, Visibility::Snapshot).program, z).safe());
    const triage::Plan plan = *setting.plan();
    const Races found =
        races(setting.executions(plan), interferences(plan, setting.accesses, setting.questions), enough);
    note(found.confluent == Answer::Yes, "the app is confluent", 0.2);
    note(!made.for_safety.empty(), "ordered to be safe", 0.1);
    note(!made.concurrent.empty(), "conc", 0.1);
    if (found.confluent != Answer::Yes) return;
    Execution reference(made.program, made.program.schedules.front());
    if (alike(*found.end, end_of(reference)) == Answer::Yes) return;
    // The systems have other numbers in the app, and what they create has other names, by which matches are in order.
    note(true, "it depends on the order of matches");
    RC_ASSERT(match_order(made.program, z, 1, enough, reference.environment()).independent == Answer::No);
  });
}

// [triage/derive]
TEST_CASE("An app from a program has the verdicts of the program") {
  prop("what is confluent step by step on a shared state is so system by system", [] {
    const Case t = *cases({.leaves = 4, .frames = 1});
    const NamedSchedule& main = t.program->schedules.front();
    const app::App app = app_of(*t.program, main);
    for (const StaticPlace& place : static_report(*t.program, main.z).places)
      if (place.s) RC_PRE(place.interferences.empty());  // a conc is done as seq is
    const std::vector<std::size_t> labels = [&] {
      std::vector<std::size_t> all;
      for (std::size_t i = 0; i < t.program->schema.size(); ++i) all.push_back(i);
      return all;
    }();
    for (const app::System& system : app.systems)
      RC_ASSERT(app::undeclared(app.program->terms.at(app.program->systems[*system.body]->name), t.program->schema,
                                labels, system, app.components)
                    .empty());
    const auto again = app::load(app::print(app));
    RC_ASSERT(again.index() == 0U);
    RC_ASSERT(app::print(std::get<0>(again)) == app::print(app));
    Digraph said(app.systems.size());
    for (std::size_t s = 0; s < app.systems.size(); ++s)
      for (const app::Node& node : app.systems[s].configuration.after) said.add(node.position, s);
    const Dag order = std::get<Dag>(Dag::of(std::move(said)));
    const Setting setting(app, order, *model("shared"), 1);
    const triage::Plan plan = *setting.plan();
    const Races found =
        races(setting.executions(plan), interferences(plan, setting.accesses, setting.questions), 3'000);
    Execution reference(*t.program, main);
    RC_PRE(end_of(reference).index() == 0U);
    const SharedVerdict verdict = check_shared(*t.program, main, 20'000, reference);
    note(found.confluent == Answer::No, "not confluent", 0.05);
    note(verdict.confluent == Answer::Yes, "confluent", 0.3);
    if (verdict.confluent == Answer::Yes) RC_ASSERT(found.confluent != Answer::No);
    if (found.confluent == Answer::No) RC_ASSERT(verdict.confluent != Answer::Yes);
    if (verdict.confluent == Answer::Yes && verdict.as_reference == Answer::Yes)
      RC_ASSERT(alike(*found.end, reference.state()) == Answer::Yes);
  });
}

TEST_CASE("What a body detaches is removed by a command, and not declared to be written") {
  const Program program = loaded(R"({ "components": { "A": "int", "B": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a", "B": "b" } } ],
                        "do": [ { "attach": ["A", "e", "b"] }, { "detach": ["B", "e"] } ] } },
    "schedules": { "main": { "conc": "s" } } })");
  const app::App app = triage::app_of(program, program.schedules.front());
  const app::System& s = app.systems.front();
  CHECK(s.queries.front().writes == app::Labels{0});
  CHECK(s.queries.front().reads == app::Labels{1});
  CHECK(s.commands.remove == app::Labels{1});
}

TEST_CASE("The resources of a program are those of its app, and the other way round") {
  const Program program = loaded(R"({ "components": { "Delta": "int", "Pos": "int", "Score": "int" },
    "systems": { "move": { "match": [ { "entity": "e", "incl": { "Pos": "p" } },
                                      { "resource": "time", "incl": { "Delta": "d" } } ],
                           "do": { "attach": ["Pos", "e", { "+": ["p", "d"] }] } },
                 "score": { "match": [ { "entity": "w", "incl": { "Score": "n" } } ],
                            "do": { "attach": ["Score", "w", { "+": ["n", 1] }] } },
                 "reset": { "match": [ { "incl": { "Pos": "_" } } ],
                            "do": { "attach": ["Score", { "entity": "board" }, 0] } } },
    "schedules": { "main": { "then": [ { "conc": "move" }, { "conc": "score" }, { "conc": "reset" } ] } },
    "resources": { "time": { "Delta": 2 }, "board": { "Score": 0 } }, "entities": { "a": { "Pos": 1 } } })");
  const app::App app = triage::app_of(program, program.schedules.front());
  REQUIRE(app.components.size() == 3);
  CHECK(app.components[0].name == "Pos");
  CHECK(app.components[1] == app::Component{"Delta", app::Component::Kind::Resource, Type(Type::Kind::Int)});
  CHECK(app.components[2].kind == app::Component::Kind::Resource);
  CHECK(app.systems[0].queries.size() == 1);
  CHECK(app.systems[0].queries.front().writes == app::Labels{0});
  CHECK(app.systems[0].reads == app::Labels{1});
  CHECK(app.systems[1].queries.empty());
  CHECK(app.systems[1].writes == app::Labels{2});
  CHECK(app.systems[2].queries.front().filter.with == app::Labels{0});
  CHECK(app.systems[2].writes == app::Labels{2});
  CHECK(app.systems[2].commands.empty());

  const auto again = app::load(app::print(app));
  REQUIRE(again.index() == 0U);
  const app::App& same = std::get<0>(again);
  CHECK(app::print(same) == app::print(app));
  REQUIRE(same.program->resources.size() == 2);
  Entities entities;
  const Environment env = by_occurrence(entities);
  const auto end = [&](const Program& of) { return advance(of.start, of.schedules.front().z, env); };
  const auto score = [&](const Program& of) {
    const State c = end(of);
    const auto i = std::find_if(of.schema.begin(), of.schema.end(), [](const auto& K) { return K.name == "Score"; });
    return c[static_cast<coreecs::Label>(i - of.schema.begin())].begin()->second;
  };
  CHECK(score(*same.program) == score(program));

  const triage::Setting setting(same, app::order(same), *triage::model("shared"), 1);
  const triage::Core made = triage::core(setting, triage::Visibility::Shared);
  CHECK(made.program.resources.size() == 2);
  CHECK(loaded(coreecs::print(made.program)).resources.size() == 2);
}

TEST_CASE("A resource of an app is of one entity") {
  const auto refused = [](const char* entities) {
    const auto result = app::load(fmt::format(R"({{ "app": "a", "components": {{ "Pos": "int" }},
      "resources": {{ "Score": "int" }}, "systems": {{ "s": {{ "resources": {{ "writes": ["Score"] }},
        "body": {{ "match": [{{ "entity": "w", "incl": {{ "Score": "n" }} }}],
                  "do": {{ "attach": ["Score", "w", {{ "+": ["n", 1] }}] }} }} }} }}, "entities": {} }})",
                                              entities));
    std::vector<std::string> places;
    if (const auto* problems = std::get_if<1>(&result))
      for (const Problem& problem : *problems) places.push_back(problem.place);
    return places;
  };
  using Places = std::vector<std::string>;
  CHECK(refused(R"({ "world": { "Score": 0 }, "a": { "Pos": 1 } })").empty());
  CHECK(refused(R"({ "world": { "Score": 0 }, "other": { "Score": 0 } })") == Places{"/entities/world"});
  CHECK(refused(R"({ "a": { "Pos": "x" }, "world": { "Score": 0 } })") == Places{"/entities/a/Pos"});
  CHECK(refused(R"({ "world": { "Score": "x" } })") == Places{"/entities/world/Score"});
}
