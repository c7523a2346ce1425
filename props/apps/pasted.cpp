// Logs as people paste them: each kind of damage that was met comes in, or is refused with its reason.
#include <map>
#include <set>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/importer/import.hpp"
#include "interp/apps/importer/pasted.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

using importer::From;
using importer::Imported;
using Systems = std::map<std::string, std::set<std::string>>;
using Pairs = std::map<std::pair<std::string, std::string>, std::set<std::string>>;
using Lines = std::vector<std::size_t>;

/// What a log told: each system with its sets, each pair with what it conflicts on, and the lines of warnings.
struct Pasted {
  std::string schedule;
  Systems systems;
  Pairs pairs;
  Lines warnings;
};

Imported taken(const std::string& text, From from) {
  CHECK(importer::guess(text) == from);
  auto read = importer::import(text, from, "pasted");
  const Problem* problem = std::get_if<Problem>(&read);
  const std::string said = problem ? show("text", *problem) : std::string();
  REQUIRE_MESSAGE(!problem, said);
  return std::get<Imported>(std::move(read));
}

Pasted pasted(const std::string& text) {
  const Imported all = taken(text, From::BevyAmbiguities);
  Pasted out{all.app.about, {}, {}, {}};
  const auto name = [&](std::size_t k) { return all.app.systems[k].name; };
  for (const app::System& one : all.app.systems)
    for (std::set<std::string>& sets = out.systems[one.name]; const std::size_t set : one.configuration.in)
      sets.insert(all.app.sets[set].name);
  for (const app::ListedConflict& one : all.app.conflicts)
    for (std::set<std::string>& on = out.pairs[{name(one.a), name(one.b)}]; const std::size_t label : one.on)
      on.insert(all.app.components[label].name);
  for (const importer::Warning& one : all.warnings) out.warnings.push_back(one.at.line);
  return out;
}

const std::string headline =
    "1 pairs of systems with conflicting data access have indeterminate execution order. Consider adding `before`, "
    "`after`, or `ambiguous_with` relationships between these:\n";
const Systems move_and_draw{{"g::move", {"Play"}}, {"g::draw", {}}};
const Pairs on_place{{{"g::move", "g::draw"}, {"g::Place"}}};

std::string prefixed(const std::string& prefix, const std::string& text) {
  std::string out = prefix;
  for (const char c : text.substr(0, text.size() - 1)) out += c == '\n' ? "\n" + prefix : std::string(1, c);
  return out + "\n";
}

/// Where a text cannot be read.
std::string place(const std::string& text, From from) {
  const auto read = importer::import(text, from, "pasted");
  const Problem* problem = std::get_if<Problem>(&read);
  return problem ? problem->place : "read";
}

}  // namespace

// [app/import]
TEST_CASE("A report with something before each line is the report") {
  const std::string report = "Error when initializing schedule Physics: " + headline +
                             " -- g::move (in set Play) and g::draw\n    conflict on: [\"g::Place\"]\n";
  for (const std::string prefix :
       {"", "> ", "> > ",
        "Jun 20 08:07:28 host game[123]: ", "I/RustStdoutStderr(1234): ", "[0;33m[2m2024-06-20T08:07:28Z[0m ",
        "06-20 08:07:28.123  1234  1250 I RustStdout: ", "game-1  | ", "2024-06-20T08:07:28.123Z ", "[info] ", "WARN ",
        "    12\t", "2024-06-20T08:07:28.123456789Z stderr F ", "[pod/game-7d4/game] "}) {
    CAPTURE(prefix);
    const Pasted one = pasted(prefixed(prefix, report));
    CHECK(one.schedule == "the schedule Physics, as Bevy reports its ambiguities");
    CHECK(one.systems == move_and_draw);
    CHECK(one.pairs == on_place);
    CHECK(one.warnings.empty());
  }
  const Pasted coloured = pasted("\x1b[33mWARN\x1b[0m x: Schedule Physics has ambiguities.\n" +
                                 prefixed("\x1b[2m", report.substr(report.find("1 pairs"))));
  CHECK(coloured.schedule == "the schedule Physics, as Bevy reports its ambiguities");
  CHECK(coloured.pairs == on_place);
  CHECK(coloured.warnings.empty());
}

