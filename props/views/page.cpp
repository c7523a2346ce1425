// Pages: their data is what the program does, they keep within their limits, and texts stay texts.
#include "interp/views/page/page.hpp"

#include <map>
#include <numeric>

#include "interp/check/decide/concurrent_writes.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/page/shown.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/report.hpp"
#include "props/kit/case.hpp"
#include "props/kit/files.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using Data = nlohmann::json;

namespace {

/// The data in a page, as a browser finds it.
Data embedded(const std::string& html) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t at = html.find(begin) + begin.size();
  return Data::parse(html.substr(at, html.find("</script>", at) - at));
}

Data page_of(const Program& program, const NamedSchedule& schedule, const PageLimits& limits = {}) {
  return embedded(page(program.name, page_data(program, schedule, "program.json", program.frames, 100'000, limits)));
}
Data page_of(const nlohmann::ordered_json& document, const PageLimits& limits = {}) {
  const Program program = loaded(document);
  return page_of(program, *find_schedule(program, std::nullopt), limits);
}

/// A value as pages show it.
Data shown(const Value* k, Label i, const Notation& notation) {
  std::string text;
  if (!k) return nullptr;
  notation.value(text, *k, notation.schema[i].type);
  return text;
}

std::size_t performed(const Data& detail) {
  std::size_t n = 0;
  for (const Data& leaf : detail["leaves"])
    for (const Data& visit : leaf["visits"]) n += visit.contains("dropped") ? 0 : 1;
  return n;
}

/// The rows of a frame are the entities of a state, and those that are gone.
void check_rows(const Data& frame, const State& c, const Notation& notation) {
  std::map<std::string, Data> expected;
  for (const Entity e : live(c))
    for (Label i = 0; i < c.labels(); ++i) expected[notation.names(e)].push_back(shown(c.at({e, i}), i, notation));
  for (const Data& row : frame["rows"]) {
    const auto there = expected.find(row["e"]);
    if (there != expected.end())
      CHECK(row["k"] == there->second);
    else
      CHECK_MESSAGE(row.contains("was"), row.dump());
    if (there != expected.end()) expected.erase(there);
  }
  CHECK(expected.empty());
}

/// Where the steps are shown from the first one on, the cells are at first as they are at the start.
void check_start(const Data& witness, const State& start, const Notation& notation) {
  if (witness["from"] != 0) return;
  std::map<std::pair<std::string, std::size_t>, Data> there;
  for (const Entity e : live(start))
    for (Label i = 0; i < start.labels(); ++i) there[{notation.names(e), i}] = shown(start.at({e, i}), i, notation);
  for (const Data& cell : witness["cells"]) CHECK(cell["start"] == there[{cell["e"], cell["i"]}]);
}

/// After all steps of a run of the witness, the cells are as its end says.
void check_end(const Data& witness, const Data& side, const Ending& run, const Notation& notation) {
  const State* end = std::get_if<State>(&run.end);
  if (!end) {
    CHECK(side.contains("error"));
    return;
  }
  std::vector<Data> cells;
  for (const Data& cell : witness["cells"]) cells.push_back(cell["start"]);
  for (const Data& step : side["steps"])
    for (const Data& change : step["changes"]) cells.at(change[0]) = change[1];
  std::map<std::pair<std::string, std::size_t>, Data> there;
  for (const Entity e : live(*end))
    for (Label i = 0; i < end->labels(); ++i) there[{notation.names(e), i}] = shown(end->at({e, i}), i, notation);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Data& cell = witness["cells"][k];
    CHECK(cells[k] == there[{cell["e"], cell["i"]}]);
  }
  CHECK(side["steps"].size() == run.order.size());
}

}  // namespace

TEST_CASE("page: of every example, its frames, its states, its invocations, its verdicts and its witness") {
  std::size_t pages = 0, witnesses = 0;
  for (const std::filesystem::path& path : example_programs()) {
    const Program program = loaded(contents(path));
    for (const NamedSchedule& schedule : program.schedules) {
      CAPTURE(path.string());
      CAPTURE(schedule.name);
      const Data data = page_of(program, schedule);
      ++pages;
      Execution execution(program, schedule);
      if (data.contains("error")) {
        CHECK_THROWS_AS(execution.advance_to(program.frames), RuntimeError);
        CHECK(data["frames"].size() == execution.frame() + 1);
        continue;
      }
      REQUIRE(data["frames"].size() == program.frames + 1);
      const Verdict verdict = check(program, schedule, program.frames, 100'000);
      std::size_t invocations = 0;
      for (const Data& frame : data["frames"]) {
        execution.advance_to(frame["frame"]);
        check_rows(frame, execution.state(), {program.schema, execution.names()});
        if (frame["frame"] == 0) continue;
        REQUIRE(frame.contains("detail"));
        CHECK(performed(frame["detail"]) == frame["invocations"]);
        invocations += frame["invocations"].get<std::size_t>();
      }
      CHECK(invocations == verdict.invocations());
      CHECK(data["verdict"]["invocations"] == invocations);
      CHECK(data["verdict"]["linearizations"] == verdict.linearizations);
      CHECK(data["verdict"]["answers"].size() == 4);
      const Verdict& seen = verdict.first_lost ? *verdict.first_lost : verdict;  // as check shows
      for (std::size_t k = 0; k < std::size(decided); ++k)
        CHECK(data["verdict"]["answers"][k]["answer"] == shown(verdict.in_every_frame(decided[k]), false));
      REQUIRE(data.contains("witness") == (seen.witness() != nullptr));
      if (!seen.witness()) continue;
      ++witnesses;
      const Names all = names(program, seen);
      check_start(data["witness"], program.start, {program.schema, all});
      check_end(data["witness"], data["witness"]["sides"][0], seen.witness()->a, {program.schema, all});
      check_end(data["witness"], data["witness"]["sides"][1], seen.witness()->b, {program.schema, all});
    }
  }
  CHECK(pages > 60);
  CHECK(witnesses > 15);
}

TEST_CASE("page: the lost write of Figure 14") {
  const Program program = loaded(example("toy_physics"));
  const Data data = page_of(program, *find_schedule(program, "lost_write"));
  const Data& frame = data["frames"][1];
  const Data one = Data::parse(R"({ "u": "collide⟨e0, e1⟩", "frame": 1, "number": 2, "left": "3" })");
  const Data other = Data::parse(R"({ "u": "collide⟨e2, e1⟩", "frame": 1, "number": 3, "left": "-1" })");
  const Data tie = {{"u", 2}, {"v", 3}, {"at", "Vel(e1)"}, {"left", {"3", "-1"}}};
  const Data row = Data::parse(R"({ "e": "e1", "k": ["7", "-1"], "was": ["7", null], "at": { "x": 7, "dx": -1 } })");
  CHECK(data["race"]["at"] == "Vel(e1)");
  CHECK(data["race"]["last"] == "runs");
  CHECK(data["race"]["sides"] == Data::array({one, other}));
  CHECK(frame["detail"]["ties"] == Data::array({tie}));
  const Data other_end = Data::parse(R"([{ "e": "e1", "k": ["7", "3"], "at": { "x": 7, "dx": 3 } }])");
  CHECK(frame["detail"]["ends"] == Data::array({{other_end, Data::array()}}));
  CHECK(frame["detail"]["observed"] == Data::array({"c", "c ↓ (c ⇓ conc(inertia))"}));
  CHECK(frame["rows"][1] == row);
  CHECK(data["tree"] == Data::parse(R"({ "then": [0, 1] })"));
  CHECK(data["view"] == Data::array({"Pos"}));
  CHECK(data["witness"]["part"] == 2);

  const Data in_turn = page_of(program, *find_schedule(program, "main"));
  const Data drop = Data::parse(R"({ "query": 1, "e": "e1", "component": "Vel", "by": "collide⟨e0, e1⟩" })");
  CHECK(in_turn["frames"][1]["detail"]["leaves"][1]["visits"][1]["dropped"] == drop);
}

TEST_CASE("page: the rules of a derivation, as explain has them") {
  const Data data = page_of(example("toy_physics"));
  CHECK(data["leaves"][0]["rules"] == Data{"query/and"});
  CHECK(data["leaves"][1]["rules"] == Data{"query/and", "query/and"});
  CHECK(page_of(example("deviation_d2_roll_drops"))["leaves"][0]["rules"] == Data{"query/and", "query/incl"});
  for (const Data& equations : data["rules"]) CHECK(equations.get<std::string>().find("≜") != std::string::npos);
  CHECK(data["rules"]["query/where"] == "⟦q⃗ where φ⟧c ≜ {e⃗ ↦ w⃗ ∈ ⟦q⃗⟧c | φ(e⃗ ↦ w⃗)}                               D17");
  CHECK(data["rules"]["mutation/detach"].get<std::string>().find("detach_i(e) ≜ c{i ↦ c_i{e ↦ ⊥}}") !=
        std::string::npos);
}

TEST_CASE("page: a race that the end does not show says so, and what overwrites it") {
  const Program program = loaded(contents(source_dir / "specs/guide/programs/bells.json"));
  const Data race = page_of(program, *find_schedule(program, "ring_then_silence"))["race"];
  CHECK(race["last"] == "");
  CHECK(race["by"]["u"] == "silence⟨tower⟩");
  CHECK(race["by"]["left"] == "0");
}

TEST_CASE("page: marks, lines and labels of Tower Defense") {
  const Data data = page_of(example("tower_defense"));
  const Data& components = data["components"];
  const auto place = [&](const char* name) {
    return static_cast<std::size_t>(std::find(components.begin(), components.end(), name) - components.begin());
  };
  const Data marks = {{place("Tower"), "square"},  {place("Health"), "disc"},  {place("Bullet"), "dot"},
                      {place("Particle"), "ring"}, {place("Base"), "diamond"}, {place("Next"), "cross"}};
  CHECK(data["marks"] == marks);
  CHECK(data["lines"] == 1);
  std::map<std::string, Data> at;
  for (const Data& row : data["frames"][0]["rows"]) at[row["e"]] = row["at"];
  CHECK(at["w3"] == Data::parse(R"({ "x": 30, "y": 60, "to0": "w4" })"));
  CHECK(at["base"] == Data::parse(R"({ "x": 200, "y": 100 })"));
  CHECK(at["imp3"] == Data::parse(R"({ "x": 147, "y": 20, "label": "5" })"));
  CHECK(at["b1"] == Data::parse(R"({ "x": 118, "y": 56 })"));
  CHECK(at["game"] == Data::object());
}

TEST_CASE("page: a witness has what a view says of its cells, a line and a label within records too") {
  const Data data = page_of(nlohmann::ordered_json::parse(R"({
    "components": { "Pos": { "x": "int" }, "Tie": { "to": "entity", "as": "text" }, "Also": "entity" },
    "systems": {
      "here": { "match": [ { "entity": "e", "incl": { "Tie": "t" } } ],
                "do": { "attach": ["Tie", "e", { "record": { "to": "e", "as": { "text": "self" } } }] } },
      "there": { "match": [ { "entity": "e", "incl": { "Tie": "t" } } ],
                 "do": { "attach": ["Tie", "e", { "record": { "to": { "entity": "b" }, "as": { "text": "b" } } }] } } },
    "schedules": { "main": { "par": [ { "conc": "here" }, { "conc": "there" } ] } },
    "entities": { "a": { "Pos": { "x": 1 }, "Tie": { "to": "b", "as": "start" }, "Also": "a" }, "b": { "Pos": { "x": 2 } } },
    "view": { "x": "Pos.x", "lines": ["Tie.to", "Also"], "label": "Tie.as" } })"));
  CHECK(!data.contains("marks"));
  CHECK(data["lines"] == 2);
  CHECK(data["frames"][0]["rows"][0]["at"] == Data::parse(R"({ "x": 1, "to0": "b", "label": "start", "to1": "a" })"));
  std::set<Data> seen;
  for (const Data& side : data["witness"]["sides"])
    for (const Data& step : side["steps"])
      for (const Data& change : step["changes"]) seen.insert(change.at(2));
  CHECK(seen == std::set<Data>{{{"to0", "a"}, {"label", "self"}}, {{"to0", "b"}, {"label", "b"}}});
  for (const Data& cell : data["witness"]["cells"])
    if (cell["e"] == "a" && cell["i"] == 1) CHECK(cell["at"] == Data::parse(R"({ "to0": "b", "label": "start" })"));
}

TEST_CASE("page: whatever names and texts are, they stay text") {
  const std::string source = contents(source_dir / "props/views/browser/hostile.json");
  const Program program = loaded(source);
  const PageData data = page_data(program, program.schedules[0], "program.json", 1, 1000);
  const std::string html = page(program.name, data, source);
  const auto number_of = [&](const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1)) ++n;
    return n;
  };
  CHECK(number_of("<script") == 3);
  CHECK(number_of("</script") == 3);
  CHECK(number_of("<!--") == 0);
  CHECK(number_of("alert") > 0);
  CHECK(html.find("<title>&lt;/script&gt;") != std::string::npos);
  const Data there = embedded(html);
  CHECK(there == Data::parse(data.json));
  CHECK(there["program"] == program.name);
  CHECK(there["about"] == program.about);
  CHECK(there["frames"][0]["rows"][0]["k"][1] == "-9223372036854775808");  // exactly, where JavaScript has no such int
}

