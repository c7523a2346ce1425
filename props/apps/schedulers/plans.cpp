// Schedulers as models of triage, tasks with the times of an app, and what to write in engines.
#include "interp/apps/triage/plan.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "interp/apps/app/builder.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/tasks.hpp"
#include "interp/apps/schedulers/simulate.hpp"
#include "interp/apps/triage/engines.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/apps/triage/triage.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/apps/kit/tasks.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

app::App built(const app::Builder& game) { return std::get<app::App>(game.build()); }

/// An app of systems a, b, c, ... in this order.
app::App app_with(const Dag& order) {
  app::App app{"ordered"};
  for (std::size_t x = 0; x < order.size(); ++x)
    app.systems.push_back({"game::" + std::string(1, static_cast<char>('a' + x))});
  return app;
}

/// Reads tuples and chains as bevy_ecs does: the edges, and of each part its systems.
class Tuples {
 public:
  Tuples(const std::string& text, std::size_t n) : said(n), text_(text) {}

  std::vector<std::size_t> read() {
    std::vector<std::size_t> all;
    if (text_[at_] != '(') {
      all = {system()};
      while (text_.compare(at_, 7, ".after(") == 0) {
        at_ += 7;
        said.add(system(), all.front());
        ++at_;
      }
      return all;
    }
    std::vector<std::vector<std::size_t>> parts;
    ++at_;
    for (skip(); text_[at_] != ')'; skip()) parts.push_back(read());
    ++at_;
    const bool chained = text_.compare(at_, 8, ".chain()") == 0;
    if (chained) at_ += 8;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      for (const std::size_t x : parts[k])
        for (std::size_t later = k + 1; chained && later < parts.size(); ++later)
          for (const std::size_t y : parts[later]) said.add(x, y);
      all.insert(all.end(), parts[k].begin(), parts[k].end());
    }
    return all;
  }

  Digraph said;

 private:
  std::size_t system() { return static_cast<std::size_t>(text_[at_++] - 'a'); }
  void skip() {
    while (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == ',') ++at_;
  }
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

// [triage/scheduler-plan] [triage/models]
TEST_CASE("Whatever a scheduler does is an execution of its plan, commands included") {
  prop("systems come as they began, and sync points where commands are applied", [] {
    Dice dice = any_dice();
    schedulers::Tasks tasks = any_tasks({});
    for (schedulers::Task& task : tasks.tasks) {
      task.times = 1;
      task.split = false;
      task.duration = 1 + dice.below(6);
    }
    const schedulers::Scheduler& by = schedulers::all_schedulers()[dice.below(schedulers::all_schedulers().size())];
    const std::size_t workers = 2 + dice.below(3);
    const schedulers::Plan plan = by.plan(tasks, workers);
    const triage::Plan executions = triage::plan(tasks, plan, std::vector<bool>(tasks.size()));
    const schedulers::Timeline timeline = schedulers::simulate(schedulers::Machine(tasks, plan, workers));
    for (const schedulers::Timeline::Span& x : timeline.spans)
      for (const schedulers::Timeline::Span& y : timeline.spans)
        if (executions.order.less(plan.jobs[x.job].task, plan.jobs[y.job].task)) RC_ASSERT(x.end <= y.begin);
    const schedulers::Admissible admissible = schedulers::admissible(tasks, plan);
    for (std::size_t x = 0; x < tasks.size(); ++x)
      for (std::size_t z = 0; z < tasks.size(); ++z) {
        bool synced = false;  // a sync point stands between the two, always
        for (std::size_t sync = executions.systems; sync < executions.size(); ++sync)
          synced = synced || (executions.order.less(x, sync) && executions.order.less(sync, z));
        if (admissible.before[x].test(z)) RC_ASSERT(executions.order.less(x, z));
        if (admissible.applied[x].test(z)) RC_ASSERT(synced);
        note(synced && tasks.tasks[x].deferred, "commands are applied before a system");
        for (const schedulers::Timeline::Applied& applied : timeline.applied)
          for (const schedulers::Timeline::Span& y : timeline.spans) {
            const bool has_x = std::find(applied.tasks.begin(), applied.tasks.end(), x) != applied.tasks.end();
            if (synced && has_x && plan.jobs[y.job].task == z) RC_ASSERT(applied.time <= y.begin);
          }
      }
    RC_ASSERT(executions.order.below(executions.size() - 1).count() == executions.size() - 1);
  });
}

