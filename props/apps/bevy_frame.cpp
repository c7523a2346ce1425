// Several schedules of Bevy in one import, and its events (interp/apps/importer).
#include <map>
#include <set>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/importer/import.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

using importer::From;
using importer::Imported;

/// An import, which can be printed and read again.
Imported framed(const std::string& text, From from) {
  CHECK(importer::guess(text) == from);
  auto read = importer::import(text, from, "framed");
  const Problem* problem = std::get_if<Problem>(&read);
  const std::string said = problem ? show("text", *problem) : std::string();
  REQUIRE_MESSAGE(!problem, said);
  Imported out = std::get<Imported>(std::move(read));
  CHECK(std::holds_alternative<app::App>(app::load(app::print(out.app))));
  return out;
}
std::string framed_at(const std::string& text, From from) {
  const auto read = importer::import(text, from, "framed");
  const Problem* problem = std::get_if<Problem>(&read);
  if (!problem) return "read";
  return problem->place +
         (problem->at ? " " + std::to_string(problem->at->line) + ":" + std::to_string(problem->at->column) : "");
}

/// A report of a pair of this schedule.
std::string reported(const std::string& schedule, const std::string& pair, const std::string& on = "World") {
  return schedule +
         " schedule built successfully, however: 1 pairs of systems with conflicting data access have indeterminate "
         "execution order.\n -- " +
         pair + "\n conflict on: " + on + "\n";
}
/// An answer with these systems, each with this access.
std::string answered(const std::string& schedule, const std::vector<std::string>& systems,
                     const std::string& more = R"("system_sets": [], "hierarchy": [], "dependency": [])") {
  std::string all;
  for (const std::string& one : systems)
    all += std::string(all.empty() ? "" : ", ") + R"({ "name": ")" + one +
           R"(", "apply_deferred": false, "exclusive": )" +
           (one.find("run_fixed") == std::string::npos ? "false" : "true") +
           R"(, "deferred": false, "filtered_accesses": [] })";
  return R"({ "result": { "schedule_data": { "name": ")" + schedule + R"(", "systems": [)" + all + "], " + more +
         R"(, "components": [], "conflicts": [] } } })";
}

using Orders = std::set<std::pair<std::string, std::string>>;
Orders orders(const app::App& app) {
  const Dag order = app::order(app);
  Orders out;
  for (std::size_t a = 0; a < app.systems.size(); ++a)
    for (std::size_t b = 0; b < app.systems.size(); ++b)
      if (order.less(a, b)) out.emplace(app.systems[a].name, app.systems[b].name);
  return out;
}
using Sets = std::map<std::string, std::set<std::string>>;
Sets members_by_name(const app::App& app) {
  Sets out;
  const auto members = app::members(app);
  for (std::size_t k = 0; k < members.size(); ++k)
    for (const std::size_t system : members[k]) out[app.sets[k].name].insert(app.systems[system].name);
  return out;
}
std::vector<std::size_t> lines(const Imported& all) {
  std::vector<std::size_t> out;
  for (const importer::Warning& one : all.warnings) out.push_back(one.at.line);
  return out;
}

}  // namespace

// [app/import]
TEST_CASE("Reports of several schedules are one app, in the order of Bevy's frame") {
  const Imported all = framed(reported("Last", "z and z") + reported("Update", "a (in set S) and b") +
                                  reported("Startup", "load and spawn") + reported("First", "t and a (in set S)") +
                                  reported("Update", "a (in set S) and c"),
                              From::BevyAmbiguities);
  CHECK(members_by_name(all.app) == Sets{{"First", {"t", "a #2"}},
                                         {"Update", {"a", "b", "c"}},
                                         {"Last", {"z", "z #2"}},
                                         {"S", {"a"}},
                                         {"S #2", {"a #2"}}});
  Orders expected;
  for (const char* first : {"t", "a #2"})
    for (const char* later : {"a", "b", "c", "z", "z #2"}) expected.emplace(first, later);
  for (const char* update : {"a", "b", "c"})
    for (const char* last : {"z", "z #2"}) expected.emplace(update, last);
  CHECK(orders(all.app) == expected);
  CHECK(all.app.about == "the schedules First, Update and Last, as Bevy reports their ambiguities");
  CHECK(lines(all) == std::vector<std::size_t>{2, 4, 7, 13});
  CHECK(app::Blocks(all.app).empty());
}