TEST_CASE("A report that a logger writes as JSON, or a page as HTML, is the report") {
  const std::string pair = " -- g::move (in set Play) and g::draw\n    conflict on: [\"g::Place\"]\n";
  const auto escaped = [](const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '\n' ? "\\n" : c == '"' ? "\\\"" : std::string(1, c);
    return out;
  };
  const std::string record = R"({"timestamp":"2024-06-20T08:07:28Z","level":"INFO","fields":{"message":"ready"}})"
                             "\n";
  for (const auto& around : {std::pair<std::string, std::string>{R"({"level":"WARN","fields":{"message":")", R"("}})"},
                             {R"({"message":")", R"(","span":{}})"},
                             {R"({"log":")", R"(","stream":"stderr"})"}}) {
    const std::string &before = around.first, &after = around.second;
    CAPTURE(before);
    const Pasted one = pasted(record + before + escaped(headline + pair) + after + "\n" + record);
    CHECK(one.systems == move_and_draw);
    CHECK(one.pairs == on_place);
    CHECK(one.warnings == Lines{1, 3});
    const Pasted two = pasted(record + before + escaped(headline + pair + " moved -- x and y\n") + after + "\n");
    CHECK(two.warnings == Lines{1, 2});
  }
  const Pasted page =
      pasted(headline +
             " -- g::move&lt;g::A&gt; and g::draw\n conflict on: [&quot;g::Place&quot;, &#34;g::B&amp;C&#39;s&#34;]\n");
  CHECK(page.pairs == Pairs{{{"g::move<g::A>", "g::draw"}, {"g::Place", "g::B&C's"}}});
  CHECK(page.warnings.empty());
}

TEST_CASE("Words before a pair that no logger writes make it no pair") {
  CHECK(importer::is_prefix("a::b c: "));
  CHECK_FALSE(importer::is_prefix("moved a "));
  CHECK_FALSE(importer::is_prefix("moved 12 "));
  CHECK_FALSE(importer::is_prefix("stderr F "));
  const Pasted one = pasted(headline + " moved a -- x and y\n -- a and b\n conflict on: World\n-- Boot and more --\n");
  CHECK(one.pairs == Pairs{{{"a", "b"}, {}}});
  CHECK(one.warnings == Lines{2, 5});
}

// [app/import]
TEST_CASE("A report whose lines are broken is the report") {
  const std::string broken =
      "2026 WARN b: Physics schedule built\nsuccessfully, however: 2 pairs of systems with conflicting\ndata access "
      "have "
      "indeterminate execution order. Consider adding\n`before`, `after`, or\n`ambiguous_with` relationships between "
      "these:\n"
      " -- g::move (in set\nPlay) and\ng::draw\n    conflict on:\n[\"g::Place\",\n\"g::Size\"]\n"
      " -- g::move\n(in set Play) and g::load<g::A,\ng::B>\n conflict on: bevy_ecs::world::World\n";
  for (const std::string quote : {"", "> "}) {
    const Pasted at_blanks = pasted(prefixed(quote, broken));
    CHECK(at_blanks.schedule == "the schedule Physics, as Bevy reports its ambiguities");
    CHECK(at_blanks.systems == Systems{{"g::move", {"Play"}}, {"g::draw", {}}, {"g::load<g::A, g::B>", {}}});
    CHECK(at_blanks.pairs ==
          Pairs{{{"g::move", "g::draw"}, {"g::Place", "g::Size"}}, {{"g::move", "g::load<g::A, g::B>"}, {}}});
    CHECK(at_blanks.warnings.empty());
  }

  const Pasted in_words = pasted(
      "1 pairs of systems with confli\ncting data access have indeterm\ninate execution order.\n -- g::mo\nve (in set "
      "Play) and g::dr\naw\n    conflict on: [\"g::Pl\nace\"]\n");
  CHECK(in_words.systems == move_and_draw);
  CHECK(in_words.pairs == on_place);
  CHECK(in_words.warnings == Lines{6});  // the rest of a name, or a line of its own
}