namespace {

/// The pass of bevy_ecs that inserts sync points, read line by line: over the edges that are said, node by node.
Dag with_sync_points(const Dag& order, const std::vector<bool>& has_deferred) {
  std::map<std::size_t, std::size_t> distances;
  for (const std::size_t node : order.in_order())
    for (const std::size_t target : order.said().after(node))
      distances[target] = std::max(distances[node] + (has_deferred[node] ? 1 : 0), distances[target]);
  std::size_t most = 0;
  for (const auto& [node, distance] : distances) most = std::max(most, distance);
  const std::size_t end = order.size() + most;
  Digraph all(end + 1);
  for (std::size_t node = 0; node < order.size(); ++node) {
    all.add(node, end);
    for (const std::size_t target : order.said().after(node)) {
      all.add(node, target);
      if (distances[node] == distances[target]) continue;
      all.add(node, order.size() + distances[target] - 1);
      all.add(order.size() + distances[target] - 1, target);
    }
  }
  for (std::size_t sync = order.size(); sync < end; ++sync) all.add(sync, end);
  return std::get<Dag>(Dag::of(std::move(all)));
}

}  // namespace

// [triage/models]
TEST_CASE("Sync points are where bevy_ecs inserts them") {
  prop("between systems of which one has more sync points before it than the other", [] {
    const Dag order = any_dag(7);
    const std::vector<bool> defers = *rc::gen::container<std::vector<bool>>(order.size(), rc::gen::arbitrary<bool>());
    const triage::Plan plan = triage::plan(order, triage::Sync::BetweenOrdered, triage::Applied::AsPerformed, defers,
                                           std::vector<bool>(order.size()));
    const Dag expected = with_sync_points(order, defers);
    note(plan.size() > order.size() + 2, "two sync points and the last one", 0.05);
    RC_ASSERT(plan.size() == expected.size());
    RC_ASSERT(plan.order == expected);
  });
}

namespace {

/// What bevy makes of a, which has commands and comes before c, b and c.
triage::Judgement of_three(const std::string& a, const std::string& b, const std::string& c) {
  const auto loaded =
      app::load(R"({ "app": "three", "components": { "A": "unit", "T": "unit", "Seen": "int" }, "systems": {
    "a": { "queries": [{ "with": ["A"] }], "commands": { "insert": ["T"] }, "before": ["c"],
           "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": )" +
                a + R"( } },
    "b": { )" + b +
                R"( }, "c": { )" + c + R"( } },
    "entities": { "x": { "A": null, "Seen": 0 } } })");
  REQUIRE(loaded.index() == 0);
  const auto& app = std::get<0>(loaded);
  return triage::judge(triage::Setting(app, app::order(app), *triage::model("bevy"), 1), 1'000);
}

const std::string marks = R"("queries": [{ "with": ["A"] }], "commands": { "insert": ["T"] },
  "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["T", "e"] } })";
const std::string sees = R"("queries": [{ "with": ["T"] }, { "writes": ["Seen"] }],
  "body": { "match": [{ "entity": "e", "incl": { "T": "_", "Seen": "_" } }], "do": { "attach": ["Seen", "e", 1] } })";

}  // namespace

// [triage/models]
TEST_CASE("A sync point comes of commands that are declared, whether the body uses them or not") {
  CHECK(of_three("[]", marks, sees).confluent == Answer::No);  // b may come before or after the sync point of a and c
}

// [triage/models]
TEST_CASE("An edge goes through the sync point that there is before its later system anyway") {
  const triage::Judgement judgement =
      of_three(R"({ "attach": ["T", "e"] })", R"("before": ["c"], )" + sees, R"("queries": [{ "with": ["A"] }])");
  CHECK(judgement.on_every_state == Answer::Yes);  // b is before c, and so before what a has deferred is applied
}

TEST_CASE("A constraint is a constraint for every model that can be told") {
  app::Builder game("game");
  game.system("a").writes("X");
  game.system("b").writes("X");
  const app::App app = built(game);
  for (const triage::Model& model : triage::models()) {
    const triage::Setting setting(app, app::order(app), model, 1);
    const std::vector<Edge> constraint = {{1, 0}}, circle = {{1, 0}, {0, 1}};
    CHECK_MESSAGE(setting.plan(constraint)->order.less(1, 0) == (model.name != "bevy-first"), model.name);
    CHECK_FALSE(setting.plan(circle).has_value());
  }
}

