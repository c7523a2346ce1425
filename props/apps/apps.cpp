// Apps: their JSON form, and what they declare (interp/apps/app).
#include <algorithm>

#include "interp/apps/app/builder.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/app/tasks.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

void check_same(const app::App& one, const app::App& other) {
  RC_ASSERT(one.name == other.name);
  RC_ASSERT(one.about == other.about);
  RC_ASSERT(one.components == other.components);
  RC_ASSERT(one.systems == other.systems);
  RC_ASSERT(one.observers == other.observers);
  RC_ASSERT(one.sets == other.sets);
  RC_ASSERT(one.stages == other.stages);
  RC_ASSERT(one.chains == other.chains);
  RC_ASSERT(one.allow_ambiguous == other.allow_ambiguous);
  RC_ASSERT(one.conflicts == other.conflicts);
  RC_ASSERT(one.insertion_order == other.insertion_order);
  RC_ASSERT(one.change_detection == other.change_detection);
  RC_ASSERT(one.keep_events_until == other.keep_events_until);
}

// What follows from constraints, by another way: a graph whose nodes are the systems, and the sets without systems.

using Closure = std::vector<std::vector<bool>>;

Closure closure_of(const app::App& app, bool with_stages) {
  const std::size_t n = app.systems.size();
  const auto members = app::members(app);
  Closure before(n + members.size(), std::vector<bool>(n + members.size()));
  const auto nodes = [&](const app::Node& node) {
    if (node.kind == app::Node::Kind::System) return std::vector<std::size_t>{node.position};
    return members[node.position].empty() ? std::vector<std::size_t>{n + node.position} : members[node.position];
  };
  const auto say = [&](const app::Node& a, const app::Node& b) {
    for (const std::size_t x : nodes(a))
      for (const std::size_t y : nodes(b)) before[x][y] = true;
  };
  const auto all = [&](const app::Node& node, const app::Configuration& of) {
    for (const app::Node& other : of.before) say(node, other);
    for (const app::Node& other : of.after) say(other, node);
  };
  for (std::size_t k = 0; k < n; ++k) all({app::Node::Kind::System, k}, app.systems[k].configuration);
  for (std::size_t k = 0; k < members.size(); ++k) all({app::Node::Kind::Set, k}, app.sets[k].configuration);
  for (const auto& chain : app.chains)
    for (std::size_t k = 1; k < chain.size(); ++k) say(chain[k - 1], chain[k]);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      if (with_stages && app.systems[a].stage && *app.systems[a].stage < *app.systems[b].stage) before[a][b] = true;
  for (std::size_t y = 0; y < before.size(); ++y)
    for (std::size_t x = 0; x < before.size(); ++x)
      for (std::size_t z = 0; z < before.size(); ++z)
        if (before[x][y] && before[y][z]) before[x][z] = true;
  return before;
}

/// Whether some entity is matched by both queries, and has a component that both access, one of them writing.
bool meet_at_an_entity(const app::Query& one, const app::Query& other, std::size_t components) {
  const auto has = [](const app::Labels& all, std::size_t label) {
    return std::find(all.begin(), all.end(), label) != all.end();
  };
  const auto accesses = [&](const app::Query& q, std::size_t label) {
    return has(q.reads, label) || has(q.writes, label) || has(q.added, label) || has(q.changed, label);
  };
  const auto matches = [&](const app::Query& q, std::size_t entity) {
    for (std::size_t label = 0; label < components; ++label) {
      const bool there = (entity >> label & 1) == 1;
      const bool required = has(q.filter.with, label) || (accesses(q, label) && !has(q.optional, label)) ||
                            has(q.added, label) || has(q.changed, label);
      if ((required && !there) || (has(q.filter.without, label) && there)) return false;
    }
    return true;
  };
  for (std::size_t entity = 0; entity < std::size_t{1} << components; ++entity)
    for (std::size_t label = 0; label < components; ++label)
      if ((entity >> label & 1) == 1 && matches(one, entity) && matches(other, entity) && accesses(one, label) &&
          accesses(other, label) && (has(one.writes, label) || has(other.writes, label)))
        return true;
  return false;
}

/// Without what contradicts itself: a query that looks for what it excludes.
app::App sensible(app::App app) {
  for (app::System& system : app.systems)
    for (app::Query& query : system.queries)
      for (const app::Labels* labels : {&query.reads, &query.writes, &query.filter.with, &query.added, &query.changed})
        for (const std::size_t label : *labels)
          query.filter.without.erase(std::remove(query.filter.without.begin(), query.filter.without.end(), label),
                                     query.filter.without.end());
  return app;
}

}  // namespace

