// coreecs compare: does one schedule end as another one does?
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("coreecs compare: where a schedule goes another way, and by whom") {
  CHECK(coreecs("compare " + toy + " --with lost_write --frames 1").status == 1);
  const json document = json::parse(coreecs("compare " + toy + " --with lost_write --frames 1 --json").out);
  CHECK(document["same"] == false);
  CHECK(document["because"] == "ends");
  CHECK(document["parted_after"] == 1);
  CHECK(document["differences"].size() == document["at_the_end"].size());
  CHECK(document["differences"][0]["reference"] ==
        json::parse(R"({ "at": { "entity": "e2", "component": "Pos" }, "value": 7,
                         "by": [{ "leaf": 0, "system": "inertia", "entities": ["e2"] }] })"));
  CHECK(coreecs("compare " + toy + " --with main").status == 0);
}

TEST_CASE("coreecs compare: alike by the reference runs, but not by every run") {
  const Result result = coreecs("compare - --json --with race", goldens::text("race"));
  CHECK(result.status == 1);
  CHECK(json::parse(result.out)["because"] == "not_confluent");
}

namespace {

/// Of its schedules `good` ends, the others fail: in the first frame, with another system, and in the third.
const std::string failing = goldens::text("failing");

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
  CHECK(said("good", "early", 1) == json{{"schedule", "good"},
                                         {"with", "early"},
                                         {"frames", 3},
                                         {"same", false},
                                         {"because", "error"},
                                         {"same_in_every_frame", false},
                                         {"parted_after", 1},
                                         {"differences", json::array()},
                                         {"at_the_end", json::array()},
                                         {"error", "division by zero"},
                                         {"errors", {error_of_early}}});
}

TEST_CASE("coreecs compare: where the first schedule fails, there is nothing to compare with") {
  CHECK(said("early", "good", 2) == json{{"schedule", "early"},
                                         {"with", "good"},
                                         {"frames", 3},
                                         {"same", nullptr},
                                         {"because", "no_reference"},
                                         {"error", "division by zero"},
                                         {"errors", {error_of_early}}});
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
  CHECK(coreecs(file).status == 1);
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
    return coreecs("compare " + file + " --fuzz --range A=-9:9 --output " + scratch.path.string() + schedules + more);
  };
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
}

TEST_CASE(
    "coreecs compare --fuzz: the smallest start where they end differently, as a program that is compared again") {
  const Scratch scratch;
  const std::string fuzz = "compare " + toy + " --with lost_write --fuzz --frames 1 --output " + scratch.path.string();
  CHECK(coreecs(fuzz).status == 1);
  const std::string file = (scratch.path / "toy_physics.compare.json").string();
  const json found = json::parse(contents(file));
  CHECK(found["entities"].size() <= 3);
  CHECK(coreecs("compare " + file + " --with lost_write").status == 1);
  const json report = json::parse(coreecs(fuzz + " --json").out);
  CHECK(report["found"]["file"] == file);
  CHECK(report["same"].get<int>() + report["undecided"].get<int>() + report["errors"].get<int>() + 1 ==
        report["tried"]);
  CHECK(coreecs("compare " + toy + " --with main --fuzz --cases 20").status == 0);
}

TEST_CASE("coreecs compare: wrong usage") {
  CHECK(coreecs("compare " + toy).status == 2);
  CHECK(coreecs("compare " + toy + " --with main --cases 3").status == 2);
}

// [compare]
TEST_CASE("coreecs compare: a created entity that has no counterpart is not taken for another one of its name") {
  const Result result = coreecs("compare - --json --with other", goldens::text("no_counterpart"));
  CHECK(result.status == 1);
  const json first = json::parse(result.out)["differences"][0];
  CHECK(first["reference"]["at"] == json{{"entity", "e2"}, {"component", "A"}});
  CHECK(first["other"] == json::object());
}
