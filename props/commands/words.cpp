// What commands say is so, they do not say otherwise elsewhere, and JSON says all of it.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

json example(const std::string& name) { return json::parse(contents(source_dir / "examples" / (name + ".json"))); }

/// Two queries, so that no corollary applies; but every write leaves the same.
const std::string pairs = R"({
  "components": { "P": "int", "Hit": "int" },
  "systems": { "collide": { "match": [ { "entity": "a", "incl": { "P": "p" } }, { "entity": "b", "incl": { "P": "q" } } ],
                            "do": { "if": [{ "==": ["p", "q"] }, { "attach": ["Hit", "b", 1] }] } },
               "count": { "match": [ { "entity": "a", "incl": { "P": "p" } }, { "entity": "b", "incl": { "Hit": "h" } } ],
                          "do": { "attach": ["Hit", "b", { "+": ["h", "p"] }] } } },
  "schedules": { "main": { "conc": "collide" }, "unsafe": { "then": [{ "conc": "collide" }, { "conc": "count" }] } },
  "entities": { "a": { "P": 1 }, "b": { "P": 1 }, "c": { "P": 1 } } })";

/// For some lines of text, those without what they begin with.
std::string after(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find("\n" + begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + 1 + begin.size();
  return text.substr(from, text.find('\n', from) - from);
}

}  // namespace

TEST_CASE("show, check and check --static say the same of what is safe on every state") {
  const std::string shown = coreecs("show -", pairs).out;
  CHECK(contains(shown, "  conc(collide) is shown safe on every state: every write to Hit leaves the same\n"));
  CHECK(contains(shown,
                 "  conc(count) is not shown safe on every state: two invocations may write Hit of one entity: its "
                 "query vector has 2 queries, not one\n"));
  CHECK(contains(shown, "main ≜ conc(collide)\n  shown safe on every state: by the arguments of check --static\n"));
  CHECK(contains(shown,
                 "unsafe ≜ conc(collide)⁰ ⨟ conc(count)¹\n  not shown safe on every state: conc(count), leaf 1: "
                 "two invocations may write Hit of one entity: its query vector has 2 queries, not one\n"));
  CHECK_FALSE(contains(shown, "is not safe"));
  CHECK(coreecs("check --static -", pairs).status == 0);
  const Result verdict = coreecs("check -", pairs);
  CHECK(after(verdict.out, "  safe          ") == "yes  on every state, by the arguments of --static");
  CHECK(json::parse(coreecs("check --json -", pairs).out)["reasons"]["safe"]["on_every_state"] == true);
  for (const auto& path : example_programs()) {
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program["schedules"].items()) {
      const std::string file = shell::quoted(path.string()), arguments = " --schedule " + name + " " + file;
      CAPTURE(arguments);
      const bool safe = coreecs("check --static" + arguments).status == 0;
      const std::string text = coreecs("show" + arguments).out;
      CHECK(contains(text, "\n  shown safe on every state: ") == safe);
      CHECK(contains(text, "\n  not shown safe on every state: ") == !safe);
      const Result checked = coreecs("check --json" + arguments);
      if (checked.status == 2) continue;
      CHECK(contains(coreecs("check" + arguments).out, "on every state") == safe);
      CHECK(json::parse(checked.out)["reasons"]["safe"].value("on_every_state", false) == safe);
    }
  }
}

TEST_CASE("Leaves are numbered from 0, in text as in JSON") {
  const std::string arguments = "check --static --schedule together examples/spawner_and_lifetime.json";
  const std::string text = coreecs(arguments).out;
  CHECK(contains(text, "  (conc(fly)⁰ ⨟ conc(age)¹) ∥ conc(spawn)²\n"));
  const json report = json::parse(coreecs(arguments + " --json").out);
  for (const json& place : report["places"]) {
    const std::string said = place.contains("leaf")
                                 ? "\n  conc(" + place["system"].get<std::string>() + "), leaf " + place["leaf"].dump()
                                 : "\n  ∥ before leaf " + place["before_leaf"].dump();
    CHECK_MESSAGE(contains(text, said + "  "), text);
  }
}

