// `coreecs judge`, as the authors of engines meet it.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using Tree = nlohmann::ordered_json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

Tree toy_case(const std::string& id, const std::string& schedule = "main") {
  return {{"id", id}, {"program", Tree::parse(contents(source_dir / toy))}, {"schedule", schedule}};
}

Tree frames_of_toy() { return Tree::parse(coreecs("run --json " + toy).out)["frames"]; }

struct Files {
  Scratch scratch;
  std::string cases, results;

  void add(const Tree& one, const Tree& result) {
    cases += one.dump() + "\n";
    if (!result.is_null()) results += result.dump() + "\n";
  }
  [[nodiscard]] Result judged(const std::string& options = "") const {
    return coreecs("judge " + options + " " + quoted(scratch.file("cases.jsonl", cases)) + " " +
                   quoted(scratch.file("results.jsonl", results)));
  }
};

}  // namespace

TEST_CASE("coreecs judge: what run prints is judged yes, what differs no, with the place and who writes there") {
  Files files;
  const Tree frames = frames_of_toy();
  files.add(toy_case("as it is"), {{"id", "as it is"}, {"frames", frames}});
  files.add(toy_case("final"), {{"id", "final"}, {"final", frames[2]}});
  CHECK(files.judged().status == 0);

  Tree wrong = frames;
  wrong[2]["e1"]["Pos"] = 11;
  files.add(toy_case("<wrong>"), {{"id", "<wrong>"}, {"frames", wrong}});
  files.add(toy_case("none"), nullptr);
  files.add(toy_case("not here"), {{"id", "not here"}, {"unsupported", "no ν"}});
  CHECK(files.judged("--junit " + quoted(files.scratch.file("report.xml"))).status == 1);
  const std::string report = contents(files.scratch.path / "report.xml");
  CHECK(contains(report, "tests=\"5\" errors=\"0\" failures=\"2\" skipped=\"1\""));
  CHECK(contains(report, "<testcase name=\"&lt;wrong&gt;\"><failure "));

  const Tree document = Tree::parse(files.judged("--json").out);
  CHECK(document["yes"] == 2);
  CHECK(document["no"] == 2);
  CHECK(document["outside"] == 1);
  CHECK(document["cases"][0] == Tree::parse(R"({ "id": "as it is", "answer": "yes", "entities": { "e3": "e3" } })"));
  CHECK(document["cases"][2]["differences"] ==
        Tree::parse(R"([{ "expected": { "entity": "e1", "component": "Pos", "value": 10 },
                          "found": { "entity": "e1", "component": "Pos", "value": 11 } }])"));
  CHECK(document["cases"][2]["writers"] == Tree::parse(R"([{ "leaf": 2, "system": "inertia", "entities": ["e1"] }])"));
}

TEST_CASE("coreecs judge: if the last result is cut off, the others are judged, and its case is said to be cut off") {
  Files files;
  const Tree frames = frames_of_toy();
  for (const char* id : {"a", "b", "c"}) files.add(toy_case(id), {{"id", id}, {"frames", frames}});
  const std::string whole = files.results;
  const std::size_t last = whole.rfind("{\"id\"");
  for (const std::size_t kept : {whole.size() - last - 2, std::size_t{12}, std::size_t{3}}) {
    CAPTURE(kept);
    files.results = whole.substr(0, last + kept);
    const Result cut = files.judged("--json");
    CHECK(cut.status == 1);
    CHECK(contains(cut.err, "results.jsonl:3: "));
    const Tree document = Tree::parse(cut.out);
    CHECK(document["yes"] == 2);
    CHECK(document["cases"][2]["answer"] == "no");
    CHECK(contains(document["cases"][2]["why"], "cut off") == (kept > 10));
  }
  files.results = whole.substr(0, whole.size() - 1);
  CHECK(files.judged().status == 0);
  files.results = whole.substr(0, whole.size() - 2) + "\n";  // it ends, so that is what the engine wrote
  CHECK(files.judged().status == 2);
}

TEST_CASE("coreecs cases: a game's own systems from other starts, judged as random programs are") {
  Files files;
  const std::string options = "--count 30 --seed 4 --schedule main --range Pos=0:3 --entities 3 ";
  const Result cases = coreecs("cases " + options + toy);
  CHECK(cases.err == "");
  REQUIRE(cases.status == 0);
  CHECK(cases.out == coreecs("cases " + options + toy).out);
  std::istringstream lines(cases.out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const Tree one = Tree::parse(line);
    CHECK(one["program"]["systems"] == toy_case("")["program"]["systems"]);
    const Tree run = Tree::parse(coreecs("run --json --schedule main -", one["program"].dump()).out);
    files.add(one, {{"id", one["id"]}, {"frames", run["frames"]}});
  }
  CHECK(count == 30);
  CHECK(files.judged().status == 0);
  CHECK(Tree::parse(files.judged("--json").out)["yes"] == 30);

  const std::string impossible =
      "cases --count 3 --assume standing_are_alive --range Health=-5:-1 --entities 1 --only safe ";
  CHECK(coreecs(impossible + "--schedule main examples/invariants.json").status == 0);  // nobody stands
}

