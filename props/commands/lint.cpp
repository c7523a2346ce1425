// coreecs lint: each rule on a program that has what it is about, and on one that nearly has it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;
using Tree = nlohmann::ordered_json;

namespace {

/// Nothing is wrong with it.
Tree tidy() { return goldens::document("tidy"); }

/// What is found in a program, as "RULE POINTER".
std::vector<std::string> found(const Tree& program, const std::string& options = "") {
  const Scratch scratch;
  const Result result = coreecs("lint --format json " + options + " " + scratch.file("p.json", program.dump(1)));
  std::vector<std::string> all;
  for (const json& one : json::parse(result.out)) {
    all.push_back(one["rule"].get<std::string>() + " " + one["pointer"].get<std::string>());
    CHECK(one["line"].get<int>() > 1);
    CHECK(!one["message"].get<std::string>().empty());
  }
  CHECK(result.status == (all.empty() ? 0 : 1));
  return all;
}

Tree with(const std::string& pointer, const Tree& value) {
  Tree changed = tidy();
  changed[Tree::json_pointer(pointer)] = value;
  return changed;
}

using All = std::vector<std::string>;

}  // namespace

TEST_CASE("coreecs lint finds nothing where everything is of use") { CHECK(found(tidy()) == All{}); }

TEST_CASE("coreecs lint: systems, variables and constants that nothing uses") {
  CHECK(found(with("/schedules/rest", {{"conc", "chase"}})) == All{"unused-system /systems/leave"});
  const std::string q = "unused-variable /systems/chase/match/1/incl/Pos";
  CHECK(found(with("/systems/chase/where", Tree::parse(R"({ "!=": ["p", 7] })"))) == All{q});
  CHECK(found(with("/systems/leave/do/if/0", Tree::parse(R"({ "<": ["p", 0] })"))) ==
        All{"unused-variable /systems/leave/match/0/anyway/Target"});
  CHECK(found(with("/invariants/near/measure/far/max/of", 3)) ==
        All{"unused-variable /invariants/near/measure/far/max/match/0/incl/Pos"});
  CHECK(found(with("/systems/chase/do/attach/2", Tree::parse(R"({ "+": ["p", 1] })"))) ==
        All{"unused-constant /constants/step"});
  // a text that is called like a variable asks for nothing; a field of a record that is called text is no text
  CHECK(found(with("/systems/chase/where", Tree::parse(R"({ "!=": [{ "text": "q" }, { "text_of": "p" }] })"))) ==
        All{q});
  CHECK(found(with("/systems/chase/where",
                   Tree::parse(R"({ "!=": [{ "record": { "text": "q" } }, { "record": { "text": "p" } }] })"))) ==
        All{});
}

TEST_CASE("coreecs lint: a component that is called like a constant does not ask for it") {
  Tree same = with("/components/step", "int");
  same["entities"]["a"]["step"] = 1;
  same["systems"]["chase"]["do"] =
      Tree::parse(R"([{ "attach": ["Pos", "e", "p"] }, { "attach": ["step", "e", "p"] }])");
  same["systems"]["leave"]["match"][0]["excl"] = {"step"};
  CHECK(found(same) == All{"unused-constant /constants/step"});
  same["systems"]["chase"]["do"][1]["attach"][2] = "step.x";
  CHECK(found(same) == All{});
}

TEST_CASE("coreecs lint: measures that their invariant does not ask for") {
  const Tree count = Tree::parse(R"({ "count": { "match": [ { "incl": { "Pos": "_" } } ] } })");
  Tree more = with("/invariants/near/measure/all", count);
  CHECK(found(more) == All{"unused-measure /invariants/near/measure/all"});
  Tree was = more;  // what it was before the frame
  was["invariants"]["near"]["holds"] = Tree::parse(R"({ "<": ["far", { "was": "all" }] })");
  CHECK(found(was) == All{});
  Tree text = more;
  text["invariants"]["near"]["holds"] = Tree::parse(R"({ "!=": [{ "text_of": "far" }, { "text": "all" }] })");
  CHECK(found(text) == All{"unused-measure /invariants/near/measure/all"});
}

