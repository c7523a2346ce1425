// What commands say is so, they do not say otherwise elsewhere, and JSON says all of it.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

json example(const std::string& name) { return json::parse(contents(source_dir / "examples" / (name + ".json"))); }

/// For some lines of text, those without what they begin with.
std::string after(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find("\n" + begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + 1 + begin.size();
  return text.substr(from, text.find('\n', from) - from);
}

}  // namespace

TEST_CASE("show, check and check --static say the same of what is safe on every state" * doctest::test_suite("slow")) {
  const std::string pairs = goldens::text("pairs");
  CHECK(coreecs("check --static -", pairs).status == 0);
  CHECK(json::parse(coreecs("check --json -", pairs).out)["reasons"]["safe"]["on_every_state"] == true);
  for (const auto& path : example_programs()) {
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program["schedules"].items()) {
      const std::string file = shell::quoted(path.string()), arguments = " --schedule " + name + " " + file;
      CAPTURE(arguments);
      const bool safe = coreecs("check --static" + arguments).status == 0;
      const std::string text = coreecs("show" + arguments).out;
      CHECK(contains(text, "\n  shown safe on every state, by ") == safe);
      CHECK(contains(text, "\n  not shown safe on every state: ") == !safe);
      const Result checked = coreecs("check --json" + arguments);
      if (checked.status == 2) continue;
      CHECK(contains(coreecs("check" + arguments).out, "yes  on every state") == safe);
      CHECK(json::parse(checked.out)["reasons"]["safe"].value("on_every_state", false) == safe);
    }
  }
}

TEST_CASE("Leaves are numbered from 0, in text as in JSON") {
  const std::string arguments = "check --static --schedule together examples/spawner_and_lifetime.json";
  const std::string text = coreecs(arguments).out;
  const json report = json::parse(coreecs(arguments + " --json").out);
  for (const json& place : report["places"]) {
    const std::string said = place.contains("leaf")
                                 ? "\n  conc(" + place["system"].get<std::string>() + "), leaf " + place["leaf"].dump()
                                 : "\n  ∥ before leaf " + place["before_leaf"].dump();
    CHECK_MESSAGE(contains(text, said + "  "), text);
  }
}