// [app/order]
TEST_CASE("The order of an app is what follows from its constraints") {
  prop("it is their closure, through sets without systems too, and stages", [] {
    app::App app = app::random_app({.most_systems = 8});
    app.insertion_order = app::InsertionOrder::None;
    const Dag order = app::order(app);
    const Closure expected = closure_of(app, true);
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < order.size(); ++a)
      for (std::size_t b = 0; b < order.size(); ++b) {
        RC_ASSERT(order.less(a, b) == expected[a][b]);
        pairs += expected[a][b] ? 1 : 0;
      }
    note(pairs > 0, "with an order", 0.5);
    note(!app.stages.empty(), "with stages", 0.1);
  });
  prop("insertion adds to what is said, for all systems or for those that conflict and are not allowed to be ambiguous",
       [] {
         app::App app = app::random_app({.most_systems = 8});
         app.insertion_order = app::InsertionOrder::None;
         const Dag said = app::order(app);
         const app::Allowances allowances(app);
         for (const app::InsertionOrder insertion : {app::InsertionOrder::Conflicting, app::InsertionOrder::All}) {
           app.insertion_order = insertion;
           const Dag order = app::order(app);
           RC_ASSERT(refines(order, said));
           std::size_t related = 0;
           for (std::size_t a = 0; a < order.size(); ++a)
             for (std::size_t b = a + 1; b < order.size(); ++b) related += order.concurrent(a, b) ? 0 : 1;
           if (insertion == app::InsertionOrder::All)
             RC_ASSERT(related == order.size() * (order.size() - (order.size() > 0)) / 2);
           for (const app::Conflict& one : app::declared_conflicts(app))
             RC_ASSERT(allowances.allows(one) || !order.concurrent(one.a, one.b));
           note(!(order == said), "where insertion says more", 0.2);
         }
       });
}

TEST_CASE("Constraints that go round in a circle are refused where they begin") {
  app::Builder game("game");
  game.set("Empty").before("a");
  game.system("a").in("Physics").before("b");
  game.system("b").before("Empty");
  const auto built = game.build();
  const auto* problems = std::get_if<std::vector<Problem>>(&built);
  REQUIRE(problems);
  REQUIRE(problems->size() == 1);
  CHECK(problems->front().place == "/systems/a/before/0");
}

TEST_CASE("What is inserted earlier comes first, unless something else is said, pair by pair from the nearest one") {
  app::Builder game("game");
  game.insertion_order(app::InsertionOrder::Conflicting);
  game.system("a").writes("X").after("c");
  game.system("b").writes("X").writes("Y");
  game.system("c").writes("Y").writes("X").ambiguous_with("d");
  game.system("d").writes("Y");
  game.system("e").reads("Z");
  const app::App app = std::get<app::App>(game.build());
  const Dag order = app::order(app);
  CHECK(order.reduction() == std::vector<Edge>{{0, 1}, {1, 3}, {2, 0}});
}

// [app/conflict]
TEST_CASE("Two systems conflict where an entity or a resource shows their order") {
  prop("queries conflict exactly where some entity has a component that both access, one of them writing", [] {
    app::App app = sensible(app::random_app());
    app.conflicts.clear();
    std::size_t components = 0;
    for (const app::Component& one : app.components) components += one.kind == app::Component::Kind::Component ? 1 : 0;
    for (app::System& one : app.systems) {
      one.exclusive = false;
      one.reads = one.writes = {};
    }
    const auto meet_at_an_event = [](const app::EventAccess& one, const app::EventAccess& other) {
      return std::any_of(one.sends.begin(), one.sends.end(), [&](std::size_t i) {
        const auto has = [i](const app::Labels& all) { return std::find(all.begin(), all.end(), i) != all.end(); };
        return has(other.sends) || has(other.reads);
      });
    };
    const auto conflicts = app::declared_conflicts(app);
    std::size_t found = 0;
    for (std::size_t a = 0; a < app.systems.size(); ++a)
      for (std::size_t b = a + 1; b < app.systems.size(); ++b) {
        bool meet = meet_at_an_event(app.systems[a].events, app.systems[b].events) ||
                    meet_at_an_event(app.systems[b].events, app.systems[a].events);
        for (const app::Query& one : app.systems[a].queries)
          for (const app::Query& other : app.systems[b].queries)
            meet = meet || meet_at_an_entity(one, other, components);
        const bool declared = found < conflicts.size() && conflicts[found].a == a && conflicts[found].b == b;
        RC_ASSERT(declared == meet);
        found += declared ? 1 : 0;
      }
    RC_ASSERT(found == conflicts.size());
    note(found > 0, "with conflicts", 0.15);
  });
}