TEST_CASE("coreecs lint: templates of which nothing is spawned") {
  Tree none = with("/templates",
                   Tree::parse(R"({ "t": { "components": { "Old": 1 } }, "u": { "components": { "Pos": 1 } } })"));
  none["components"]["Old"] = "int";
  none["spawn"] = Tree::parse(R"([{ "template": "u", "count": 2 }])");
  CHECK(found(none) == All{"unused-component /components/Old", "unused-template /templates/t"});
  Tree both = none;  // then there is one that has it
  both["spawn"].push_back(Tree::parse(R"({ "template": "t", "count": 1, "name": "old" })"));
  CHECK(found(both) == All{"unread-component /components/Old"});
  none.erase("spawn");
  none["components"].erase("Old");
  none["templates"].erase("t");
  CHECK(found(none) == All{"unused-template /templates/u"});
}

TEST_CASE("coreecs lint: values of enumerations that nothing says") {
  Tree moods = with("/components/Mood",
                    Tree::parse(R"({ "is": { "enum": ["calm", "angry", "fled", "enum"] }, "enum": "int" })"));
  moods["entities"]["a"]["Mood"] = Tree::parse(R"({ "is": "calm", "enum": 1 })");
  moods["systems"]["leave"]["match"][0]["incl"]["Mood"] = "angry";  // a variable is no text
  moods["systems"]["leave"]["where"] = Tree::parse(R"({ "!=": ["angry.is", { "text": "fled" }] })");
  const std::string value = "unused-value /components/Mood/is/enum/";
  CHECK(found(moods) == All{value + "1", value + "3"});
  Tree of_constant = moods;
  of_constant["constants"]["step"]["record"] = Tree::parse(R"({ "x": 1, "y": { "text": "angry" } })");
  CHECK(found(of_constant) == All{value + "3"});
  Tree of_template = moods;
  of_template["templates"]["t"] =
      Tree::parse(R"({ "components": { "Pos": 1 }, "one_of": { "Mood": [{ "is": "angry", "enum": 1 }] } })");
  of_template["spawn"] =
      Tree::parse(R"([{ "template": "t", "count": 1, "components": { "Mood": { "is": "enum", "enum": 2 } } }])");
  CHECK(found(of_template) == All{});
  CHECK(found(with("/components/Bag", Tree::parse(R"({ "list": { "enum": ["one"] }, "most": 2 })"))) ==
        All{"unused-component /components/Bag"});  // that says it all
  Tree list = with("/components/Bag", Tree::parse(R"({ "list": { "enum": ["one", "two"] }, "most": 2 })"));
  list["systems"]["leave"]["match"][0]["incl"]["Bag"] = "_";
  list["entities"]["a"]["Bag"] = {"two"};
  CHECK(found(list) == All{"unused-value /components/Bag/list/enum/0"});
}

TEST_CASE("coreecs lint: components that nobody has, or nobody asks for") {
  Tree old = with("/components/Old", "int");
  CHECK(found(old) == All{"unused-component /components/Old"});
  Tree there = old;
  there["entities"]["b"]["Old"] = 1;
  CHECK(found(there) == All{"unread-component /components/Old"});
  CHECK(found(there, "--without unread-component,unused-system") == All{});
  Tree viewed = there;
  viewed["view"]["x"] = "Old";
  CHECK(found(viewed) == All{});
  Tree asked = old;
  asked["systems"]["leave"]["match"][0]["incl"]["Old"] = "_";
  CHECK(found(asked) == All{"missing-component /components/Old"});
  asked["systems"]["chase"]["do"] =
      Tree::parse(R"([{ "attach": ["Pos", "e", "step.x"] }, { "attach": ["Old", "e", 1] }])");
  CHECK(found(asked) == All{});
  Tree alternative = old;
  alternative["systems"]["leave"]["match"][0]["any"] =
      Tree::parse(R"([{ "incl": { "Old": "_" } }, { "excl": ["Gone"] }])");
  CHECK(found(alternative) == All{});
  Tree excluded = old;
  excluded["systems"]["leave"]["match"][0]["excl"] = {"Old"};
  CHECK(found(excluded) == All{});
}