TEST_CASE("check --json says what check says: hidden races, match orders, and what differs where a state is shared") {
  int hidden = 0;
  for (const auto& path : example_programs()) {
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program["schedules"].items()) {
      const std::string arguments = "check --schedule " + name + " " + shell::quoted(path.string());
      CAPTURE(arguments);
      const Result text = coreecs(arguments);
      if (text.status == 2) continue;
      const json document = json::parse(coreecs(arguments + " --json").out);
      CHECK(contains(text.out, "\n  Hidden race: ") == document.contains("hidden_race"));
      CHECK(contains(text.out, "\n  lost in frame ") == document.contains("lost_in_frame"));
      if (!document.contains("hidden_race")) continue;
      ++hidden;
      CHECK(document["hidden_race"]["invocations"].size() == 2);
      CHECK(document["hidden_race"]["overwritten_by"].contains("system"));
      CHECK(document["hidden_race"]["locations"] >= 1);
    }
  }
  CHECK(hidden > 0);
  const auto order = [](const std::string& arguments) {
    return json::parse(coreecs("check --json --any-match-order " + arguments).out)["match_order"];
  };
  const json depends = order("--frames 1 examples/toy_physics.json");
  CHECK(depends["because"] == "orders");
  CHECK(depends["key"].contains("component"));
  CHECK(order("--schedule lost_write examples/toy_physics.json")["because"] == "apart");
  const json shared = json::parse(coreecs("check --json --visibility shared examples/deviation_d8_snapshot.json").out);
  CHECK(shared["confluent"] == false);
  CHECK(shared["differs"]["location"].size() == 2);
  CHECK(shared["differs"].contains("system"));
}

namespace {

/// Three systems in a row, each of which adds something to one entity for every match.
json adding(const std::vector<std::string>& names) {
  json program = json::parse(R"({ "components": { "Score": "int", "Points": "int" }, "systems": {},
    "schedules": { "main": { "then": [] } },
    "entities": { "board": { "Score": 0 }, "p1": { "Points": 1 }, "p2": { "Points": 2 } } })");
  for (const std::string& name : names) {
    program["systems"][name] = json::parse(R"({
      "match": [ { "entity": "b", "incl": { "Score": "s" } }, { "incl": { "Points": "p" } } ],
      "do": { "attach": ["Score", "b", { "+": [{ "*": ["s", 3] }, "p"] }] } })");
    program["schedules"]["main"]["then"].push_back({{"conc", name}});
  }
  return program;
}

}  // namespace

TEST_CASE("check --suggest: where no two edits do, one of the sets of which none can be left out") {
  json program = adding({"a", "b", "c", "d"});
  program["systems"]["d"]["do"] = json::array();
  const Result text = coreecs("check --suggest -", program.dump());
  CHECK(text.status == 1);
  CHECK(
      contains(text.out, "  No edit and no pair of edits makes it confluent at this state; this set of 3 does; now "));
  CHECK(contains(text.out, "    [seq(a)] ⨟ [seq(b)] ⨟ [seq(c)] ⨟ conc(d)\n"));
  const json document = json::parse(coreecs("check --json --suggest -", program.dump()).out);
  REQUIRE(document["suggestions"].size() == 1);
  const json& suggestion = document["suggestions"][0];
  CHECK(suggestion["edits"] == json::parse(R"([ { "change": "seq", "leaf": 0 }, { "change": "seq", "leaf": 1 },
                                                { "change": "seq", "leaf": 2 } ])"));
  CHECK(document["edits"] == json::parse(R"({ "candidates": 10, "tried": 10, "undecided": 0, "combined": true,
                                              "longest_chain_now": 4 })"));
  json mended = program;
  mended[json::json_pointer(suggestion["pointer"].get<std::string>())] = suggestion["write"];
  CHECK(coreecs("check -", mended.dump()).status == 0);
}

