// `coreecs check`, as its users meet it: status, words, JSON.
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

TEST_CASE("coreecs check --json: yes") {
  const Result result = coreecs("check --json " + toy);
  CHECK(result.status == 0);
  CHECK(json::parse(result.out) == json::parse(R"({ "schedule": "main", "frames": 2,
    "invocations": 6, "linearizations": "12",
    "safe_by_rule": true, "safe": true, "deterministic": true, "confluent": true,
    "every_frame": { "safe_by_rule": true, "safe": true, "deterministic": true, "confluent": true },
    "reasons": { "safe_by_rule": { "because": "disjoint", "on_every_state": true }, "safe": { "because": "agreement", "on_every_state": true },
                 "deterministic": { "because": "safe" }, "confluent": { "because": "hereditary" } },
    "further": { "no_lost_updates": true, "any_match_order": false, "shared_visibility": true, "on_every_state": true },
    "lost_updates": [] })"));
}

TEST_CASE("coreecs check --json: no, with two runs that end differently at the location it names") {
  const Result result = coreecs("check --json --frames 1 --schedule lost_write " + toy);
  CHECK(result.status == 1);
  const json verdict = json::parse(result.out);
  CHECK(verdict["invocations"] == 4);
  CHECK(verdict["linearizations"] == "4");
  for (const char* question : {"safe_by_rule", "safe", "deterministic", "confluent"}) CHECK(verdict[question] == false);
  const json& reasons = verdict["reasons"];
  CHECK(reasons["safe_by_rule"] == json::parse(R"({ "because": "overlap", "rule": 3,
    "location": { "entity": "e1", "component": "Vel" },
    "invocations": [{ "leaf": 1, "system": "collide", "entities": ["e0", "e1"] },
                    { "leaf": 1, "system": "collide", "entities": ["e2", "e1"] }] })"));
  CHECK(reasons["safe"] == json::parse(R"({ "because": "conflict",
    "location": { "entity": "e1", "component": "Vel" },
    "invocations": [{ "leaf": 1, "system": "collide", "entities": ["e0", "e1"], "leaves": 3 },
                    { "leaf": 1, "system": "collide", "entities": ["e2", "e1"], "leaves": -1 }] })"));
  CHECK(reasons["deterministic"]["because"] == "linearizations");
  CHECK(reasons["deterministic"]["invocations"] == reasons["safe"]["invocations"]);
  CHECK(reasons["confluent"] == json::parse(R"({ "because": "hereditary" })"));
  const json& witness = verdict["witness"];
  CHECK(witness["key"] == json::parse(R"({ "entity": "e1", "component": "Vel" })"));
  REQUIRE(witness["runs"].size() == 2);
  for (const json& run : witness["runs"]) CHECK(run["order"].size() == 4);
  CHECK(witness["runs"][0]["order"][0] == json::parse(R"({ "leaf": 0, "system": "inertia", "entities": ["e0"] })"));
  CHECK(witness["runs"][0]["final"]["e1"]["Vel"] == -1);
  CHECK(witness["runs"][1]["final"]["e1"]["Vel"] == 3);
}

TEST_CASE("coreecs check: the status is undecided where the limit is reached") {
  const std::string program = R"({
    "components": { "A": "int", "B": "int" },
    "systems": { "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 1] } },
                 "two": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 2] } },
                 "off": { "match": [ { "incl": { "B": "b" } } ], "do": { "detach": ["B", { "entity": "x" }] } } },
    "schedules": { "main": { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] }, { "seq": "off" } ] } },
    "entities": { "x": { "A": 1 }, "y": { "A": 2 }, "z": { "A": 3 } } })";
  CHECK(coreecs("check -", program).status == 0);
  const Result result = coreecs("check --json --limit 3 -", program);
  CHECK(result.status == 3);
  CHECK(json::parse(result.out)["confluent"].is_null());
}

TEST_CASE("coreecs check: 10^3 concurrent invocations have too many linearizations to print") {
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
    "schedules": { "z": { "conc": "s" } } })");
  for (int j = 0; j < 4000; ++j) program["entities"]["e" + std::to_string(j)] = {{"A", j}};
  const Result result = coreecs("check --json -", program.dump());
  CHECK(result.status == 0);
  CHECK(json::parse(result.out)["linearizations"] == "1.83e12673");
}

