// Apps from what engines write (interp/apps/importer).
#include "interp/apps/importer/import.hpp"

#include <map>
#include <set>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/importer/dot.hpp"
#include "interp/apps/importer/unreadable.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/dump.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

using importer::From;
using importer::Imported;

Imported imported(std::string_view text, From from) {
  auto read = importer::import(text, from, "imported");
  const Problem* problem = std::get_if<Problem>(&read);
  const std::string said = problem ? show("text", *problem) + "\n" + std::string(text) : std::string();
  REQUIRE_MESSAGE(!problem, said);
  return std::get<Imported>(std::move(read));
}

/// Where a text cannot be read, as "3:7"; "read" where it can. What is said of it is in the goldens of documents.
std::string refused(std::string_view text, From from) {
  const auto read = importer::import(text, from, "imported");
  const Problem* problem = std::get_if<Problem>(&read);
  return problem ? problem->place : "read";
}

/// Where something is left out or taken for something else.
std::vector<TextPosition> warnings(const Imported& all) {
  std::vector<TextPosition> out;
  for (const importer::Warning& one : all.warnings) out.push_back(one.at);
  return out;
}
using Places = std::vector<TextPosition>;

using NameSet = std::set<std::string>;

NameSet names(const app::App& app, const app::Labels& labels) {
  NameSet out;
  for (const std::size_t label : labels) out.insert(app.components[label].name);
  return out;
}

/// What a dump tells of an app, by names.
struct Told {
  NameSet systems;
  std::map<std::string, NameSet> sets;
  std::set<std::pair<std::string, std::string>> order;
  std::map<NameSet, NameSet> ambiguities;

  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const app::App& app) {
  Told out;
  const auto name = [&](std::size_t k) { return app.systems[k].name; };
  for (const app::System& one : app.systems) out.systems.insert(one.name);
  const auto members = app::members(app);
  for (std::size_t k = 0; k < members.size(); ++k) {
    NameSet& all = out.sets[app.sets[k].name];
    for (const std::size_t system : members[k]) all.insert(name(system));
  }
  const Dag order = app::order(app);
  const app::Allowances allowances(app);
  for (std::size_t a = 0; a < app.systems.size(); ++a)
    for (std::size_t b = 0; b < app.systems.size(); ++b)
      if (order.less(a, b)) out.order.emplace(name(a), name(b));
  for (const app::Conflict& one : app::declared_conflicts(app))
    if (order.concurrent(one.a, one.b) && !allowances.allows(one))
      out.ambiguities[{name(one.a), name(one.b)}] = names(app, one.on);
  return out;
}

}  // namespace

// [app/import]
TEST_CASE("An app is what its dump tells") {
  prop("a dump of an app, imported, has its systems, sets, order and ambiguities", [] {
    const app::App app = app::random_app({.most_systems = 8, .only_constraints = true});
    RC_PRE(!app.systems.empty());
    const auto keys = *rc::gen::element(app::DumpKeys::Plain, app::DumpKeys::Versioned);
    const std::string dump = app::bevy_dump(app, keys);
    const Imported again = imported(dump, From::BevyDot);
    RC_LOG(dump);
    const Told expected = told(app);
    note(!expected.order.empty(), "with an order", 0.4);
    note(!expected.ambiguities.empty(), "with ambiguities", 0.2);
    note(app.sets.size() > 1, "with several sets", 0.2);
    RC_ASSERT(warnings(again).empty());
    RC_ASSERT(told(again.app) == expected);
    RC_ASSERT(std::holds_alternative<app::App>(app::load(app::print(again.app))));
    RC_ASSERT(importer::guess(dump) == From::BevyDot);
  });
}

TEST_CASE("A dump of 300 systems is imported, with each of 40 500 pairs that it draws") {
  app::App app{"many"};
  app.components = {{"C"}};
  for (std::size_t k = 0; k < 300; ++k) {
    app::System one{"game::s" + std::to_string(k)};
    one.queries.push_back({{}, {0}, {}, {}});
    if (k >= 10) one.configuration.after.push_back({app::Node::Kind::System, k - 10});
    app.systems.push_back(std::move(one));
  }
  const Imported again = imported(app::bevy_dump(app, app::DumpKeys::Versioned), From::BevyDot);
  CHECK(again.app.systems.size() == 300);
  CHECK(again.app.conflicts.size() == 10 * 9 / 2 * 30 * 30);
}

