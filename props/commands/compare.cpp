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

namespace {

/// Of its schedules `good` ends, the others fail: in the first frame, with another system, and in the third.
const std::string failing = R"({
  "name": "failing",
  "components": { "A": "int" },
  "systems": { "count": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "-": ["a", 1] }] } },
               "share": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "if": [{ "<": ["a", 3] }, { "attach": ["A", "e", { "quot": [6, "a"] }] }] } },
               "rest": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "if": [{ "<": ["a", 3] }, { "attach": ["A", "e", { "rem": [6, "a"] }] }] } } },
  "schedules": { "good": { "conc": "count" }, "early": { "conc": "share" }, "also": { "seq": "rest" },
                 "late": { "then": [{ "conc": "count" }, { "use": "early" }] } },
  "frames": 3,
  "entities": { "x": { "A": 4 }, "y": { "A": 0 }, "z": { "A": 3 } } })";
const std::string early_fails =
    "failing:/systems/share/do/if/1/attach/2/quot: run-time error: division by zero\n"
    "  in schedule early, frame 1, system share, match ⟨y⟩\n";

/// What --json says, but for the list of errors, whose elements are given.
json said(const std::string& schedule, const std::string& other, int status) {
  const Result result = coreecs("compare - --json --schedule " + schedule + " --with " + other, failing);
  CHECK(result.status == status);
  return json::parse(result.out);
}

const json error_of_early = {{"schedule", "early"},
                             {"frame", 1},
                             {"system", "share"},
                             {"entities", {"y"}},
                             {"pointer", "/systems/share/do/if/1/attach/2/quot"},
                             {"error", "division by zero"}};

}  // namespace

TEST_CASE("coreecs compare: a schedule that fails where the other does not") {
  const Result result = coreecs("compare - --schedule good --with early", failing);
  CHECK(result.status == 1);
  CHECK(result.err == "");
  CHECK(result.out ==
        "failing: early compared with good, 3 frames\n"
        "  ends alike  no  early fails in frame 1, good does not\n"
        "    failing:/systems/share/do/if/1/attach/2/quot: run-time error: division by zero\n"
        "      in schedule early, frame 1, system share, match ⟨y⟩\n");
  CHECK(said("good", "early", 1) == json{{"schedule", "good"},
                                         {"with", "early"},
                                         {"frames", 3},
                                         {"same", false},
                                         {"because", "error"},
                                         {"parted_after", 1},
                                         {"differences", json::array()},
                                         {"at_the_end", json::array()},
                                         {"error", "division by zero"},
                                         {"errors", {error_of_early}}});
}

TEST_CASE("coreecs compare: where the first schedule fails, there is nothing to compare with, and both are said") {
  const Result first = coreecs("compare - --schedule early --with good", failing);
  CHECK(first.status == 2);
  CHECK(first.out == "");
  std::string of_file = early_fails;
  of_file.replace(0, 7, "-");
  CHECK(first.err == of_file + "-: early fails, good does not: there is no end to compare with\n");
  CHECK(said("early", "good", 2) == json{{"schedule", "early"},
                                         {"with", "good"},
                                         {"frames", 3},
                                         {"same", nullptr},
                                         {"because", "no_reference"},
                                         {"error", "division by zero"},
                                         {"errors", {error_of_early}}});
  const Result both = coreecs("compare - --schedule early --with also", failing);
  CHECK(both.status == 2);
  CHECK(both.out == "");
  CHECK(both.err == of_file +
                        "-:/systems/rest/do/if/1/attach/2/rem: run-time error: division by zero\n"
                        "  in schedule also, frame 1, system rest, match ⟨y⟩\n"
                        "-: early and also both fail: there are no ends to compare\n");
  json of_also = error_of_early;
  of_also.update({{"schedule", "also"}, {"system", "rest"}, {"pointer", "/systems/rest/do/if/1/attach/2/rem"}});
  CHECK(said("early", "also", 2) == json{{"schedule", "early"},
                                         {"with", "also"},
                                         {"frames", 3},
                                         {"same", nullptr},
                                         {"because", "both_fail"},
                                         {"error", "division by zero"},
                                         {"errors", {error_of_early, of_also}}});
}