TEST_CASE("Resources have no filters, exclusive systems conflict with all, and listed conflicts are as listed") {
  app::Builder game("game");
  game.system("a").reads("X").with("Player").writes_resource("Score");
  game.system("b").writes("X").without("Player").reads_resource("Score");
  game.system("c").exclusive();
  game.system("d").reads_resource("Time");
  game.conflict("d", "a", {"Time"}).conflict("a", "b", {"X"}).conflict("b", "d").allow_ambiguous("Score");
  const app::App app = std::get<app::App>(game.build());
  using Why = app::Conflict::Why;
  CHECK(app.components[2].name == "Score");
  CHECK(app::declared_conflicts(app) == std::vector<app::Conflict>{{0, 1, {0, 2}, Why::Access},
                                                                   {0, 2, {}, Why::Exclusive},
                                                                   {0, 3, {3}, Why::Listed},
                                                                   {1, 2, {}, Why::Exclusive},
                                                                   {1, 3, {}, Why::Listed},
                                                                   {2, 3, {}, Why::Exclusive}});
  const app::Allowances allowances(app);
  CHECK(allowances.allows({0, 1, {2}, Why::Access}));
  CHECK_FALSE(allowances.allows({0, 1, {0, 2}, Why::Access}));
  CHECK_FALSE(allowances.allows({0, 2, {}, Why::Exclusive}));
}

// [app/conflict]
TEST_CASE("A builder says which events systems send and read, and until when these are kept") {
  app::Builder game("game");
  game.event_type("Hit", "\"int\"").component_type("Health", "\"int\"");
  game.system("strike").sends_event("Hit").reads("Health").body(
      R"({ "match": [{ "incl": { "Health": "n" } }], "do": { "new": ["h", { "attach": ["Hit", "h", "n"] }] } })");
  game.system("hurt").reads_event("Hit").sends_event("Died").in("Fixed");
  game.system("mourn").reads_event("Died").run_if("playing");
  game.set("Fixed").repeats(2);
  game.keep_events_until("Fixed");
  const app::App app = std::get<app::App>(game.build());
  CHECK(app.components[1].name == "Hit");
  CHECK(app.components[1].kind == app::Component::Kind::Event);
  CHECK(app.systems[1].events.reads == app::Labels{1});
  CHECK(app.systems[1].events.sends == app::Labels{2});
  CHECK(app.keep_events_until == std::optional<std::size_t>(0));
  using Why = app::Conflict::Why;
  CHECK(app::declared_conflicts(app) == std::vector<app::Conflict>{{0, 1, {1}, Why::Access}, {1, 2, {2}, Why::Access}});
  const std::string printed = app::print(app);
  CHECK(app::print(loaded_app(printed)) == printed);
  CHECK(loaded_app(printed).keep_events_until == app.keep_events_until);
}

// [change/ask]
TEST_CASE("A builder says which changes systems ask about, and since when they see them") {
  app::Builder game("game");
  game.system("show").added("Sprite").changed("Position").reads_removed("Body").with("Visible");
  game.change_detection(app::ChangeDetection::InFrame);
  const app::App app = std::get<app::App>(game.build());
  REQUIRE(app.systems[0].queries.size() == 1);
  CHECK(app.components[app.systems[0].queries[0].added.front()].name == "Sprite");
  CHECK(app.components[app.systems[0].queries[0].changed.front()].name == "Position");
  CHECK(app.components[app.systems[0].removed.front()].name == "Body");
  CHECK(app.change_detection == app::ChangeDetection::InFrame);
}

// [observer/body]
TEST_CASE("A builder says what triggers an observer, and which of them is a hook") {
  app::Builder game("game");
  game.system("shoot").spawns({"Bullet", "Fuel"});
  game.observer("count").on(app::Trigger::On::Added, "Bullet").writes_resource("Fired");
  game.observer("clean")
      .on(app::Trigger::On::Removed, "Bullet")
      .on(app::Trigger::On::Set, "Fuel")
      .hook()
      .removes("Fuel");
  const app::App app = std::get<app::App>(game.build());
  REQUIRE(app.observers.size() == 2);
  using On = app::Trigger::On;
  CHECK(app.observers[0].on == std::vector<app::Trigger>{{On::Added, 0}});
  CHECK(app.observers[0].system.writes == app::Labels{2});
  CHECK_FALSE(app.observers[0].hook);
  CHECK(app.observers[1].on == std::vector<app::Trigger>{{On::Set, 1}, {On::Removed, 0}});
  CHECK(app.observers[1].hook);
  CHECK(app.observers[1].system.commands.remove == app::Labels{1});
  CHECK(app::declared_conflicts(app).empty());  // an engine does not see observers
  const std::string printed = app::print(app);
  CHECK(loaded_app(printed).observers == app.observers);
}