TEST_CASE("check --json says what check says: hidden races, match orders, and what differs where a state is shared" *
          doctest::test_suite("slow")) {
  int hidden = 0;
  for (const auto& path : example_programs()) {
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program["schedules"].items()) {
      const std::string arguments = "check --schedule " + name + " " + shell::quoted(path.string());
      CAPTURE(arguments);
      const Result text = coreecs(arguments);
      if (text.status == 2) continue;
      const json document = json::parse(coreecs(arguments + " --json").out);
      const bool seen =
          document["every_frame"]["deterministic"] == false || document["every_frame"]["confluent"] == false;
      CHECK(contains(text.out, "\n  Hidden race, ") == (document.contains("hidden_race") && !seen));
      const json lost = document.value("lost_in_frame", json::object());
      const bool listed = contains(text.out, "\n  first fails: ");
      CHECK((!listed || !lost.empty()));
      for (const auto& [verdict, frame] : lost.items())
        CHECK((listed || contains(text.out, " in frame " + frame.dump() + ": ")));
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

TEST_CASE("check --suggest: where no two edits do, one of the sets of which none can be left out") {
  const json program = goldens::document("adding");
  CHECK(coreecs("check --suggest -", program.dump()).status == 1);
  const json document = json::parse(coreecs("check --json --suggest -", program.dump()).out);
  REQUIRE(document["suggestions"].size() == 1);
  const json& suggestion = document["suggestions"][0];
  CHECK(suggestion["edits"] == json::parse(R"([ { "change": "seq", "leaf": 0 }, { "change": "seq", "leaf": 1 },
                                                { "change": "seq", "leaf": 2 } ])"));
  CHECK(document["edits"] == json::parse(R"({ "candidates": 10, "tried": 10, "undecided": 0, "combined": true,
                                              "wanted": "confluent", "is_so": false, "longest_chain_now": 4 })"));
  json fixed = program;
  fixed[json::json_pointer(suggestion["pointer"].get<std::string>())] = suggestion["write"];
  CHECK(coreecs("check -", fixed.dump()).status == 0);
}

TEST_CASE("check --suggest: there is no suggestion where one after the other fails, too") {
  const Result result = coreecs("check --json --suggest -", goldens::text("adding_fails"));
  CHECK(result.status == 1);
  CHECK(json::parse(result.out)["suggestions"].empty());
}

TEST_CASE("coreecs test: created entities may have each other's names, initial ones not") {
  json program = example("toy_physics");
  program["expect"] = json::parse(R"({ "lost_write": { "final": {
    "e1": { "Pos": 6, "Vel": -1 }, "e3": { "Pos": 8, "Vel": 1 }, "e4": { "Pos": 4, "Vel": -3 } } } })");
  const Result alike = coreecs("test -", program.dump());
  CHECK_MESSAGE(alike.status == 0, alike.out);
  json& final = program["expect"]["lost_write"]["final"];
  final["e3"]["Vel"] = 2;
  CHECK(coreecs("test -", program.dump()).status == 1);
  final["e3"] = final["e1"];
  final.erase("e1");
  CHECK(coreecs("test -", program.dump()).status == 1);
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
  for (const char* location : {"A(e1000) ↦ -1", "A(e2998) ↦ 999"})
    CHECK_MESSAGE(contains(wrong.out, location), wrong.out.substr(0, 1000));
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
  const Result performed = coreecs(arguments + " --anyway --json -", program.dump());
  CHECK(performed.status == 0);
  CHECK(performed.err != "");
  CHECK(json::parse(performed.out)["order"].size() == 4);
  CHECK(json::parse(performed.out)["order"][2]["entities"] == json{"e2", "e1"});
  CHECK(json::parse(performed.out)["final"]["e1"]["Vel"] == 6);
  program["entities"].erase("e2");
  const Result in_part = coreecs(arguments + " --anyway --json -", program.dump());
  CHECK(in_part.status == 2);
  CHECK(in_part.err != "");
  CHECK(json::parse(in_part.out)["complete"] == false);
  CHECK(json::parse(in_part.out)["order"].size() == 2);
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
  const auto said = [](const std::string& arguments, const std::string& document) {
    const std::string line = after(coreecs(arguments, document).out, "  po_c(z): ");
    const std::size_t comma = line.find(", ") + 2;
    return line.substr(comma, line.find(' ', comma) - comma);
  };
  for (const std::string command : {"check", "linearizations"}) {
    CAPTURE(command);
    CHECK(said(command + " -", with(17)) == factorial_17);
    CHECK(said(command + " -", with(18)) == "6.40e15");
    CHECK(said(command + " -", with(25)) == "1.55e25");
    CHECK(said(command + " --exact -", with(25)) == factorial_25);
    CHECK(json::parse(coreecs(command + " --json -", with(25)).out)["linearizations"] == factorial_25);
    CHECK(said(command + " -", with(4000)) == "1.83e12673");
    CHECK(said(command + " --exact -", with(4000)).size() == 12674);
  }
}

TEST_CASE("The order in which the fields of a record are declared is seen in text only") {
  const std::string program = goldens::text("record"), other = goldens::text("other_record");
  CHECK(coreecs("show -", program).out != coreecs("show -", other).out);
  const std::string orders = "linearizations --list --json -";
  CHECK(coreecs(orders, other).out == coreecs(orders, program).out);
  const Scratch scratch;
  const std::string certificate = scratch.file("c.json");
  CHECK(coreecs("check --certificate " + certificate + " -", program).status == 0);
  CHECK(coreecs("verify-certificate - " + certificate, other).status == 0);
}