TEST_CASE("coreecs lint: a schedule is there to be chosen, unless it does what no other one does") {
  Tree apart = with("/schedules/main", {{"conc", "chase"}});
  CHECK(found(apart) == All{"unused-schedule /schedules/rest"});
  Tree through = apart;  // and what it uses has a user
  through["schedules"]["rest"] = {{"use", "deep"}};
  through["schedules"]["deep"] = {{"seq", "leave"}};
  CHECK(found(through) == All{"unused-schedule /schedules/rest"});
  Tree choice = apart;
  choice["schedules"]["rest"] = Tree::parse(R"({ "par": [{ "seq": "leave" }, { "seq": "chase" }] })");
  CHECK(found(choice) == All{});
  choice["schedules"]["both"] = choice["schedules"]["rest"];
  choice["schedules"]["rest"] = {{"use", "both"}};
  CHECK(found(choice) == All{});
  Tree expected = apart;
  expected["expect"]["rest"]["safe"] = true;
  CHECK(found(expected) == All{});
  Tree no_main = apart;
  no_main["schedules"] = Tree::parse(R"({ "act": { "conc": "chase" }, "rest": { "seq": "leave" } })");
  CHECK(found(no_main) == All{});
  Tree alone = with("/schedules", Tree::parse(R"({ "rest": { "then": [{ "conc": "chase" }, { "seq": "leave" }] } })"));
  CHECK(found(alone) == All{});
}

TEST_CASE("coreecs lint: conditions that are the same whatever they are asked of") {
  const std::string of_where = "constant-condition /systems/chase/where";
  const auto where = [](const char* term) {
    Tree all = with("/systems/chase/where", Tree::parse(term));
    all["systems"]["chase"]["do"] = Tree::parse(R"({ "attach": ["Pos", "e", { "+": ["p", "q", "step.x"] }] })");
    return found(all);
  };
  for (const char* always :
       {"true", R"({ "==": ["p", "p"] })", R"({ "<": [1, 2] })", R"({ ">=": [2, 1.5] })",
        R"({ "not": { "!=": ["q", "q"] } })", R"({ "or": [{ "<": ["p", "q"] }, { "<=": ["p", "p"] }] })",
        R"({ "==": [{ "text": "a" }, { "text": "a" }] })",
        R"({ "and": [true, { "<": [{ "text": "a" }, { "text": "b" }] }] })",
        R"({ "if": [{ "<": ["p", "q"] }, { "<=": ["q", "q"] }, { ">=": ["q", "q"] }] })"})
    CHECK_MESSAGE(where(always).front() == of_where, always);
  for (const char* never : {"false", R"({ "<": ["p", "p"] })", R"({ ">": [1, 2] })", R"({ "!=": [1, 1] })",
                            R"({ "and": [{ "<": ["p", "q"] }, { "!=": ["p", "p"] }] })",
                            R"({ "if": [false, { "<": ["p", "q"] }, { ">": ["p", "p"] }] })"})
    CHECK_MESSAGE(where(never).front() == of_where, never);
  // a constant has other values with --set; a field may be called like a term
  for (const char* some :
       {R"({ "<": ["step.x", 2] })", R"({ "and": [{ "<": ["p", "q"] }, { "<": ["q", 9] }] })",
        R"({ "if": [{ "<": ["p", "q"] }, true, false] })", R"({ "<": [{ "+": ["p", 1] }, "q"] })",
        R"({ "==": [{ "record": { "if": "p", "and": 1 } }, { "record": { "if": "q", "and": 1 } }] })"})
    CHECK_MESSAGE(where(some) == All{}, some);
  CHECK(where(R"({ "and": [{ "<": ["p", "q"] }, { "<=": ["p", "p"] }] })") == All{of_where + "/and/1"});
  CHECK(where(R"({ "or": [{ "not": true }, { "<": ["p", "q"] }] })") == All{of_where + "/or/0"});
  CHECK(where(R"({ "<": [{ "if": [true, "p", "q"] }, "q"] })") == All{of_where + "/</0/if/0"});
  CHECK(where(R"({ "<": [{ "length": { "filter": [{ "list": ["p"] }, "x", { "==": ["x", "x"] }] } }, "q"] })") ==
        All{of_where + "/</0/length/filter/2"});
  CHECK(where(R"({ "<": [{ "if": [{ "<": ["p", "q"] }, 1, 1] }, "q"] })") == All{of_where + "/</0/if"});
}