TEST_CASE("Systems may be ambiguous by what is said of them, of their sets, or of all") {
  app::Builder game("game");
  game.set("Ui").ambiguous_with("Audio");
  game.set("Panel").in("Ui");
  game.system("a").in("Panel");
  game.system("b").in("Audio");
  game.system("c").ambiguous_with("a");
  game.system("d").ambiguous_with_all();
  game.system("e");
  const app::App app = std::get<app::App>(game.build());
  const app::Allowances allowances(app);
  std::string pairs;
  for (std::size_t x = 0; x < 5; ++x)
    for (std::size_t y = x + 1; y < 5; ++y)
      if (allowances.allows(x, y)) pairs += app.systems[x].name + app.systems[y].name + " ";
  CHECK(pairs == "ab ac ad bd cd de ");
}

// [app/tasks]
TEST_CASE("Schedulers see an app as tasks") {
  app::Builder game("game");
  game.system("spawn").stage("first").spawns({"X"}).duration(1, 4).thread("audio");
  game.system("move").stage("update").writes("X").thread("main").after("spawn");
  game.system("show").stage("update").reads("X").after("move").ambiguous_with("move");
  game.system("sweep").stage("update").with("Dead").destroys({"Dead"}, {"X"});
  game.system("load").stage("update").exclusive();
  const schedulers::Tasks tasks = app::tasks(std::get<app::App>(game.build()));
  REQUIRE(tasks.size() == 5);
  CHECK(tasks.tasks[0].duration == 3);
  CHECK(tasks.tasks[0].thread == 1);
  CHECK(tasks.tasks[1].thread == 0);
  CHECK(tasks.tasks[1].stage == 1);
  CHECK(tasks.tasks[0].deferred);
  CHECK_FALSE(tasks.tasks[1].deferred);
  CHECK(tasks.order.reduction() == std::vector<Edge>{{1, 2}});
  CHECK(tasks.conflicts[1].test(2));
  CHECK(tasks.allowed[1].test(2));
  CHECK(tasks.conflicts[4].count() == 4);
  CHECK(tasks.tasks[4].exclusive == schedulers::Exclusive::AtStart);
  CHECK(tasks.observers[0].test(1));
  CHECK(tasks.observers[0].test(2));
  CHECK_FALSE(tasks.observers[0].test(3));
  CHECK(tasks.observers[3].none());  // what it destroys has no X
  app::Builder other("other");
  other.system("sweep").with("Dead").destroys({"Dead"});
  other.system("show").reads("X");
  CHECK(app::tasks(std::get<app::App>(other.build())).observers[0].test(1));
}

TEST_CASE("Sets nested 10^5 deep neither overflow the stack nor take long, in a circle or not") {
  constexpr std::size_t depth = 100'000;
  std::string sets;
  for (std::size_t k = 0; k < depth; ++k)
    sets += "\"S" + std::to_string(k) + "\": { \"in\": [\"S" + std::to_string(k + 1) + "\"] }, ";
  const auto loaded = [&](const std::string& last) {
    return app::load(R"({ "app": "deep", "sets": { )" + sets + "\"S" + std::to_string(depth) + "\": " + last +
                     R"( }, "systems": { "s": { "in": ["S0"] } } })");
  };
  const auto deep = loaded("{}");
  REQUIRE(deep.index() == 0);
  CHECK(app::members(std::get<app::App>(deep)).back() == std::vector<std::size_t>{0});
  const auto circle = loaded(R"({ "in": ["S0"] })");
  REQUIRE(circle.index() == 1);
  REQUIRE(std::get<1>(circle).size() == 1);
  CHECK(std::get<1>(circle).front().place == "/sets/S" + std::to_string(depth));
}

TEST_CASE("Apps as documents") {
  prop("loading what is printed gives the same app", [] {
    const app::App app = app::random_app();
    note(app.chains.empty(), "without chains", 0.1);
    note(!app.conflicts.empty(), "with listed conflicts", 0.1);
    note(!app.observers.empty(), "with observers", 0.1);
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