// [app/tasks]
TEST_CASE(
    "Durations of tasks: the middle, the least, the most, or drawn between them, in thousandths where they are no "
    "units") {
  app::Builder game("game");
  game.system("a").duration(1, 4);
  game.system("b").duration(2);
  game.system("c");
  const app::App app = built(game);
  using Take = app::Timing::Take;
  const auto times = [&](Take take, std::uint64_t seed = 1) {
    const app::TimedTasks timed = app::timed_tasks(app, {take, seed, {3, 3}, true});
    std::vector<std::uint64_t> all = {timed.ticks_per_unit};
    for (const auto& task : timed.tasks.tasks) {
      CHECK(task.split);
      all.push_back(task.duration);
    }
    return all;
  };
  CHECK(times(Take::Middle) == std::vector<std::uint64_t>{1000, 2500, 2000, 3000});
  CHECK(times(Take::Least) == std::vector<std::uint64_t>{1, 1, 2, 3});
  CHECK(times(Take::Most) == std::vector<std::uint64_t>{1, 4, 2, 3});
  std::set<std::uint64_t> drawn;
  for (std::uint64_t seed = 0; seed < 40; ++seed) drawn.insert(times(Take::Random, seed)[1]);
  CHECK(drawn == std::set<std::uint64_t>{1, 2, 3, 4});
  CHECK(times(Take::Random, 7) == times(Take::Random, 7));
  CHECK(app::longest_time(app, {3, 3}) == 9);
}

// [triage/engine]
TEST_CASE("What is written for an engine says the order of the app, and no more") {
  prop("as bevy_ecs reads tuples, specs its dependencies, and yaks its handles", [] {
    const Dag order = any_dag(8);
    RC_PRE(order.size() > 0);
    const app::App app = app_with(order);
    const std::string bevy = triage::engine("bevy")->constraints(app, order);
    const std::string before = "app.add_systems(Update, ";
    RC_ASSERT(bevy.substr(0, before.size()) == before);
    Tuples tuples(bevy.substr(before.size()), order.size());
    std::vector<std::size_t> all = tuples.read();
    std::sort(all.begin(), all.end());
    RC_ASSERT(all.size() == order.size());
    RC_ASSERT(std::adjacent_find(all.begin(), all.end()) == all.end());
    RC_ASSERT(std::get<Dag>(Dag::of(tuples.said)) == order);
    note(bevy.find(".after(") != std::string::npos, "not series-parallel", 0.05);

    const std::regex depends("(?:with|deps)\\((\\w), .*?\\[(.*)\\]\\)"), name("\"(\\w)\"");
    for (const char* engine : {"specs", "yaks"}) {
      const std::string text = triage::engine(engine)->constraints(app, order);
      Digraph said(order.size());
      for (std::sregex_iterator one(text.begin(), text.end(), depends), end; one != end; ++one) {
        const std::string of = (*one)[2];
        for (std::sregex_iterator dep(of.begin(), of.end(), name), last; dep != last; ++dep)
          said.add(static_cast<std::size_t>((*dep)[1].str()[0] - 'a'),
                   static_cast<std::size_t>((*one)[1].str()[0] - 'a'));
      }
      RC_ASSERT(std::get<Dag>(Dag::of(said)) == order);
    }
    std::vector<std::size_t> called;  // a line for each system
    const std::string calls = triage::engine("entt")->constraints(app, order);
    for (std::size_t at = 0; at < calls.size(); at = calls.find('\n', at) + 1)
      called.push_back(static_cast<std::size_t>(calls[at] - 'a'));
    RC_ASSERT(called.size() == order.size());
    for (std::size_t j = 0; j < called.size(); ++j)
      for (std::size_t k = j + 1; k < called.size(); ++k) RC_ASSERT(!order.less(called[k], called[j]));
  });
}

TEST_CASE("Code for Bevy has the run conditions of systems and sets, and code for others says what it leaves out") {
  const app::App app = loaded_app(R"app({ "app": "conditions",
    "components": { "E": "unit" }, "resources": { "On": "bool", "N": "int", "State": { "enum": ["Menu", "Playing"] } },
    "conditions": { "paused": { "not": { "resource": "On" } } },
    "sets": { "Play": { "run_if": [{ "in_state": ["State", "Playing"] }, { "not": { "resource": "On" } }] },
              "Empty": { "run_if": ["paused"] } },
    "systems": {
      "a": { "in": ["Play"], "before": ["b"] },
      "b": { "in": ["Play"], "run_if": ["paused", "other(1)"] },
      "c": { "run_if": [{ "or": [{ "resource": "N", "is": 3 }, { "on_event": "E" }] }, { "reads": ["E", "N"] }] } } })app");
  const auto written = [&](const char* engine) { return triage::engine(engine)->constraints(app, app::order(app)); };
  CHECK(written("bevy") ==
        "// To write: a run condition condition_1, which reads E, N\n"
        "app.configure_sets(Update, Play.run_if(in_state(State::Playing)).run_if(not(resource_equals(On(true)))));\n"
        "app.add_systems(Update, (\n"
        "  (a.in_set(Play), b.in_set(Play).run_if(paused).run_if(other(1))).chain(),\n"
        "  c.run_if(resource_equals(N(3)).or(on_event::<E>)).run_if(condition_1),\n"
        "));\n");
  CHECK(written("entt") ==
        "// Left out: b runs only if paused\n// Left out: b runs only if other(1)\n"
        "// Left out: c runs only if or(resource(N, 3), on_event(E))\n// Left out: c runs only if reads(E, N)\n"
        "// Left out: a, b run only if in_state(State::Playing)\n// Left out: a, b run only if not(resource(On))\n"
        "a(registry);\nb(registry);\nc(registry);\n");
  for (const char* engine : {"specs", "yaks", "flecs", "unity", "entt-organizer"}) {
    CAPTURE(engine);
    CHECK(written(engine).find("// Left out: b runs only if paused\n") == 0);
  }
}

