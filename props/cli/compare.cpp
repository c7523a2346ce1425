// coreecs compare: does one schedule end as another one does?
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("coreecs compare: where a schedule goes another way, and by whom") {
  const Result result = coreecs("compare " + toy + " --with lost_write --frames 1");
  CHECK(result.status == 1);
  CHECK(contains(result.out,
                 "toy physics: lost_write compared with main, 1 frame\n"
                 "  ends alike  no  they differ first after frame 1\n"
                 "    Pos(e2)\n"
                 "      main leaves 7, last written by inertia⟨e2⟩ (leaf 0)\n"
                 "      lost_write leaves ⊥, last written by collide⟨e2, e1⟩ (leaf 1)\n"));
  CHECK(contains(result.out, "      main leaves -2, and nobody writes there in that frame\n"));
  const json document = json::parse(coreecs("compare " + toy + " --with lost_write --frames 1 --json").out);
  CHECK(document["same"] == false);
  CHECK(document["because"] == "ends");
  CHECK(document["parted_after"] == 1);
  CHECK(document["differences"].size() == document["at_the_end"].size());
  CHECK(document["differences"][0]["reference"] ==
        json::parse(R"({ "at": { "entity": "e2", "component": "Pos" }, "value": 7,
                         "by": [{ "leaf": 0, "system": "inertia", "entities": ["e2"] }] })"));
  CHECK(coreecs("compare " + toy + " --with main").out ==
        "toy physics: main compared with main, 2 frames\n"
        "  ends alike  yes  every run of main ends as main does\n");
}

TEST_CASE("coreecs compare: alike by the reference runs, but not by every run") {
  const Result result = coreecs("compare - --with race", R"({
    "components": { "A": "int" },
    "systems": { "one": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } },
                 "two": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 2] } } },
    "schedules": { "main": { "then": [{ "conc": "one" }, { "conc": "two" }] },
                   "race": { "par": [{ "conc": "one" }, { "conc": "two" }] } },
    "entities": { "e0": { "A": 0 } } })");
  CHECK(result.status == 1);
  CHECK(result.out ==
        "-: race compared with main, 1 frame\n"
        "  ends alike  no  race is not confluent: its reference run ends as main does, another run does not\n"
        "    A(e0): main ends with 2, that run with 1\n"
        "  coreecs check --schedule race shows it\n");
}

TEST_CASE("coreecs compare: a schedule that fails where the other does not, and the other way round") {
  const std::string program = R"({
    "components": { "A": "int" },
    "systems": { "fill": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } },
                 "share": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "quot": [1, "a"] }] } } },
    "schedules": { "main": { "then": [{ "conc": "fill" }, { "conc": "share" }] },
                   "other": { "then": [{ "conc": "share" }, { "conc": "fill" }] } },
    "entities": { "e0": { "A": 0 } } })";
  const Result result = coreecs("compare - --with other", program);
  CHECK(result.status == 1);
  CHECK(contains(result.out, "  ends alike  no  other fails in frame 1, main does not\n"));
  CHECK(contains(result.out, "division by zero"));
  const Result back = coreecs("compare - --schedule other --with main", program);
  CHECK(back.status == 2);
  CHECK(contains(back.err, "-:/systems/share/do/attach/2/quot: run-time error: division by zero"));
}

TEST_CASE(
    "coreecs compare --fuzz: the smallest start where they end differently, as a program that is compared again") {
  const Scratch scratch;
  const Result result =
      coreecs("compare " + toy + " --with lost_write --fuzz --frames 1 --output " + scratch.path.string());
  CHECK(result.status == 1);
  const std::string file = (scratch.path / "toy_physics.compare.json").string();
  CHECK(contains(result.out, "shrunk: " + file));
  const json found = json::parse(contents(file));
  CHECK(found["entities"].size() <= 3);
  CHECK(contains(found["about"].get<std::string>(), "Found by coreecs compare (seed 1, case "));
  CHECK(coreecs("compare " + file + " --with lost_write").status == 1);
  const json report = json::parse(
      coreecs("compare " + toy + " --with lost_write --fuzz --frames 1 --json --output " + scratch.path.string()).out);
  CHECK(report["found"]["file"] == file);
  CHECK(report["same"].get<int>() + report["undecided"].get<int>() + report["errors"].get<int>() + 1 ==
        report["tried"]);
  const Result same = coreecs("compare " + toy + " --with main --fuzz --cases 20");
  CHECK(same.status == 0);
  CHECK(contains(same.out,
                 "from each of 20 starts\n  ends alike  yes  alike from 19, undecided from 0; from 1 main fails\n"));
}

TEST_CASE("coreecs compare: wrong usage") {
  CHECK(coreecs("compare " + toy).status == 2);
  CHECK(contains(coreecs("compare " + toy + " --with other").err, "unknown schedule \"other\""));
  CHECK(coreecs("compare " + toy + " --with main --cases 3").status == 2);
}