TEST_CASE("coreecs lint: what a constant condition is of") {
  CHECK(found(with("/systems/leave/do/if/0/and/1", Tree::parse(R"({ "<=": ["p", "p"] })"))) ==
        All{"constant-condition /systems/leave/do/if/0/and/1"});
  CHECK(found(with("/invariants/near/holds", Tree::parse(R"({ "<=": ["far", "far"] })"))) ==
        All{"constant-condition /invariants/near/holds"});
  CHECK(found(with("/invariants/none",
                   Tree::parse(R"({ "match": [ { "incl": { "Gone": "_" } } ], "holds": false })"))) == All{});
  CHECK(found(with("/invariants/near/measure/far/max/where", false)) ==
        All{"constant-condition /invariants/near/measure/far/max/where"});
  CHECK(found(with("/systems/chase/match/1/entity/is", Tree::parse(R"({ "if": [true, "t.at", "e"] })"))) ==
        All{"constant-condition /systems/chase/match/1/entity/is/if/0"});
  CHECK(found(goldens::document("always")).back() == "constant-condition /systems/leave/do/if/0");
  CHECK(found(goldens::document("never")).back() == "constant-condition /systems/chase/where");
}

TEST_CASE("coreecs lint: a query that every entity meets") {
  const std::string rule = "matches-everything /systems/leave/match/0";
  Tree all = with("/systems/leave", Tree::parse(R"({ "match": [ { "entity": "e", "anyway": { "Pos": "p" } } ],
                                                     "do": { "if": [{ "present": "p" }, { "attach": ["Gone", "e"] }] } })"));
  CHECK(found(all) == All{rule});
  Tree some = all;
  some["systems"]["leave"]["match"][0]["excl"] = {"Gone"};
  CHECK(found(some) == All{});
  Tree any = all;
  any["systems"]["leave"]["match"][0]["any"] = Tree::parse(R"([{ "incl": { "Target": "_" } }, { "excl": ["Gone"] }])");
  CHECK(found(any) == All{});
  any["systems"]["leave"]["match"][0]["any"][0]["incl"]["Target"] = "t";
  CHECK(found(any) == All{"unused-variable /systems/leave/match/0/any/0/incl/Target"});
}

TEST_CASE("coreecs lint: a query that no entity meets") {
  const std::string match = "/systems/leave/match/0";
  const auto leave = [&](const char* constraints) {
    Tree all = with(match, Tree::parse(constraints));
    all["systems"]["leave"]["do"] = Tree::parse(R"({ "attach": ["Gone", "e"] })");
    return found(all);
  };
  const auto at = [&](const std::string& rule, const std::string& place) { return rule + " " + match + place; };
  CHECK(leave(R"({ "entity": "e", "incl": { "Pos": "_" }, "excl": ["Gone", "Pos", "Target"] })") ==
        All{at("matches-nothing", "/excl/1")});
  CHECK(leave(R"({ "entity": "e", "incl": { "Pos": "_" }, "excl": ["Gone", "Target"] })") == All{});
  CHECK(leave(R"({ "entity": "e", "excl": ["Gone", "Pos", "Target"] })") == All{at("matches-nothing", "/excl")});
  CHECK(leave(R"({ "entity": "e", "excl": ["Gone", "Pos"] })") == All{});
  CHECK(
      leave(
          R"({ "entity": "e", "excl": ["Gone"], "any": [{ "incl": { "Gone": "_" } }, { "incl": { "Pos": "_" }, "excl": ["Pos"] }] })") ==
      All{at("matches-nothing", "/any")});
  // of an invariant, too; but in two queries of a match it is asked of two entities
  CHECK(found(with("/invariants/none",
                   Tree::parse(R"({ "match": [ { "incl": { "Gone": "_" }, "excl": ["Gone"] } ], "holds": false })"))) ==
        All{"matches-nothing /invariants/none/match/0/excl/0"});
  CHECK(found(with(
            "/invariants/none",
            Tree::parse(R"({ "match": [ { "incl": { "Gone": "_" } }, { "excl": ["Gone"] } ], "holds": false })"))) ==
        All{});
}