TEST_CASE("coreecs judge: each end of a race is judged yes, with a run that replays it, and no other state is") {
  Files files;
  Tree race = toy_case("0", "lost_write");
  race["frames"] = 1;
  const Tree verdict = Tree::parse(coreecs("check --json --schedule lost_write --frames 1 " + toy).out);
  for (int k = 0; k < 2; ++k) {
    race["id"] = std::to_string(k);
    std::string end = verdict["witness"]["runs"][k]["final"].dump();
    files.add(race, {{"id", std::to_string(k)}, {"final", Tree::parse(end)}});
  }
  const Result judged = files.judged("--json");
  CHECK(judged.status == 0);
  const Tree cases = Tree::parse(judged.out)["cases"];
  for (int k = 0; k < 2; ++k) {
    const Result replayed = coreecs("run --json " + toy + " --replay " + cases[k]["replay"].get<std::string>());
    CHECK(Tree::parse(replayed.out)["final"]["e1"] == verdict["witness"]["runs"][k]["final"]["e1"]);
  }
  Tree neither = verdict["witness"]["runs"][0]["final"];
  neither["e1"]["Vel"] = 7;
  race["id"] = "neither";
  files.add(race, {{"id", "neither"}, {"final", neither}});
  const Result refused = files.judged("--json");
  CHECK(refused.status == 1);
  const Tree last = Tree::parse(refused.out)["cases"][2];
  CHECK(last["answer"] == "no");
  CHECK(last["writers"] == Tree::parse(R"([{ "leaf": 1, "system": "collide", "entities": ["e0", "e1"] },
                                           { "leaf": 1, "system": "collide", "entities": ["e2", "e1"] }])"));
}

TEST_CASE("coreecs judge: what is ill-formed is named with its line and place, with status 2") {
  const Tree frames = frames_of_toy();
  const auto complaint = [](const Tree& one, const Tree& result) {
    Files files;
    files.add(toy_case("good"), {{"id", "good"}, {"final", Tree::object()}});
    files.add(one, result);
    const Result judged = files.judged();
    CHECK(judged.status == 2);
    return judged.err;
  };
  const Tree good = {{"id", "x"}, {"frames", frames}};
  Tree bad = toy_case("x");
  bad["program"]["frames"] = -1;
  CHECK(contains(complaint(bad, good), "cases.jsonl:2:/program/frames: "));
  CHECK(contains(complaint(toy_case("x", "mian"), good), "cases.jsonl:2: "));
  for (const auto& [place, result] :
       std::vector<std::pair<std::string, Tree>>{{":/frames", {{"id", "x"}, {"frames", Tree::array({frames[1]})}}},
                                                 {":/final/e1/Pso", {{"id", "x"}, {"final", {{"e1", {{"Pso", 1}}}}}}},
                                                 {":/final/e1/Pos", {{"id", "x"}, {"final", {{"e1", {{"Pos", "1"}}}}}}},
                                                 {"", {{"id", "x"}}},
                                                 {"", {{"id", "good"}, {"frames", frames}}},
                                                 {"", {{"id", "y"}, {"frames", frames}}},
                                                 {"", Tree::array()}})
    CHECK(contains(complaint(toy_case("x"), result), "results.jsonl:2" + place + ": "));
}

TEST_CASE("coreecs judge: where a line is ill-formed nothing is judged, and all such lines are named") {
  Files files;
  const Tree frames = frames_of_toy();
  files.add(toy_case("wrong"), {{"id", "wrong"}, {"final", Tree::object()}});  // would be a no
  files.add(toy_case("twice"), {{"id", "twice"}, {"frames", 3}});
  files.add(toy_case("twice"), {{"id", "nobody's"}, {"frames", frames}});
  files.add(toy_case("mian", "mian"), {{"id", "mian"}, {"unsupported", 1}});
  files.results += "{\n";
  const std::string report = files.scratch.file("report.xml", "before");
  for (const std::string& options : std::vector<std::string>{"", "--all ", "--json ", "--junit " + quoted(report)}) {
    CAPTURE(options);
    const Result judged = files.judged(options);
    CHECK(judged.status == 2);
    CHECK(judged.out == "");
    for (const char* named : {"results.jsonl:2:/frames: ", "cases.jsonl:3: ", "results.jsonl:3: ", "cases.jsonl:4: ",
                              "results.jsonl:5:1:2: "})
      CHECK_MESSAGE(contains(judged.err, named), judged.err);
    CHECK_FALSE(contains(judged.err, ":1: "));
  }
  CHECK(contents(report) == "before");
}

TEST_CASE("Options that take reals take neither nan nor an infinity") {
  Files files;
  files.add(toy_case("0"), {{"id", "0"}, {"final", frames_of_toy()[2]}});
  CHECK(files.judged("--tolerance 1e-9").status == 0);
  for (const std::string number : {"nan", "-nan", "inf", "-inf", "1e999", "-1", "1.5", "x", ""}) {
    CAPTURE(number);
    const Result judged = files.judged("--tolerance " + quoted(number));
    CHECK(judged.status == 2);
    CHECK(judged.out == "");
    CHECK(judged.err.rfind("--tolerance: ", 0) == 0);
    if (number == "1.5") continue;
    CHECK(coreecs("fuzz --cases 1 --seconds " + quoted(number) + " " + toy).status == 2);
    CHECK(coreecs("oracle --deadline " + quoted(number) + " -- true").status == 2);
    CHECK(coreecs("app simulate --undeclared " + quoted(number) + " examples/apps/tower_defense.json").status == 2);
    CHECK(coreecs("fuzz --cases 1 --range X=0:" + quoted(number) + " -", R"({ "components": { "X": "real" },
      "systems": { "s": { "match": [{ "incl": { "X": "x" } }], "do": [] } }, "schedules": { "z": { "conc": "s" } } })")
              .status == 2);
  }
}