TEST_CASE("coreecs check --require: which verdict the exit status follows") {
  const std::string fixed = "check --schedule fixed examples/deviation_d5_two_determinisms.json";
  CHECK(coreecs(fixed).status == 0);
  CHECK(coreecs(fixed + " --require confluent").status == 0);
  for (const char* verdict : {"safe_by_rule", "safe", "deterministic"})
    CHECK(coreecs(fixed + " --require " + verdict).status == 1);
  CHECK(coreecs(fixed + " --require deterministic --json").out == coreecs(fixed + " --json").out);
  CHECK(coreecs(fixed + " --require error").status == 2);
  CHECK(coreecs(fixed + " --require safe --static").status == 2);
}

TEST_CASE("coreecs check --all-schedules: each of them, and the worst status") {
  const Result both = coreecs("check --all-schedules " + toy);
  CHECK(both.status == 1);
  CHECK(both.out ==
        coreecs("check --schedule main " + toy).out + "\n" + coreecs("check --schedule lost_write " + toy).out);
  const json documents = json::parse(coreecs("check --all-schedules --json " + toy).out);
  REQUIRE(documents.size() == 2);
  CHECK(documents[0] == json::parse(coreecs("check --schedule main --json " + toy).out));
  CHECK(documents[1] == json::parse(coreecs("check --schedule lost_write --json " + toy).out));
  CHECK(coreecs("check --all-schedules --schedule main " + toy).status == 2);
  const json of_two = json::parse(coreecs("check --format json " + toy + " examples/last_writer.json").out);
  CHECK(of_two.size() == 2);
  CHECK(coreecs("check --format json " + toy).out == coreecs("check --json " + toy).out);
}

TEST_CASE("coreecs check --format junit: a test for each schedule, which XML parsers read") {
  const Result result = coreecs("check --all-schedules --format junit " + toy + " examples/run_time_errors.json");
  CHECK(result.status == 2);
  const Scratch scratch;
  const std::string script =
      scratch.file("read.py",
                   "import sys, xml.etree.ElementTree as tree\nroot = tree.parse(sys.argv[1]).getroot()\n"
                   "assert int(root.get('tests')) == len(root)\n"
                   "assert int(root.get('failures')) == len(root.findall('*/failure')) > 0\n"
                   "assert int(root.get('errors')) == len(root.findall('*/error')) > 0\n");
  CHECK(std::system((quoted(COREECS_PYTHON) + " " + script + " " + scratch.file("out.xml", result.out)).c_str()) == 0);
  CHECK(coreecs("check --format junit --suggest " + toy).status == 2);

  // Files of which nothing can be checked are no tests that pass.
  for (const std::string bad : {"no_such_file.json", "--schedule no_such_schedule examples/last_writer.json"}) {
    CHECK(coreecs("check --format junit " + toy + " " + bad).status == 2);
    const std::string file = bad.substr(bad.rfind(' ') + 1);
    const json report = json::parse(coreecs("check --format sarif " + toy + " " + bad).out);
    const json& last = report["runs"][0]["results"].back();
    CHECK(last["ruleId"] == "error");
    CHECK(last["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == file);
  }
}

TEST_CASE("coreecs check --format sarif: what is not as required, with where the schedule is") {
  const Result result = coreecs("check --all-schedules --format sarif " + toy + " examples/run_time_errors.json");
  CHECK(result.status == 2);
  const json document = json::parse(result.out);
  CHECK(document["version"] == "2.1.0");
  const json& run = document["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "coreecs");
  std::set<std::string> rules;
  for (const json& rule : run["tool"]["driver"]["rules"]) rules.insert(rule["id"]);
  CHECK(rules == std::set<std::string>{"not-confluent", "error"});
  const json& first = run["results"][0];
  CHECK(first["ruleId"] == "not-confluent");
  CHECK(first["level"] == "error");
  const json& place = first["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == toy);
  const std::string text = contents(source_dir / toy);
  const auto line = std::count(text.begin(), text.begin() + static_cast<long>(text.find("\"lost_write\"")), '\n') + 1;
  CHECK(place["region"]["startLine"] == line);
  for (const json& one : run["results"]) CHECK(rules.count(one["ruleId"]) == 1);
  const json safe = json::parse(coreecs("check --require safe --format sarif " + toy).out);
  CHECK(safe["runs"][0]["results"] == json::array());
  CHECK(safe["runs"][0]["tool"]["driver"]["rules"][0]["id"] == "not-safe");
}