TEST_CASE("What is written for each engine") {
  app::Builder game("game");
  game.system("game::a").run_if("playing");
  game.system("game::b").after("game::a");
  game.system("game::c").after("game::a").exclusive();
  const app::App app = built(game);
  const auto written = [&](const char* engine) { return triage::engine(engine)->constraints(app, app::order(app)); };
  CHECK(written("bevy") == "app.add_systems(Update, (a.run_if(playing), (b, c)).chain());\n");
  const std::string left_out = "// Left out: a runs only if playing\n";
  CHECK(written("specs") == left_out +
                                "DispatcherBuilder::new()\n    .with(a, \"a\", &[])\n    .with(b, \"b\", &[\"a\"])\n"
                                "    .with(c, \"c\", &[\"a\"])\n    .build()\n");
  CHECK(written("yaks") ==
        left_out +
            "Executor::builder()\n    .system_with_handle(a, \"a\")\n    .system_with_deps(b, vec![\"a\"])\n"
            "    .system_with_deps(c, vec![\"a\"])\n    .build()\n");
  CHECK(written("flecs") ==
        left_out +
            "world.system(\"a\").kind(flecs::OnUpdate).run(a);\nworld.system(\"b\").kind(flecs::OnUpdate).run(b);\n"
            "world.system(\"c\").kind(flecs::OnUpdate).immediate().run(c);\n");
  CHECK(written("unity") == left_out +
                                "public partial struct a : ISystem { /* ... */ }\n[UpdateAfter(typeof(a))]\n"
                                "public partial struct b : ISystem { /* ... */ }\n[UpdateAfter(typeof(a))]\n"
                                "public partial struct c : ISystem { /* ... */ }\n");
  CHECK(written("entt") == left_out + "a(registry);\nb(registry);\nc(registry);\n");
  CHECK(written("entt-organizer") ==
        left_out +
            "struct after_a {};\nentt::organizer organizer;\norganizer.emplace<&a, after_a>(\"a\");\n"
            "organizer.emplace<&b, const after_a>(\"b\");\norganizer.emplace<&c, const after_a>(\"c\");\n");
  const Dag wide(45);
  app::App many{"many"};
  for (std::size_t k = 0; k < 45; ++k) many.systems.push_back({"s" + std::to_string(k)});
  const std::string tuples = triage::engine("bevy")->constraints(many, wide);
  CHECK(std::count(tuples.begin(), tuples.end(), '(') == 5);  // 20, 20 and 5 of them, in one
}

// [triage/engine]
TEST_CASE("A further use of a function is written as a further use, not as another function") {
  app::Builder game("game");
  game.system("game::doom").before("game::heal");
  game.system("game::doom #2").before("game::heal").before("game::load<game::A>");
  game.system("game::heal");
  game.system("game::load<game::A>");
  const app::App app = built(game);
  const auto written = [&](const char* engine) { return triage::engine(engine)->constraints(app, app::order(app)); };
  CHECK(written("bevy") ==
        "#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]\nstruct Use(&'static str, usize);\n"
        "app.add_systems(Update, (\n  doom.in_set(Use(\"doom\", 1)),\n  doom.in_set(Use(\"doom\", 2)),\n"
        "  heal.after(Use(\"doom\", 1)).after(Use(\"doom\", 2)),\n  load::<game::A>.after(Use(\"doom\", 2)),\n));\n");
  CHECK(written("specs") ==
        "DispatcherBuilder::new()\n    .with(doom, \"doom\", &[])\n    .with(doom, \"doom #2\", &[])\n"
        "    .with(heal, \"heal\", &[\"doom\", \"doom #2\"])\n"
        "    .with(load<game::A>, \"load<game::A>\", &[\"doom #2\"])\n    .build()\n");
  CHECK(written("entt") == "doom(registry);\ndoom(registry);\nheal(registry);\nload<game::A>(registry);\n");
  CHECK(written("unity").find("public partial struct doom_2 : ISystem { /* as doom */ }") != std::string::npos);
}
