// `coreecs check`, as its users meet it: status, words, JSON.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("coreecs check --json: yes") {
  const Result result = coreecs("check --json " + toy);
  CHECK(result.status == 0);
  CHECK(json::parse(result.out) == json::parse(R"({ "schedule": "main", "frames": 2,
    "invocations": 6, "linearizations": "12",
    "safe_by_rule": true, "safe": true, "deterministic": true, "confluent": true,
    "reasons": { "safe_by_rule": { "because": "disjoint", "on_every_state": true }, "safe": { "because": "agreement", "on_every_state": true },
                 "deterministic": { "because": "safe" }, "confluent": { "because": "hereditary" } } })"));
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

TEST_CASE("coreecs check: the reason in the paper's words") {
  const Result result = coreecs("check --frames 1 --schedule lost_write " + toy);
  CHECK(result.status == 1);
  CHECK(contains(result.out, "Theorem 4.7(3): collide⟨e0, e1⟩ and collide⟨e2, e1⟩ are concurrent"));
  CHECK(contains(result.out, "collide⟨e0, e1⟩ leaves Vel(e1) ↦ 3, collide⟨e2, e1⟩ leaves Vel(e1) ↦ -1"));
  CHECK_FALSE(contains(result.out, "\033["));
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

TEST_CASE("coreecs check, linearizations: invocations that print alike are told apart by their leaves") {
  const std::string correlated = "examples/deviation_d10_correlated.json";
  const Result checked = coreecs("check " + correlated);
  CHECK(contains(checked.out, "mk⟨e0⟩ (leaf 0) and mk⟨e0⟩ (leaf 1) are concurrent"));
  CHECK(contains(checked.out, "mk⟨e0⟩ (leaf 0) leaves Stored(e0) ↦ e1, mk⟨e0⟩ (leaf 1) leaves Stored(e0) ↦ e2"));
  CHECK(contains(checked.out, "    A  » mk⟨e0⟩ (leaf 0), mk⟨e0⟩ (leaf 1), tag⟨e0⟩ (leaf 2)\n"));
  CHECK(contains(checked.out, "    B  » mk⟨e0⟩ (leaf 1), mk⟨e0⟩ (leaf 0), tag⟨e0⟩ (leaf 2)\n"));
  CHECK(contains(checked.out, "\n  main ≜ (conc(mk)⁰ ∥ conc(mk)¹) ⨟ conc(tag)²\n"));
  CHECK(contains(shell::coreecs("show " + correlated).out, "\nmain ≜ (conc(mk)⁰ ∥ conc(mk)¹) ⨟ conc(tag)²\n"));
  CHECK(contains(shell::coreecs("check --frames 2 " + correlated).out,
                 " ⨟ conc(tag)², and 3 more for each frame before\n"));
  const Result listed = coreecs("linearizations --list " + correlated);
  CHECK(contains(listed.out, "\n  main ≜ (conc(mk)⁰ ∥ conc(mk)¹) ⨟ conc(tag)²\n"));
  CHECK(contains(listed.out, "    1  A  mk⟨e0⟩ (leaf 0), mk⟨e0⟩ (leaf 1), tag⟨e0⟩ (leaf 2)\n"));
  CHECK(contains(listed.out, "    2  B  mk⟨e0⟩ (leaf 1), mk⟨e0⟩ (leaf 0), tag⟨e0⟩ (leaf 2)\n"));
  // the same system in two frames is not concurrent with itself
  CHECK_FALSE(contains(coreecs("linearizations --list --frames 2 " + toy).out, "(leaf"));
  CHECK_FALSE(contains(coreecs("check --frames 2 --schedule lost_write " + toy).out, "(leaf"));

  const std::string twice = R"({ "components": { "A": "int" }, "entities": { "e0": { "A": 0 } },
    "systems": { "inc": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                          "do": { "attach": ["A", "e", { "+": ["a", 1] }] } } },
    "schedules": { "main": { "then": [ { "seq": "inc" }, { "par": [ { "conc": "inc" }, { "seq": "inc" } ] } ] } } })";
  const Result sampled = coreecs("linearizations --sample 1 -", twice);
  CHECK(contains(sampled.out, "inc⟨e0⟩ (leaf 0), inc⟨e0⟩ (leaf "));
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