TEST_CASE("A report that people shortened is the report") {
  const Pasted one = pasted(
      "WARN x: Physics schedule built successfully, however:\n  1 pairs of systems with conflicting data access have "
      "indeterminate execution order.\n  Consider adding 'before', 'after', or 'ambiguous_with' relationships ...\n"
      "   -- g::move (in set Play) and g::draw\n      conflict on: [\"g::Place\"]\n");
  CHECK(one.pairs == on_place);
  CHECK(one.warnings.empty());
}

// [app/import]
TEST_CASE("Reports of Bevy 0.5 to 0.9, and of 0.10 in development") {
  const Pasted old = pasted(
      "Sep 02 07:27:32.552  INFO bevy_ecs::schedule::stage: Execution order ambiguities detected, you might want to "
      "add "
      "an explicit dependency relation between some of these systems:\n"
      " * Parallel systems:\n -- \"g::move\" and \"&g::draw\"\n    conflicts: [\"g::Place\"]\n"
      " * Exclusive systems at start of stage:\n -- \"g::load\" and \"g::save\"\n");
  CHECK(old.pairs == Pairs{{{"g::move", "g::draw"}, {"g::Place"}}, {{"g::load", "g::save"}, {}}});
  CHECK(old.warnings == Lines{5});
  const Pasted next = pasted(
      "WARN x: Some systems with conflicting access have indeterminate execution order. Consider adding `before`, "
      "`after`, or `ambiguous_with` relationships between these:\n -- g::move and g::draw\n    conflict on: "
      "[\"g::Place\"]\n");
  CHECK(next.pairs == on_place);
  CHECK(next.warnings.empty());
}

TEST_CASE("Pairs without the headline before them come in, with a warning") {
  const Pasted one = pasted(" -- g::move and g::draw\n    conflict on: bevy_ecs::world::World\n");
  CHECK(one.pairs == Pairs{{{"g::move", "g::draw"}, {}}});
  CHECK(one.warnings == Lines{1});
}

// [app/import]
TEST_CASE("Systems of one name in different sets, or schedules, are different systems") {
  const Pasted sets =
      pasted(headline +
             " -- sync (First) and load\n conflict on: World\n -- load and sync (in set Second)\n"
             " conflict on: World\n -- sync (in set First) and sync (in set Second)\n conflict on: World\n"
             " -- sync (First) and sync (First)\n conflict on: World\n");
  CHECK(sets.systems == Systems{{"sync", {"First"}}, {"sync #2", {"Second"}}, {"load", {}}, {"sync #3", {"First"}}});
  CHECK(sets.pairs ==
        Pairs{{{"sync", "load"}, {}}, {{"load", "sync #2"}, {}}, {{"sync", "sync #2"}, {}}, {{"sync", "sync #3"}, {}}});
  CHECK(sets.warnings == Lines{1, 8});
  const Pasted schedules = pasted("Schedule A has ambiguities.\n" + headline + " -- a and b\n conflict on: World\n" +
                                  "Schedule B has ambiguities.\n" + headline + " -- a and c\n conflict on: World\n");
  CHECK(schedules.pairs == Pairs{{{"a", "b"}, {}}, {{"a #2", "c"}, {}}});
  CHECK(schedules.warnings == Lines{6});
}