// [app/import]
TEST_CASE("The components of a dump have the names of their types, whatever markup escapes of them") {
  app::App app{"generic"};
  app.components = {{"game::Handle<Mesh, &str>"}, {"game::Named<\"x\">"}};
  for (const std::string name : {"game::load", "game::store"}) {
    app::System one{name};
    one.queries.push_back({{}, {0, 1}, {}, {}});
    app.systems.push_back(std::move(one));
  }
  REQUIRE(told(app).ambiguities.size() == 1);
  CHECK(told(imported(app::bevy_dump(app, app::DumpKeys::Plain), From::BevyDot).app) == told(app));
}

TEST_CASE("DOT is read as a whole: comments, ports, chains, subgraphs as ends, defaults, joined texts, markup") {
  const importer::Dot dot = importer::read_dot(R"(/* of tests */ strict digraph "a \"graph\"" {
# by nobody
    node [shape=box, color = red;]; edge [w=1]
    a:n -> b -> { c; d } [label=<<b>x &lt; y</b>>];  // two pairs
    subgraph cluster_s { label = "one" + " two"; node [color=blue] e [tooltip="p"]; -.5 }
    SUBGRAPH { a }
    é_1
  })");
  CHECK(dot.subgraphs[0].name == "a \"graph\"");
  REQUIRE(dot.nodes.size() == 7);
  CHECK(dot.nodes[4].id == "e");
  CHECK(dot.nodes[4].attributes.at("color").text == "blue");
  CHECK(dot.nodes[4].attributes.at("shape").text == "box");
  CHECK(dot.nodes[5].id == "-.5");
  CHECK(dot.nodes[6].id == "é_1");
  CHECK(dot.nodes[6].attributes.at("color").text == "red");
  REQUIRE(dot.edges.size() == 3);
  CHECK(dot.edges[2].from == 1);
  CHECK(dot.edges[2].to == 3);
  CHECK(dot.edges[2].attributes.at("label").html);
  CHECK(dot.edges[2].attributes.at("label").text == "<b>x &lt; y</b>");
  CHECK(dot.edges[2].attributes.at("w").text == "1");
  CHECK(dot.edges[2].at == TextPosition{4, 14});
  REQUIRE(dot.subgraphs.size() == 4);
  CHECK(dot.subgraphs[2].name == "cluster_s");
  CHECK(dot.subgraphs[2].attributes.at("label").text == "one two");
  CHECK(dot.nodes[4].stated_in == 2);
}

TEST_CASE("DOT that is none is refused where it stops to be one") {
  CHECK(refused("digraph {\n  a -> \n}", From::BevyDot) == "3:1");
  CHECK(refused("digraph {\n  a -- b }", From::BevyDot) == "2:5");
  CHECK(refused("digraph {\n  \"a", From::BevyDot) == "2:3");
  CHECK(refused("digraph {\n  a [label=<<b>] }", From::BevyDot) == "2:12");
  CHECK(refused("digraph { a", From::BevyDot) == "1:12");
  CHECK(refused("digraph { a ? }", From::BevyDot) == "1:13");
  CHECK(refused("{}", From::BevyDot) == "1:1");
  CHECK(refused("digraph { /* }", From::BevyDot) == "1:11");
  CHECK(refused("digraph { a }\ndigraph { b }", From::BevyDot) == "2:1");
  std::string deep = "digraph ";
  for (int k = 0; k < 300; ++k) deep += "{";
  CHECK(refused(deep, From::BevyDot) == "1:266");
  CHECK(refused("digraph { a [x]; b [x]; a -> b; b -> a }", From::BevyDot) == "");
}