TEST_CASE("coreecs lint: alternatives that decide nothing") {
  const std::string match = "/systems/leave/match/0";
  const auto leave = [&](const char* constraints) {
    Tree all = with(match, Tree::parse(constraints));
    all["systems"]["leave"]["do"] = Tree::parse(R"({ "attach": ["Gone", "e"] })");
    return found(all);
  };
  const auto at = [&](const std::string& place) { return "constant-condition " + match + place; };
  CHECK(
      leave(
          R"({ "entity": "e", "incl": { "Pos": "_" }, "any": [{ "incl": { "Gone": "_" } }, { "incl": { "Pos": "_" } }] })") ==
      All{at("/any/1")});
  CHECK(
      leave(
          R"({ "entity": "e", "excl": ["Target"], "any": [{ "excl": ["Target"] }, { "incl": { "Target": "_", "Pos": "_" } }] })") ==
      All{at("/any/0"), at("/any/1")});
  CHECK(
      leave(
          R"({ "entity": "e", "any": [{ "incl": { "Pos": "_" } }, { "excl": ["Pos"], "incl": { "Gone": "_" } }, { "excl": ["Gone"] }] })") ==
      All{at("/any")});
  // a live entity has one of the three components of the program
  CHECK(
      leave(
          R"({ "entity": "e", "any": [{ "incl": { "Pos": "_" } }, { "incl": { "Gone": "_" } }, { "incl": { "Target": "_" } }] })") ==
      All{at("/any")});
  CHECK(leave(R"({ "entity": "e", "any": [{ "incl": { "Pos": "_" } }, { "incl": { "Gone": "_" } }] })") == All{});
  CHECK(
      leave(
          R"({ "entity": "e", "any": [{ "incl": { "Pos": "_" } }, { "excl": ["Pos"], "incl": { "Gone": "_" } }] })") ==
      All{});
  CHECK(
      leave(
          R"({ "entity": "e", "incl": { "Pos": "_" }, "excl": ["Gone"], "anyway": { "Target": "_", "Pos": "_", "Gone": "_" } })") ==
      All{at("/anyway/Pos"), at("/anyway/Gone")});
  std::string puzzle;  // pigeons, of which each has a hole: told, or given up
  for (int pigeon = 0; pigeon < 8; ++pigeon)
    for (int hole = 0; hole < 7; ++hole)
      for (int other = 0; other < pigeon; ++other)
        puzzle += fmt::format(R"({{ "incl": {{ "P{0}_{2}": "_", "P{1}_{2}": "_" }} }},)", pigeon, other, hole);
  Tree hard = with(match, Tree::parse(R"({ "entity": "e", "any": [)" + puzzle + R"({ "incl": { "Pos": "_" } }] })"));
  for (int pigeon = 0; pigeon < 8; ++pigeon) {
    Tree homeless = Tree::parse(R"({ "excl": [] })");
    for (int hole = 0; hole < 7; ++hole) {
      homeless["excl"].push_back(fmt::format("P{}_{}", pigeon, hole));
      hard["components"][homeless["excl"].back().get<std::string>()] = "unit";
    }
    hard[Tree::json_pointer(match)]["any"].push_back(homeless);
  }
  hard["systems"]["leave"]["do"] = Tree::parse(R"({ "attach": ["Gone", "e"] })");
  CHECK(found(hard) == All{});
}

TEST_CASE("coreecs lint: a reference to what is not live any more") {
  const Tree gone = goldens::document("dangling");
  CHECK(found(gone) == All{"dangling-reference /components/Target"});
  Tree never = gone;
  never["frames"] = 0;
  CHECK(found(never) == All{});
  never = gone;
  never["entities"]["b"] = Tree::object();  // it never was
  CHECK(found(never) == All{});
}

TEST_CASE("coreecs lint of several programs, as SARIF, and what is no program") {
  const Scratch scratch;
  const std::string fine = scratch.file("fine.json", tidy().dump(1)),
                    odd = scratch.file("odd.json", with("/components/Old", "int").dump(1));
  CHECK(coreecs("lint " + fine + " " + odd).status == 1);
  const json run = json::parse(coreecs("lint --format sarif " + fine + " " + odd).out)["runs"][0];
  REQUIRE(run["results"].size() == 1);
  CHECK(run["results"][0]["ruleId"] == "unused-component");
  CHECK(run["results"][0]["level"] == "warning");
  CHECK(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 8);
  CHECK(run["tool"]["driver"]["rules"].size() == 15);
  const Result wrong = coreecs("lint " + odd + " " + scratch.file("none.json", "{}"));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.out, "unused-component"));
  CHECK(coreecs("lint --without nothing " + fine).status == 2);
}