TEST_CASE("check --suggest: there is no suggestion where one after the other fails, too") {
  json program = adding({"a", "b", "c"});
  program["systems"]["a"]["do"] =
      json::parse(R"([ { "if": [{ ">": ["s", 0] }, { "attach": ["Score", "b", { "quot": [1, 0] }] }] },
                       { "attach": ["Score", "b", "p"] } ])");
  const Result result = coreecs("check --suggest -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out,
                 "No edit of the schedule was found that makes it confluent at this state: one after the "
                 "other, too, its run fails"));
}

TEST_CASE("coreecs test: created entities may have each other's names, initial ones not") {
  json program = example("toy_physics");
  program["expect"] = json::parse(R"({ "lost_write": { "final": {
    "e1": { "Pos": 6, "Vel": -1 }, "e3": { "Pos": 8, "Vel": 1 }, "e4": { "Pos": 4, "Vel": -3 } } } })");
  const Result alike = coreecs("test -", program.dump());
  CHECK_MESSAGE(alike.status == 0, alike.out);
  json& final = program["expect"]["lost_write"]["final"];
  final["e3"]["Vel"] = 2;
  Result result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "    final: expected Vel(e3) ↦ 2, found Vel(e4) ↦ 1\n0 expectations"));
  final["e3"] = final["e1"];
  final.erase("e1");
  result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "found Vel(e1) ↦ -1\n"));
}

TEST_CASE("coreecs test: a thousand created entities that refer to each other are compared at once") {
  json program = json::parse(R"({ "components": { "A": "int", "To": "entity" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": { "new": ["x", { "new": ["y", [ { "attach": ["A", "x", "a"] }, { "attach": ["To", "y", "x"] } ]] }] } } },
    "schedules": { "main": { "conc": "s" } }, "expect": { "main": { "final": {} } } })");
  json& final = program["expect"]["main"]["final"];
  for (int j = 0; j < 1000; ++j) {
    const std::string here = std::to_string(2 * j + 1000), there = std::to_string(2 * (999 - j) + 1000);
    program["entities"]["e" + std::to_string(j)]["A"] = j;
    final["e" + std::to_string(j)]["A"] = j;
    final["e" + here]["A"] = 999 - j;
    final["e" + std::to_string(2 * j + 1001)]["To"] = "e" + here;
  }
  const Result result = coreecs("test -", program.dump());
  CHECK_MESSAGE(result.status == 0, result.out.substr(0, 1000));
  final["e1000"]["A"] = -1;
  const Result wrong = coreecs("test -", program.dump());
  CHECK(wrong.status == 1);
  CHECK_MESSAGE(contains(wrong.out, "    final: expected A(e1000) ↦ -1, found A(e2998) ↦ 999\n0 expectations"),
                wrong.out.substr(0, 1000));
}

TEST_CASE("run --replay --anyway: a token of what has changed since is performed as far as its steps can be") {
  json program = example("toy_physics");
  const std::string token = json::parse(
      coreecs("check --json --frames 1 --schedule lost_write -", program.dump()).out)["witness"]["runs"][1]["replay"];
  program["entities"]["e0"]["Vel"] = 6;
  program["systems"]["collide"]["do"]["if"][1][2]["attach"][2] = "vj";
  const std::string arguments = "run --schedule lost_write --replay " + token;
  const Result refused = coreecs(arguments + " -", program.dump());
  CHECK(refused.status == 2);
  CHECK(refused.out == "");
  CHECK(contains(refused.err, "all its 4 steps can be performed: --anyway performs them\n"));
  const Result performed = coreecs(arguments + " --anyway -", program.dump());
  CHECK(performed.status == 0);
  CHECK(contains(performed.err, "it was made for other components or systems\n"));
  CHECK(contains(performed.out, "inertia⟨e0⟩, inertia⟨e2⟩, collide⟨e2, e1⟩, collide⟨e0, e1⟩\n"));
  CHECK(contains(performed.out, "Vel ↦ {e1 ↦ 6,"));
  program["entities"].erase("e2");
  const Result in_part = coreecs(arguments + " --anyway -", program.dump());
  CHECK(in_part.status == 2);
  CHECK(contains(in_part.err, "here, at step 3 it performs match 1 of collide "));
  CHECK(contains(
      in_part.out,
      "the first 2 invocations of a run\n  inertia⟨e0⟩, collide⟨e0, e1⟩\n  leaves\n    Pos ↦ {e1 ↦ 7, e2 ↦ 7}\n"));
  const Result as_json = coreecs(arguments + " --anyway --json -", program.dump());
  CHECK(json::parse(as_json.out)["complete"] == false);
  CHECK(json::parse(as_json.out)["order"].size() == 2);
  CHECK(coreecs(arguments + " -", program.dump()).out == "");
  CHECK(coreecs("run --anyway examples/toy_physics.json").status == 2);
}