TEST_CASE("What a dump has that an app cannot say is named") {
  const Imported all = imported(R"dot(digraph "" {
  "node_System(0)" ["label"="a", "tooltip"="game::a"]
  "node_System(1)" ["label"="a", "tooltip"="game::a"]
  "node_Set(5)" ["label"="Input", "tooltip"="Input"]
  subgraph "clusternode_Set(6)" { "label"="Physics"; "set_marker_node_Set(6)" ["style"="invis"] }
  "node_System(0)" -> "<missing> b" ["tooltip"="x"]
  "<missing> b" -> "node_System(1)"
  "node_System(0)" -> "node_System(1)" ["dir"="none"]
  "node_System(0)" -> "set_marker_node_Set(6)" ["dir"="none", "label"="World"]
  "node_System(0)" -> "node_Set(5)" ["dir"="both"]
  lost ["style"="invis"]
})dot",
                                From::BevyDot);
  CHECK(warnings(all) == Places{{4, 3}, {6, 23}, {8, 20}, {9, 20}, {10, 20}, {11, 3}});
  const Told found = told(all.app);
  CHECK(found.systems == NameSet{"game::a", "game::a #2", "Input"});
  CHECK(found.order == std::set<std::pair<std::string, std::string>>{{"game::a", "game::a #2"}, {"game::a", "Input"}});
}

TEST_CASE("Bevy's report of ambiguities") {
  const Imported all = imported(R"log(   Compiling arcade v0.1.0
    Finished dev
WARN bevy_ecs::schedule::schedule: Schedule Update has ambiguities.
4 pairs of systems with conflicting data access have indeterminate execution order. Consider adding `before`, `after`, or `ambiguous_with` relationships between these:
 -- game::move (in set Physics) and game::draw<(A, B)> (in sets (Late, Named("a, and b")))
    conflict on: ["game::Position", "game::Pair<game::A, game::B>"]
 -- game::move (in set Physics) and game::load
    conflict on: bevy_ecs::world::World
 -- game::draw<(A, B)> (in sets (Late, Named("a, and b"))) and game::load
    conflict on: [game::Score]
)log",
                                From::BevyAmbiguities);
  CHECK(warnings(all) == Places{{1, 1}, {4, 1}});
  const Told found = told(all.app);
  CHECK(found.systems == NameSet{"game::move", "game::draw<(A, B)>", "game::load"});
  CHECK(found.sets == std::map<std::string, NameSet>{{"Physics", {"game::move"}},
                                                     {"Late", {"game::draw<(A, B)>"}},
                                                     {"Named(\"a, and b\")", {"game::draw<(A, B)>"}}});
  CHECK(found.ambiguities == std::map<NameSet, NameSet>{{{"game::move", "game::draw<(A, B)>"},
                                                         {"game::Position", "game::Pair<game::A, game::B>"}},
                                                        {{"game::move", "game::load"}, {}},
                                                        {{"game::draw<(A, B)>", "game::load"}, {"game::Score"}}});
  CHECK(refused("nothing\n", From::BevyAmbiguities) == "1:1");
}

TEST_CASE("A table of systems") {
  const Imported all = imported(
      "system,reads,Writes,without,resource_reads,resource "
      "writes,sets,after,stage,duration,exclusive,destroy,colour\r\n"
      "game::move,Velocity,Position,Frozen,Time,,physics,,update,2..3,,,red\r\n"
      "game::move,,Trail,,,,,,,,,,\r\n"
      "\"game::draw\",\"Position; Trail\",,,,Screen,,physics,last,1.5,no,Trail,\r\n",
      From::Csv);
  CHECK(warnings(all) == Places{{1, 104}});
  REQUIRE(all.app.systems.size() == 2);
  CHECK(all.app.systems[0].queries.size() == 2);
  CHECK(all.app.systems[0].duration == app::Duration{2, 3});
  CHECK(names(all.app, all.app.systems[0].queries[0].filter.without) == NameSet{"Frozen"});
  CHECK(names(all.app, all.app.systems[0].reads) == NameSet{"Time"});
  CHECK(names(all.app, all.app.systems[1].commands.destroy.at(0).with) == NameSet{"Trail"});
  CHECK(told(all.app).order == std::set<std::pair<std::string, std::string>>{{"game::move", "game::draw"}});
  CHECK(refused("system,reads\n\"a\"b,C\n", From::Csv) == "2:4");
  CHECK(refused("system;after\na;b\n", From::Csv) == "2:3");
  CHECK(refused("system,duration\na,soon\n", From::Csv) == "2:3");
  CHECK(refused("name\na\n", From::Csv) == "1:1");
}