TEST_CASE("page: what is too much is counted, not cut") {
  nlohmann::ordered_json document = example("toy_physics");
  document["frames"] = 9;
  document.erase("expect");
  Data data = page_of(document, {.frames = 3});
  REQUIRE(data["frames"].size() == 5);
  CHECK(data["frames"][3]["frame"] == 3);
  CHECK(data["frames"][4]["frame"] == 9);  // the last one
  CHECK(data["frames_in_all"] == 9);

  data = page_of(document, {.entities = 2});
  for (const Data& frame : data["frames"]) CHECK(frame["rows"].size() == 2);
  CHECK(data["frames"][0]["entities"] == 3);
  CHECK(data["frames"][1]["changed"] == 4);

  data = page_of(document, {.matches = 4});  // one is dropped
  CHECK(data["frames"][1].contains("detail"));
  CHECK(!data["frames"][2].contains("detail"));
  CHECK(data["frames"][2]["counts"] == Data::parse("[3, 0]"));

  data = page_of(document, {.leaves = 1});
  CHECK(!data.contains("tree"));
  CHECK(data["leaves"].size() == 1);
  CHECK(data["leaves_in_all"] == 2);
  CHECK(data["frames"][1]["counts"].size() == 1);
  CHECK(data["frames"][1]["invocations"] == 3);

  document["schedules"].erase("main");
  data = page_of(document, {.steps = 3, .cells = 2});
  CHECK(data["witness"]["sides"][0]["steps"].size() == 3);
  CHECK(data["witness"]["cells"].size() == 2);
  CHECK(data["witness"]["more_cells"] > 0);
}