// [app/import]
TEST_CASE("A schedule of fixed steps is a block before Update, and several are one") {
  const Imported one =
      framed(reported("Update", "a and b") + reported("FixedUpdate", "f and g"), From::BevyAmbiguities);
  const app::Blocks blocks(one.app);
  REQUIRE(blocks.all().size() == 1);
  const app::Set& block = one.app.sets[blocks.all()[0].set];
  CHECK(block.name == "FixedUpdate");
  CHECK(block.repeat->least == 0);
  CHECK(block.repeat->most == 2);
  CHECK(orders(one.app) == Orders{{"f", "a"}, {"f", "b"}, {"g", "a"}, {"g", "b"}});
  const Imported several = framed(reported("FixedLast", "y and z") + reported("FixedUpdate", "f and g") +
                                      reported("PostUpdate", "a and b") + reported("PreUpdate", "p and q"),
                                  From::BevyAmbiguities);
  CHECK(members_by_name(several.app)["FixedMain"] == std::set<std::string>{"f", "g", "y", "z"});
  REQUIRE(app::Blocks(several.app).all().size() == 1);
  const Orders order = orders(several.app);
  CHECK(order.size() == 2 * 6 + 2 * 4 + 2 * 2);
  for (const auto& [before, after] : Orders{{"p", "f"}, {"f", "y"}, {"y", "a"}})
    CHECK(order.count({before, after}) == 1);
  const Imported alone = framed(reported("FixedUpdate", "f and g"), From::BevyAmbiguities);
  CHECK(app::Blocks(alone.app).empty());
  CHECK(alone.warnings.empty());
}

TEST_CASE("Schedules that are not in a frame are not ordered with others") {
  const Imported none = framed(reported("Startup", "a and b") + reported("Physics", "a and c"), From::BevyAmbiguities);
  CHECK(none.app.systems.size() == 4);
  CHECK(orders(none.app).empty());
  CHECK(lines(none) == std::vector<std::size_t>{4});
  const Imported one =
      framed(reported("Startup", "a and b") + reported("FixedUpdate", "f and g"), From::BevyAmbiguities);
  CHECK(one.app.systems.size() == 2);
  CHECK(app::Blocks(one.app).empty());
  CHECK(one.app.about == "the schedule FixedUpdate, as Bevy reports its ambiguities");
  CHECK(lines(one) == std::vector<std::size_t>{1});
}

// [app/import]
TEST_CASE("Answers of several schedules are one app, in a list or one after another") {
  const std::string sets =
      R"("system_sets": [{ "name": "Move", "conditions": [] }], "hierarchy": [[0, { "System": 0 }]],
    "dependency": [[{ "SystemSet": 0 }, { "System": 1 }]])";
  const std::string update = answered("Update", {"g::move", "g::draw"}, sets),
                    fixed = answered("FixedUpdate", {"g::move", "g::collide"}, sets),
                    startup = answered("OnEnter(Menu)", {"g::load"});
  for (const std::string& text : {update + fixed + startup, update + "\n" + fixed + "\n\n" + startup + "\n",
                                  "[" + update + "," + fixed + ",\n" + startup + "]"}) {
    const Imported all = framed(text, From::BevyRemote);
    CHECK(members_by_name(all.app) == Sets{{"FixedUpdate", {"g::collide", "g::move #2"}},
                                           {"Update", {"g::draw", "g::move"}},
                                           {"Move", {"g::move"}},
                                           {"Move #2", {"g::move #2"}}});
    CHECK(orders(all.app) == Orders{{"g::move", "g::draw"},
                                    {"g::move #2", "g::collide"},
                                    {"g::move #2", "g::move"},
                                    {"g::move #2", "g::draw"},
                                    {"g::collide", "g::move"},
                                    {"g::collide", "g::draw"}});
    CHECK(all.warnings.size() == 2);
    CHECK_FALSE(all.app.keep_events_until);
  }
  CHECK(framed_at(update + "\n" + update, From::BevyRemote) == "/result/schedule_data/name 3:34");
  CHECK(framed_at(update + "\n {\"result\": 7 ]}", From::BevyRemote) == "3:15");
  CHECK(framed_at("[]", From::BevyRemote) == "");
}

TEST_CASE("The system that runs fixed steps stands for their block") {
  const std::string loop = answered(
      "RunFixedMainLoop", {"g::before", "bevy_time::fixed::run_fixed_main_schedule", "g::after"},
      R"("system_sets": [], "hierarchy": [], "dependency": [[{ "System": 0 }, { "System": 1 }], [{ "System": 1 }, { "System": 2 }]])");
  const Imported all =
      framed(answered("FixedUpdate", {"g::f"}) + loop + answered("Update", {"g::u"}), From::BevyRemote);
  CHECK(all.app.systems.size() == 4);
  CHECK(orders(all.app) == Orders{{"g::before", "g::f"},
                                  {"g::f", "g::after"},
                                  {"g::before", "g::after"},
                                  {"g::before", "g::u"},
                                  {"g::f", "g::u"},
                                  {"g::after", "g::u"}});
  const Imported alone = framed(loop, From::BevyRemote);
  CHECK(alone.app.systems.size() == 3);
}