TEST_CASE("The pipeline that Flecs logs") {
  const Imported all = imported(
      "info: started\n"
      "info: pipeline rebuild\n"
      "info: | schedule: threading: 0, staging: 1:\n"
      "info: | | system game.Old\n"
      "info: | | merge\n"
      "\x1b[32minfo\x1b[0m: pipeline rebuild\n"
      "\x1b[32minfo\x1b[0m: | \x1b[32mschedule\x1b[0m: threading: 0, staging: 1:\n"
      "info: | | system game.Input (reads keys)\n"
      "info: | | merge\n"
      "info: | schedule: threading: 1, staging: 0:\n"
      "info: | | system game.Move\n"
      "info: | | system game.Draw\n"
      "info: | | merge\n"
      "info: | | system game.Sound\n"
      "info: | | merge\n",
      From::Flecs);
  CHECK(warnings(all) == Places{{2, 1}});
  REQUIRE(all.app.systems.size() == 4);
  CHECK(all.app.systems[0].name == "game.Input");
  CHECK(all.app.systems[0].thread == "main");
  CHECK_FALSE(all.app.systems[0].exclusive);
  CHECK(all.app.systems[1].exclusive);
  CHECK_FALSE(all.app.systems[1].thread);
  CHECK(all.app.systems[2].stage == 1);
  CHECK(all.app.systems[3].stage == 2);
  CHECK(all.app.stages == std::vector<std::string>{"block 1", "block 2", "block 3"});
  CHECK(told(all.app).order.size() == 6);
}

namespace {

std::size_t below(std::size_t n) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, n)); }
std::string one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }
/// So many of these at most, one after the other.
std::string some_of(const std::vector<std::string>& all, std::size_t most) {
  std::string out;
  for (std::size_t k = below(most + 1); k > 0; --k) out += one_of(all);
  return out;
}

/// A table, and often one that contradicts itself.
std::string any_table() {
  std::string out = "system";
  const std::size_t columns = below(7);
  for (std::size_t k = 0; k < columns; ++k)
    out += "," +
           one_of({"reads",  "writes", "optional", "with",           "without",   "resource_reads", "resource_writes",
                   "insert", "remove", "spawn",    "destroy",        "exclusive", "thread",         "stage",
                   "sets",   "before", "after",    "ambiguous_with", "run_if",    "duration"});
  out += "\n";
  for (std::size_t rows = below(5); rows > 0; --rows) {
    out += one_of({"a", "b", "S", "game::c"});
    for (std::size_t k = 0; k < columns; ++k)
      out += "," + one_of({"", "", "A", "B", "A B", "A A", "a", "b", "S", "all", "true", "1", "2..3", "\xC3\xA9",
                           "\"q\"\"\""});
    out += "\n";
  }
  return out;
}

std::string any_graph() {
  return "digraph {" +
         some_of(
             {"a;", "b;", "a [tooltip=\"game::a\"];", "b [label=\"game::a\"];", "a -> b;", "b -> c;",
              "a -> a [dir=none];", "a -> b [dir=none, label=World];", "b -> a [dir=none, label=\"A\\nB\"];",
              "a -> S [dir=none];", "subgraph cluster_S { label=\"S\"; S [style=invis]; a; }",
              "subgraph cluster_T { label=\"game::a\"; T [style=invis]; subgraph cluster_U { U [style=invis]; b; } }",
              "{a b} -> {c S};", "S -> T;", "S -> a [dir=none];", "T -> b [dir=back];"},
             9) +
         "}";
}

std::string any_report() {
  return "2 pairs of systems with conflicting data access have indeterminate execution order.\n" +
         some_of({" -- a and b\n", " -- b (in set S) and a (in sets (S, a))\n", " -- a and a\n", " -- S and b\n",
                  "    conflict on: [\"A\", \"B\"]\n", "    conflict on: World\n", "    conflict on: []\n", "noise\n"},
                 8);
}

std::string any_log() {
  return "info: pipeline rebuild\n" +
         some_of({"info: | schedule: threading: 1, staging: 1:\n", "info: | schedule: threading: 0, staging: 0:\n",
                  "info: | | system a\n", "info: | | system b (does)\n", "info: | | merge\n", "noise\n"},
                 8);
}

}  // namespace