TEST_CASE("A set with a system's name becomes one other set, and a tuple is one set") {
  const Pasted one =
      pasted(headline +
             " -- b (in set a) and a\n conflict on: World\n -- b (in set a) and c (in set (p, q))\n"
             " conflict on: World\n -- c (in set (p, q)) and d (in sets (p, q), r)\n conflict on: World\n");
  CHECK(one.systems == Systems{{"a", {}}, {"b", {"a #2"}}, {"c", {"(p, q)"}}, {"d", {"(p, q)", "r"}}});
  CHECK(one.warnings == Lines{1, 2});
}

TEST_CASE("Systems without names, no systems, and the panic of a cycle are refused where they stand") {
  CHECK(place(headline +
                  " -- <Enable the debug feature to see the name> (in set A) and <Enable the debug feature to see the "
                  "name>\n conflict on: World\n",
              From::BevyAmbiguities) == "2:1");
  CHECK(place(headline, From::BevyAmbiguities) == "1:1");
  CHECK(place("system,reads\n", From::Csv) == "1:1");
  CHECK(place("digraph {}", From::BevyDot) == "1:1");
  CHECK(place("info: pipeline rebuild\n", From::Flecs) == "1:1");
  const std::string cycle =
      "thread 'main' panicked at x:\nschedule has 1 before/after cycle(s):\ncycle 1: system `g::a` must run before "
      "itself\nsystem `g::a`\n ... which must run before set `B`\n ... which must run before system `g::a`\n";
  CHECK(importer::guess(cycle) == From::BevyAmbiguities);
  const auto read = importer::import(cycle, From::BevyAmbiguities, "cycle");
  REQUIRE(std::get_if<Problem>(&read));
  CHECK(std::get<Problem>(read).place == "3:1");
  CHECK(std::get<Problem>(read).message.find("g::a before B before g::a") != std::string::npos);
}

// [app/import]
TEST_CASE("What Flecs logs besides its pipeline is no system, and the last pipeline counts") {
  const Imported all = taken(
      "info: system Move created\n"
      "info: pipeline rebuild:\n"
      "info: | schedule: threading: 0, staging: 1:\n"
      "info: | | system Old\n"
      "info: | | merge\n"
      "\x1b[32minfo\x1b[0m: \x1b[32mpipeline\x1b[0m rebuild:\n"
      "[32minfo[0m: | [32mschedule[0m: threading: 0, staging: 1:\n"
      "> host game[1]: info: flecs.c: 12: | | system Move\n"
      "info: | | merge\n"
      "info: system Move deactivated\n"
      "hello\n",
      From::Flecs);
  REQUIRE(all.app.systems.size() == 1);
  CHECK(all.app.systems[0].name == "Move");
  CHECK(all.app.systems[0].thread == "main");
  REQUIRE(all.warnings.size() == 3);
  CHECK(all.warnings[0].at.line == 2);
  CHECK(all.warnings[1].at.line == 10);
  CHECK(all.warnings[2].at.line == 11);
}

// [app/import]
TEST_CASE("A drawing of Bevy's remote protocol has sets, their systems, and order") {
  const Imported all = taken(R"dot(digraph {
    "Set(SystemSetKey(1v1))" [label="tick"]
    "Set(SystemSetKey(2v1))" [label="Clock"]
    "Set(SystemSetKey(3v1))" [label="Input"]
    "System(SystemKey(1v1))" [label="implied tick", shape=rectangle]
    "System(SystemKey(2v1))" [label="implied press", shape=rectangle]
    "Set(SystemSetKey(1v1))" -> "System(SystemKey(1v1))" [color=blue]
    "Set(SystemSetKey(2v1))" -> "System(SystemKey(1v1))" [color=blue]
    "Set(SystemSetKey(3v1))" -> "System(SystemKey(2v1))" [color=blue]
    "Set(SystemSetKey(1v1))" -> "Set(SystemSetKey(3v1))" [color=red]
})dot",
                             From::BevyDot);
  CHECK(all.warnings.empty());
  REQUIRE(all.app.systems.size() == 2);
  CHECK(all.app.systems[0].name == "tick");
  CHECK(all.app.systems[1].name == "press");
  REQUIRE(all.app.sets.size() == 2);
  CHECK(all.app.sets[0].name == "Clock");
  CHECK(all.app.systems[0].configuration.in == std::vector<std::size_t>{0});
  CHECK(all.app.systems[0].configuration.before == std::vector<app::Node>{{app::Node::Kind::Set, 1}});
}