TEST_CASE("coreecs compare: another run than the reference run fails") {
  const std::string file = "compare props/regressions/one_order_fails.json --with main";
  const Result result = coreecs(file);
  CHECK(result.status == 1);
  CHECK(result.out ==
        "one order fails: main compared with main, 1 frame\n"
        "  ends alike  no  main is not confluent: its reference run ends as main does, another run fails\n"
        "    one order fails:/systems/inverse/do/attach/2/quot: run-time error: division by zero\n"
        "      in schedule main, system inverse, match ⟨z⟩\n"
        "  coreecs check --schedule main shows it\n");
  const json as_json = json::parse(coreecs(file + " --json").out);
  CHECK(as_json["because"] == "not_confluent");
  CHECK(as_json["errors"] == json::array({{{"schedule", "main"},
                                           {"system", "inverse"},
                                           {"entities", {"z"}},
                                           {"pointer", "/systems/inverse/do/attach/2/quot"},
                                           {"error", "division by zero"}}}));
}

TEST_CASE("coreecs compare --fuzz: how often the first schedule fails, and both, and why a start was found") {
  const Scratch scratch;
  const std::string file = scratch.file("failing.json", failing), found = scratch.file("failing.compare.json");
  const auto fuzz = [&](const std::string& schedules, const std::string& more) {
    return coreecs("compare " + file + schedules + " --fuzz --range A=-9:9 --output " + scratch.path.string() + more);
  };
  const Result of_text = fuzz(" --schedule good --with early", "");
  CHECK(contains(of_text.out, "shrunk: " + found + "\n  there early fails, good does not\n  coreecs compare "));
  for (const std::string one : {"good early", "early good", "early also", "late early", "good late"}) {
    const std::size_t space = one.find(' ');
    const std::string schedules = " --schedule " + one.substr(0, space) + " --with " + one.substr(space + 1);
    const json searched = json::parse(fuzz(schedules, " --json").out);
    CAPTURE(one);
    REQUIRE(searched["found"].is_object());
    const json again = json::parse(coreecs("compare " + found + schedules + " --json").out);
    CHECK(searched["found"]["because"] == again["because"]);
  }
  // both fail where an A is 0, and nowhere else
  const json searched = json::parse(fuzz(" --schedule early --with early --frames 1 --range A=0:2", " --json").out);
  CHECK(searched["errors"].get<int>() > 0);
  CHECK(searched["errors"] == searched["errors_of_both"]);
  CHECK(searched["same"].get<int>() + searched["errors"].get<int>() == 1000);
  const json one_only = json::parse(fuzz(" --schedule early --with good --frames 1 --range A=0:0", " --json").out);
  CHECK(one_only["errors"].get<int>() > 0);
  CHECK(one_only["errors_of_both"] == 0);
  CHECK(contains(fuzz(" --schedule early --with good --frames 1 --range A=0:0 --cases 20", "").out,
                 " early fails, from 0 of these good, too\n"));
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
  CHECK(contains(
      same.out,
      "from each of 20 starts\n  ends alike  yes  alike from 19, undecided from 0; from 1 main fails, from 1 of "
      "these main, too\n"));
}

TEST_CASE("coreecs compare: wrong usage") {
  CHECK(coreecs("compare " + toy).status == 2);
  CHECK(contains(coreecs("compare " + toy + " --with other").err, "unknown schedule \"other\""));
  CHECK(coreecs("compare " + toy + " --with main --cases 3").status == 2);
}

// [compare]
TEST_CASE("coreecs compare: a created entity that has no counterpart is not taken for another one of its name") {
  const Result result = coreecs("compare - --with other", R"({ "components": { "G": "unit", "A": "int", "B": "int" },
    "systems": {
      "two": { "match": [ { "incl": { "G": "_" } } ], "do": { "new": ["x", [ { "attach": ["A", "x", 1] },
        { "new": ["y", [ { "attach": ["A", "y", 2] }, { "attach": ["B", "y", 1] } ] ] } ]] } },
      "one": { "match": [ { "incl": { "G": "_" } } ],
               "do": { "new": ["x", { "new": ["y", { "attach": ["A", "y", 1] } ] } ] } } },
    "schedules": { "main": { "conc": "two" }, "other": { "conc": "one" } }, "entities": { "e0": { "G": null } } })");
  CHECK(contains(result.out,
                 "    A(e2)\n      main leaves 2, last written by two⟨e0⟩ (leaf 0)\n      other leaves ⊥, and nobody"));
}