// [app/import]
TEST_CASE("The resource of an event is the event, by the path that each version of Bevy gives it") {
  const auto kind = [](const std::string& on) {
    const Imported all = framed(reported("Update", "a and b", "[\"" + on + "\"]"), From::BevyAmbiguities);
    REQUIRE(all.app.components.size() == 1);
    REQUIRE(all.app.conflicts.size() == 1);
    CHECK(all.app.conflicts[0].on == app::Labels{0});
    return std::pair(all.app.components[0].kind, all.app.components[0].name);
  };
  using Kind = app::Component::Kind;
  for (const char* path : {"bevy_app::event::Events", "bevy_ecs::event::Events", "bevy_ecs::event::collections::Events",
                           "bevy_ecs::message::messages::Messages"})
    CHECK(kind(path + std::string("<g::Hit<g::A>>")) == std::pair(Kind::Event, std::string("g::Hit<g::A>")));
  for (const char* other : {"Events<g::Hit>", "g::Events<g::Hit>", "bevy_ecs::event::Events<>",
                            "bevy_ecs::event::EventRegistry", "bevy_state::state::State<g::Menu>"})
    CHECK(kind(other) == std::pair(Kind::Component, std::string(other)));
  const std::string hits = "bevy_ecs::event::Events<g::Hit>";
  const Imported both =
      framed(reported("Update", "a and b", "[\"" + hits + "\", \"g::Hit\", \"bevy_ecs::event::Events<g::Died>\"]"),
             From::BevyAmbiguities);
  std::map<std::string, Kind> kinds;
  for (const app::Component& one : both.app.components) kinds.emplace(one.name, one.kind);
  CHECK(kinds ==
        std::map<std::string, Kind>{{hits, Kind::Event}, {"g::Hit", Kind::Component}, {"g::Died", Kind::Event}});
}

// [app/import]
TEST_CASE("A system that writes the resource of an event sends it, and the conflicts are those of the resource") {
  const auto access = [](const std::string& reads, const std::string& writes) {
    return R"({ "access": { "reads": [)" + reads + R"(], "writes": [)" + writes +
           R"(], "reads_inverted": false, "writes_inverted": false, "archetypal": [] }, "filter_sets": [{ "with": [0, 1], "without": [] }] })";
  };
  const auto system = [&](const std::string& name, const std::string& all) {
    return R"({ "name": ")" + name +
           R"(", "apply_deferred": false, "exclusive": false, "deferred": false, "filtered_accesses": [)" + all + "] }";
  };
  const auto answer = [&](const std::string& label, const std::string& schedule) {
    return R"({ "schedule_data": { "name": ")" + schedule + R"(", "systems": [)" + system("write", access("1", "1")) +
           ", " + system("other", access("", "1")) + ", " + system("read", access("1", "")) + ", " +
           system("look", access("1", "")) +
           R"(], "system_sets": [], "hierarchy": [], "dependency": [], "conflicts": [],
      "components": [{ "name": "IsResource", "required": [] }, { "name": ")" +
           label + R"(", "required": [0] }] } })";
  };
  const std::string path = "bevy_ecs::message::messages::Messages<g::Hit>";
  const app::App events = framed(answer(path, "Update"), From::BevyRemote).app;
  const app::App resource = framed(answer("g::Hits", "Update"), From::BevyRemote).app;
  CHECK(events.components == std::vector<app::Component>{{"g::Hit", app::Component::Kind::Event}});
  for (const std::size_t sender : {0, 1}) CHECK(events.systems[sender].events == app::EventAccess{{}, {0}});
  for (const std::size_t reader : {2, 3}) CHECK(events.systems[reader].events == app::EventAccess{{0}, {}});
  for (const app::System& one : events.systems) CHECK((one.reads.empty() && one.writes.empty() && one.queries.empty()));
  CHECK(app::declared_conflicts(events) == app::declared_conflicts(resource));
  CHECK(app::declared_conflicts(events).size() == 5);
  CHECK_FALSE(events.keep_events_until);
  const app::App fixed = framed(answer(path, "Update") + answer(path, "FixedUpdate"), From::BevyRemote).app;
  REQUIRE(fixed.keep_events_until);
  CHECK(fixed.sets[*fixed.keep_events_until].name == "FixedUpdate");
}

TEST_CASE("A file of 20 000 answers is read in linear time") {
  std::string all = "[";
  for (std::size_t k = 0; k < 20'000; ++k)
    all += std::string(k == 0 ? "" : ",\n") + answered("S" + std::to_string(k), {"s"});
  CHECK(framed(all + "]", From::BevyRemote).warnings.size() == 19'999);
}

}  // namespace coreecs