// [app/import]
TEST_CASE("What import writes the reader takes") {
  prop("an app that was imported is loaded from what is printed of it, and is the same", [] {
    const From from = importer::all_from[below(std::size(importer::all_from))].from;
    const std::string text = from == From::BevyDot           ? any_graph()
                             : from == From::BevyAmbiguities ? any_report()
                             : from == From::Csv             ? any_table()
                                                             : any_log();
    const auto read = importer::import(text, from, "imported");
    const auto* all = std::get_if<Imported>(&read);
    note(all && from == From::BevyDot, "graphs", 0.05);
    note(all && from == From::BevyAmbiguities, "reports", 0.05);
    note(all && from == From::Csv, "tables", 0.02);
    note(all && from == From::Flecs, "logs", 0.05);
    if (!all) return;
    RC_LOG() << text;
    const std::string printed = app::print(all->app);
    const auto again = app::load(printed);
    const auto* problems = std::get_if<std::vector<Problem>>(&again);
    if (problems) RC_LOG() << printed << show("app", problems->front());
    RC_ASSERT(!problems);
    RC_ASSERT(app::print(std::get<app::App>(again)) == printed);
  });
}

TEST_CASE("What a table says twice is said once, and what is optional of nothing is named and left out") {
  const Imported all = imported("system,reads,optional,resource_reads,resource_writes\na,X,X Y,T U,U\n", From::Csv);
  CHECK(warnings(all) == Places{{2, 5}});
  CHECK(names(all.app, all.app.systems[0].queries[0].optional) == NameSet{"X"});
  CHECK(names(all.app, all.app.systems[0].reads) == NameSet{"T"});
  CHECK(names(all.app, all.app.systems[0].writes) == NameSet{"U"});
}

TEST_CASE("Rows of a table that have fewer cells than columns are named, once for all") {
  const Imported all = imported("system,reads,writes\na,X,Y\nb,X\nc,X,\nd\n", From::Csv);
  CHECK(warnings(all) == Places{{3, 1}});
  CHECK(all.app.systems.size() == 4);
}

TEST_CASE("A set that edges, or edges and clusters, put in itself is named, and the last one of these is left out") {
  const Imported alone = imported("digraph { a -> a [dir=none]; b; }", From::BevyDot);
  CHECK(warnings(alone).back() == TextPosition{1, 13});
  const Imported drawn = imported(
      "digraph { subgraph cluster_S { label=S; s [style=invis]; subgraph cluster_T { label=T; t [style=invis]; } }\n"
      "t -> s [dir=none]; b; }",
      From::BevyDot);
  CHECK(warnings(drawn) == Places{{1, 58}});
}

TEST_CASE("A text that is not UTF-8 is refused where it stops to be") {
  CHECK(refused("system,reads\na,\xC3\xA9\xFF\n", From::Csv) == "2:5");
  for (const char* none : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5", "\xE2\x82", "\x80"})
    CHECK_MESSAGE(refused(std::string("system\n") + none, From::Csv) == "2:1", none);
  for (const char* one : {"\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(refused(std::string("system\n") + one, From::Csv) == "read");
}

TEST_CASE("Edges of subgraphs stand for a million edges at most") {
  const auto edges = [](std::size_t from, std::size_t to) {
    std::string out = "digraph { {";
    for (std::size_t k = 0; k < from; ++k) out += " a" + std::to_string(k);
    out += " } -> {";
    for (std::size_t k = 0; k < to; ++k) out += " b" + std::to_string(k);
    return out + " } }";
  };
  CHECK(refused(edges(1001, 1000), From::BevyDot) != "read");
  CHECK(importer::read_dot(edges(1000, 1000)).edges.size() == 1'000'000);
}

TEST_CASE("What a text is, is told from its content") {
  CHECK(importer::guess("// a graph\n  strict digraph {}") == From::BevyDot);
  CHECK(importer::guess("WARN\n2 pairs of systems with conflicting data access have indeterminate execution order.") ==
        From::BevyAmbiguities);
  CHECK(importer::guess("info: | schedule: threading: 0, staging: 1:\n") == From::Flecs);
  CHECK(importer::guess("system,reads\n") == From::Csv);
  CHECK_FALSE(importer::guess("{ \"app\": \"x\" }"));
}

}  // namespace coreecs