TEST_CASE("Long numbers of linearizations have three digits in text, and all of them with --exact") {
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
    "schedules": { "z": { "conc": "s" } } })");
  const auto with = [&](int entities) {
    program["entities"] = json::object();
    for (int j = 0; j < entities; ++j) program["entities"]["e" + std::to_string(j)] = {{"A", j}};
    return program.dump();
  };
  const std::string factorial_25 = "15511210043330985984000000", factorial_17 = "355687428096000";
  for (const std::string command : {"check", "linearizations"}) {
    CAPTURE(command);
    CHECK(contains(coreecs(command + " -", with(17)).out, "17 invocations, " + factorial_17 + " linearizations\n"));
    CHECK(contains(coreecs(command + " -", with(18)).out, "18 invocations, 6.40e15 linearizations\n"));
    CHECK(contains(coreecs(command + " -", with(25)).out, "25 invocations, 1.55e25 linearizations\n"));
    CHECK(contains(coreecs(command + " --exact -", with(25)).out, ", " + factorial_25 + " linearizations\n"));
    CHECK(json::parse(coreecs(command + " --json -", with(25)).out)["linearizations"] == factorial_25);
    CHECK(contains(coreecs(command + " -", with(4000)).out, ", 1.83e12673 linearizations\n"));
    CHECK(after(coreecs(command + " --exact -", with(4000)).out, "  po_c(z): 4000 invocations, ").size() > 12673);
  }
}

TEST_CASE("The fields of a record are shown as they are declared") {
  const std::string program = R"({ "components": { "Gun": { "range": "int", "damage": { "z": "int", "a": "int" } } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Gun": "g" } } ], "do": [] } },
    "schedules": { "main": { "seq": "s" } },
    "entities": { "e0": { "Gun": { "damage": { "a": 1, "z": 2 }, "range": 3 } } } })";
  CHECK(contains(coreecs("run --frames 0 -", program).out, "{e0 ↦ {range ↦ 3, damage ↦ {z ↦ 2, a ↦ 1}}}\n"));
  CHECK(contains(coreecs("show -", program).out, "K ≜ {Gun ↦ {range: int, damage: {z: int, a: int}}}\n"));
  CHECK(
      contains(coreecs("run --json --frames 0 -", program).out, R"("Gun": {"damage": {"a": 1, "z": 2}, "range": 3})"));
  std::string other = program;
  other.replace(program.find("\"z\": \"int\", \"a\""), 15, R"("a": "int", "z")");
  CHECK(contains(coreecs("show -", other).out, "damage: {a: int, z: int}"));
  const std::string orders = "linearizations --list --json -";
  CHECK(coreecs(orders, other).out == coreecs(orders, program).out);
  const Scratch scratch;
  const std::string certificate = scratch.file("c.json");
  CHECK(coreecs("check --certificate " + certificate + " -", program).status == 0);
  CHECK(coreecs("verify-certificate - " + certificate, other).status == 0);
}