TEST_CASE("page: 3,000 invocations take less than 5 MB, and what is larger is shown by leaf") {
  const auto with = [](int entities) {
    nlohmann::ordered_json document = example("toy_physics");
    document.erase("expect");
    document["frames"] = 1;
    document["schedules"] = {{"main", {{"then", {{{"conc", "inertia"}}, {{"conc", "inertia"}}}}}}};
    for (int j = 0; j < entities; ++j) document["entities"]["e" + std::to_string(j)] = {{"Pos", j}, {"Vel", 2 * j}};
    const Program program = loaded(document);
    return page_data(program, program.schedules[0], "", 1, 1000).json;
  };
  const std::string some = with(1500), many = with(30'000);
  CHECK(some.size() < 5'000'000);
  CHECK(performed(Data::parse(some)["frames"][1]["detail"]) == 3000);
  CHECK(many.size() < 200'000);
  CHECK(Data::parse(many)["frames"][1]["counts"] == Data::parse("[30000, 30000]"));
}

TEST_CASE("Ties") {
  prop("some do not commute where a schedule is not safe, and nowhere else", [] {
    const Case world = *cases();
    const ConcurrentWrites found = concurrent_writes(world.po, 1000);
    const bool clash = !found.all.empty() && !found.all.front().same;
    note(clash, "not safe", 0.2);
    RC_ASSERT(clash == !is_safe(safety(world.po)));
  });
  prop("any invocation can come after all that is concurrent with it", [] {
    const Case world = *cases();
    bool moved = false;
    for (std::size_t u = 0; u < world.po.size(); ++u) {
      const Linearization order = as_late_as_possible(world.po, u);
      RC_ASSERT(is_linearization(world.po, order));
      const auto at = std::find(order.begin(), order.end(), u);
      for (auto later = at; ++later != order.end();) RC_ASSERT(precedes(world.po, u, *later));
      moved = moved || static_cast<std::size_t>(at - order.begin()) != u;
    }
    note(moved, "not in the order of the reference", 0.2);
  });
  prop("all concurrent pairs that write to one location are tied, and no others", [] {
    const Case world = *cases();
    std::size_t pairs = 0;
    for (std::size_t u = 0; u < world.po.size(); ++u)
      for (std::size_t v = u + 1; v < world.po.size(); ++v)
        if (concurrent(world.po, u, v))
          for (const Write& write : world.po.invocations[u].m.writes())
            pairs += world.po.invocations[v].m.find(write.l) ? 1 : 0;
    const ConcurrentWrites found = concurrent_writes(world.po, 100'000);
    RC_ASSERT(found.all.size() == pairs);
    std::size_t counted = 0;
    for (const auto& [leaves, met] : found.by_leaf) counted += met.different + met.same;
    RC_ASSERT(counted == pairs);
    for (const ConcurrentPair& tie : found.all) {
      RC_ASSERT(concurrent(world.po, tie.u, tie.v));
      RC_ASSERT((world.po.invocations[tie.u].m.find(tie.l)->k == world.po.invocations[tie.v].m.find(tie.l)->k) ==
                tie.same);
    }
    std::size_t different = 0;
    for (const ConcurrentPair& tie : found.all) different += tie.same ? 0 : 1;
    RC_ASSERT(std::accumulate(found.conflicts.begin(), found.conflicts.end(), std::size_t{0}) == 2 * different);
    RC_ASSERT(concurrent_writes(world.po, 0).all.empty());
    RC_ASSERT(concurrent_writes(world.po, 0).by_leaf.size() == found.by_leaf.size());
  });
}