TEST_CASE("Sync points without edges are no systems") {
  const Imported all = taken(
      "digraph { a [tooltip=\"g::a\"]; s [tooltip=\"bevy_ecs::apply_deferred\"]; t [tooltip=\"x::ApplyDeferred\"];\n"
      "u [tooltip=\"bevy_ecs::apply_deferred\"]; a -> u }",
      From::BevyDot);
  REQUIRE(all.app.systems.size() == 2);
  CHECK(all.app.systems[1].name == "bevy_ecs::apply_deferred");
  REQUIRE(all.warnings.size() == 1);
  CHECK(all.warnings[0].at == TextPosition{1, 31});
}

TEST_CASE("A log of 100 000 lines, each strange or a pair of other systems, is read in linear time") {
  std::string pairs = headline, noise = headline + " -- a and b\n", open = headline + " -- a";
  for (std::size_t k = 0; k < 50'000; ++k)
    pairs += " -- a" + std::to_string(k) + " and a" + std::to_string(k + 1) + "\n    conflict on: [\"C\"]\n";
  for (std::size_t k = 0; k < 100'000; ++k) {
    noise += "INFO x: loaded " + std::to_string(k) + "\n";
    open += "(\n";
  }
  CHECK(taken(pairs, From::BevyAmbiguities).app.conflicts.size() == 50'000);
  CHECK(taken(noise, From::BevyAmbiguities).warnings.size() == 2);
  CHECK(place(open, From::BevyAmbiguities) == "2:1");
}

namespace {

/// An answer of the remote protocol: one system that reads or writes with these filters, and another one.
std::string answer(const std::string& access,
                   const std::string& more = R"("hierarchy": [], "dependency": [], "conflicts": [])") {
  return R"({ "result": { "schedule_data": { "name": "Update", "systems": [
    { "name": "a", "apply_deferred": false, "exclusive": false, "deferred": false, "filtered_accesses": [)" +
         access + R"(] }, { "name": "b", "apply_deferred": false, "exclusive": true, "deferred": true } ],
    "system_sets": [{ "name": "S", "conditions": [{ "name": "day" }] }, { "name": "SystemTypeSet:a", "conditions": [] }],
    "components": [{ "name": "IsResource", "required": [] }, { "name": "Time", "required": [0] },
      { "name": "A", "required": [] }, { "name": "B", "required": [] }],)" +
         more + "} } }";
}
std::string access(const std::string& reads, const std::string& writes, const std::string& filters,
                   const std::string& inverted = "false") {
  return R"({ "access": { "reads": [)" + reads + R"(], "writes": [)" + writes + R"(], "reads_inverted": )" + inverted +
         R"(, "writes_inverted": false, "archetypal": [] }, "filter_sets": [)" + filters + "] }";
}

}  // namespace

// [app/import]
TEST_CASE("The answer of Bevy's remote protocol has access, filters, sets, conditions and order") {
  const Imported all = taken(contents(source_dir / "examples/imports/bevy_remote.jsonrpc"), From::BevyRemote);
  const auto names = [&](const app::Labels& labels) {
    std::set<std::string> out;
    for (const std::size_t label : labels) out.insert(all.app.components[label].name);
    return out;
  };
  using Names = std::set<std::string>;
  REQUIRE(all.app.systems.size() == 3);
  const app::System &swim = all.app.systems[0], &hatch = all.app.systems[1], &draw = all.app.systems[2];
  REQUIRE(swim.queries.size() == 1);
  CHECK(names(swim.queries[0].reads) == Names{"pond::Velocity"});
  CHECK(names(swim.queries[0].writes) == Names{"pond::Place"});
  CHECK(swim.queries[0].optional.empty());
  CHECK(swim.queries[0].filter.with.empty());
  CHECK(names(swim.queries[0].filter.without) == Names{"bevy_ecs::entity_disabling::Disabled"});
  CHECK(names(swim.reads) == Names{"bevy_time::time::Time"});
  CHECK(swim.commands.empty());
  REQUIRE(hatch.queries.size() == 2);  // two alternatives
  CHECK(names(hatch.queries[0].filter.without) == Names{"pond::Velocity"});
  CHECK(names(hatch.queries[1].filter.without) == Names{"bevy_ecs::entity_disabling::Disabled"});
  CHECK(hatch.commands.spawn == std::vector<app::Labels>{{}});
  REQUIRE(draw.queries.size() == 1);
  CHECK(names(draw.queries[0].optional) == Names{"pond::Velocity"});
  REQUIRE(all.app.sets.size() == 2);
  CHECK(all.app.sets[0].name == "bevy_ecs::apply_deferred");
  CHECK(all.app.sets[1].name == "Move");
  CHECK(all.app.sets[1].configuration.run_if == std::vector<std::string>{"pond::is_day"});
  CHECK(swim.configuration.in == std::vector<std::size_t>{1});
  CHECK(hatch.configuration.before == std::vector<app::Node>{{app::Node::Kind::Set, 0}});
  CHECK(all.app.sets[0].configuration.before == std::vector<app::Node>{{app::Node::Kind::System, 2}});
  CHECK(all.app.conflicts.empty());  // they follow from access
  CHECK(app::declared_conflicts(all.app).size() == 2);
  CHECK(all.warnings.size() == 1);
}

TEST_CASE("Without access, the answer's conflicts are listed, and a system that reads everything reads what is known") {
  const Imported old = taken(contents(source_dir / "examples/imports/bevy_remote_0.19.jsonrpc"), From::BevyRemote);
  CHECK_FALSE(old.app.systems[0].access_known);
  CHECK(old.app.conflicts.size() == 1);  // the other one is that of an exclusive system
  CHECK(old.warnings.empty());
  const Imported all = taken(answer(access("", "", R"({ "with": [], "without": [2] })", "true")), From::BevyRemote);
  REQUIRE(all.app.systems[0].queries.size() == 1);
  CHECK(all.app.systems[0].queries[0].reads.size() == 3);
  CHECK(all.app.systems[0].queries[0].optional.size() == 3);
  CHECK(all.app.systems[0].reads.size() == 1);
  CHECK(all.app.systems[1].exclusive);
  CHECK(all.app.sets.size() == 1);  // no order mentions the set of a type that no system is in
}

TEST_CASE("An answer is refused where it is not what Bevy writes") {
  const auto refused = [](const std::string& text) { return place(text, From::BevyRemote); };
  const std::string at = "/result/schedule_data";
  CHECK(refused(answer(access("9", "", ""))) == at + "/systems/0/filtered_accesses/0/access/reads/0");
  CHECK(refused(answer("", R"("hierarchy": [[0, { "System": 2 }]], "dependency": [], "conflicts": [])")) ==
        at + "/hierarchy/0/1/System");
  CHECK(refused(answer("", R"("hierarchy": [[0]], "dependency": [], "conflicts": [])")) == at + "/hierarchy/0");
  CHECK(refused(answer("", R"("hierarchy": [], "conflicts": [])")) == at);
  CHECK(refused(R"({ "error": { "code": 1, "message": "no such schedule" } })") == "/error/message");
  CHECK(refused(R"({ "result": { "systemsets": [] } })") == "/result");
  CHECK(refused(R"({ "result": { "schedule_data": { "name": "U", "systems": [], "system_sets": [], "hierarchy": [],
    "dependency": [], "components": [], "conflicts": [] } } })") == at);
  CHECK(refused("{ \"result\"") != "read");
}

}  // namespace coreecs
