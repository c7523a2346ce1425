// Programs that are refused, with every word of their messages (program format §6). What must be refused at all is
// in the files *.cases.
#include <doctest/doctest.h>

#include "interp/language/format/load.hpp"
#include "props/kit/system_doing.hpp"

using namespace coreecs;

namespace {

/// The problems of a text, one a line, without their positions in it (positions.cpp).
std::string refused(const std::string& text) {
  auto result = load(text);
  std::string lines;
  if (const auto* problems = std::get_if<1>(&result))
    for (const Problem& problem : *problems)
      lines += (lines.empty() ? "" : "\n") + show("bad.json", {problem.place, problem.message});
  return lines;
}

/// What is wrong with a term where an int, or another type, is expected.
std::string wrong(const std::string& term, const std::string& component = "Out") {
  return refused(system_doing(R"({ "attach": [")" + component + R"(", "e", )" + term + "] }"));
}
std::string wrong_mutation(const std::string& mutation) { return refused(system_doing(mutation)); }

}  // namespace

TEST_CASE("syntax errors have line and column") {
  CHECK(refused("") == "bad.json:1:1: syntax error: unexpected end of input; expected '[', '{', or a literal");
  CHECK(refused({"{ }\n\0 {", 7}) == "bad.json:2:1: syntax error: found a NUL byte; expected the end of the document");
  CHECK(refused("{\n  \"a\": }") == "bad.json:2:8: syntax error: unexpected '}'; expected '[', '{', or a literal");
  CHECK(refused("{\"a\": \"\xC3\"}") ==
        "bad.json:1:9: syntax error: invalid string: ill-formed UTF-8 byte; expected valid JSON");
  CHECK(refused("[1e400]") == "bad.json:1:6: found 1e400; expected a number that fits 64 bits");
  CHECK(refused(std::string(1'000'000, '[')).find("expected at most 256 lists and objects in one another") !=
        std::string::npos);
}

TEST_CASE("what is wrong with a document is reported together, in its order") {
  CHECK(refused("[]") == "bad.json: found an empty list; expected an object");
  CHECK(refused("{}") ==
        "bad.json: missing key \"components\"\nbad.json: missing key \"systems\"\nbad.json: missing key "
        "\"schedules\"");
  CHECK(
      refused(R"({
    "components": { "Pos": "int", "Vel": "imt", "Pos": "real", "1": "int" },
    "entities": { "e0": { "Pos": "1", "Vel": 2 }, "e1": { "Poss": 9223372036854775808 } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
                        "do": [ { "attach": ["Poss", "e", "p"] }, { "attach": ["Pos", "e", "v"] },
                                { "detach": ["Pos", "q"] }, { "attach": ["Pos", "e", { "+": ["q", "p", 1.5] }] } ] } },
    "schedules": { "main": { "par": [ { "conc": "t" }, { "then": [] } ] } },
    "fram": 3 })") ==
      "bad.json:/components/Vel: unknown type \"imt\"; expected one of unit, bool, int, real, text, "
      "entity; did you "
      "mean \"int\"?\n"
      "bad.json:/components/Pos: duplicate key \"Pos\"\n"
      "bad.json:/components/1: found \"1\"; expected a name: letters, digits and _, no digit first, not _ "
      "alone\n"
      "bad.json:/entities/e0/Pos: found text \"1\"; expected int; write 1 without quotes\n"
      "bad.json:/entities/e1/Poss: found 9223372036854775808; expected a number that fits 64 bits\n"
      "bad.json:/entities/e1/Poss: unknown component \"Poss\"; expected one of Pos, Vel, 1; did you mean "
      "\"Pos\"?\n"
      "bad.json:/systems/s/do/0/attach/0: unknown component \"Poss\"; expected one of Pos, Vel, 1; did you "
      "mean "
      "\"Pos\"?\n"
      "bad.json:/systems/s/do/2/detach/1: unbound variable \"q\"; expected one of e, p, v\n"
      "bad.json:/systems/s/do/3/attach/2/+/0: unbound variable \"q\"; expected one of e, p, v\n"
      "bad.json:/systems/s/do/3/attach/2/+/2: found a term of type real; expected int; write {\"floor\": t}, or ceil, "
      "trunc, round\n"
      "bad.json:/schedules/main/par/0/conc: unknown system \"t\"; expected s\n"
      "bad.json:/schedules/main/par/1/then: found an empty list; expected one or more schedules\n"
      "bad.json:/fram: unknown key \"fram\"; expected one of components, systems, schedules, constants, "
      "entities, "
      "frames, "
      "expect, name, about, invariants, fuzz, view, templates, spawn, $schema; did you mean \"frames\"?");
}

TEST_CASE("ill-typed terms are refused where they stand") {
  const std::string here = "bad.json:/systems/s/do/attach/2";
  const std::string not_int = ": found a term of type real; expected int; write {\"floor\": t}, or ceil, trunc, round";
  CHECK(wrong("1.5") == here + not_int);
  CHECK(wrong("\"v\"") == here + not_int);
  CHECK(wrong("\"n\"", "Ratio") == here + ": found a term of type int; expected real; write {\"to_real\": t}");
  CHECK(wrong(R"({"if": ["n", 1, 2.5]})") ==
        here + "/if/0: found a term of type int; expected bool; compare it: {\"!=\": [t, 0]}\n" + here + "/if/2" +
            not_int);
  CHECK(wrong(R"({"+": ["n", "v"]})") == here + "/+/1" + not_int);
  CHECK(wrong(R"({"+": ["l", "b"]})") == here + "/+/0: found a term of type text; expected int or real");
  CHECK(wrong(R"({"+": [1]})") == here + "/+: found 1 member; expected two or more terms");
  CHECK(wrong(R"({"-": 1})") == here + "/-: found 1; expected a list: [a, b]");
  CHECK(wrong(R"({"/": ["n", 2]})", "Ratio") ==
        here + "/~1/0: found a term of type int; expected real; write {\"to_real\": t}");
  CHECK(wrong(R"({"<": ["f", "f"]})", "Flag") ==
        here + "/</0: found a term of type entity; expected int, real or text");
  CHECK(wrong(R"({"==": ["n", "l"]})", "Flag") == here + "/==/1: found a term of type text; expected int");
  CHECK(wrong("\"o\"") == here + ": \"o\" is an anyway variable; expected it under present, default or case only");
  CHECK(wrong(R"({"default": ["n", 1]})") ==
        here + "/default/0: \"n\" is not an anyway variable; expected one of o, r");
  CHECK(wrong("\"p.z\"") == here + ": unknown field \"z\"; expected one of x, y");
  CHECK(wrong("\"n.x\"") == here + ": found \"n\" of type int; expected a record with a field \"x\"");
  CHECK(wrong("\"p..x\"") == here + ": found \"p..x\"; expected a variable, with .field to reach into a record");
  CHECK(wrong(R"({"record": {"x": 1, "z": 2}})", "Place") ==
        here + "/record: missing field \"y\"; expected real\n" + here +
            "/record/z: unknown field \"z\"; expected one of x, y");
  CHECK(wrong("\"n\"", "Place") == here + ": found a term of type int; expected {x: int, y: real}");
  CHECK(wrong(R"({"entity": "e2"})", "Friend") == here + "/entity: unknown entity \"e2\"; expected one of e0, e1");
  const std::string terms =
      "one of text, entity, record, +, *, min, max, -, neg, abs, /, ceil_div, floor_div, quot, rem, mod, ==, !=, <, "
      "<=, "
      ">, >=, and, or, not, if, let, present, default, case, list, length, get, append, map, filter, fold, to_real, "
      "floor, ceil, trunc, round, sqrt, sin, cos, "
      "text_of, "
      "concat";
  CHECK(wrong(R"({"ceildiv": ["n", 2]})") ==
        here + "/ceildiv: unknown term \"ceildiv\"; expected " + terms + "; did you mean \"ceil_div\"?");
  CHECK(wrong(R"({"let": ["x", 1, "x"]})", "Ratio") ==
        here + "/let/2: found a term of type int; expected real; write {\"to_real\": t}");
  CHECK(wrong("{}") == here + ": found an empty object; expected exactly one key, " + terms);
}

TEST_CASE("ill-formed mutations are refused where they stand") {
  const std::string here = "bad.json:/systems/s/do";
  CHECK(wrong_mutation(R"({"attach": ["Out", "e"]})") ==
        here + "/attach: found 2 members; expected [L, e, t], with a term of type int");
  CHECK(wrong_mutation(R"({"attach": ["Out", "n", 1]})") ==
        here + "/attach/1: found a term of type int; expected entity");
  CHECK(wrong_mutation(R"({"new": ["e", []]})") == here + "/new/0: \"e\" is already bound");
  CHECK(wrong_mutation(R"({"let": ["n", 1.5, {"attach": ["Out", "e", "n"]}]})") ==
        here + "/let/0: \"n\" is already bound");
  CHECK(wrong_mutation(R"([{"let": ["x", 1, []]}, {"let": ["x", 1.5, {"attach": ["Out", "e", "x"]}]}])") ==
        here +
            "/1/let/2/attach/2: found a term of type real; expected int; write {\"floor\": t}, or ceil, trunc, round");
  CHECK(wrong_mutation(R"({"case": ["n", "x", []]})") ==
        here + "/case/0: \"n\" is not an anyway variable; expected one of o, r");
  CHECK(wrong_mutation("\"nil\"") ==
        here + ": found text \"nil\"; expected a mutation: a list of mutations, or an object; write []");
}

TEST_CASE("A message quotes of long names their beginnings only") {
  const std::string name(1'000'000, 'N'), other = name + "x";
  const auto in = [&](const std::string& components, const std::string& incl, const std::string& at) {
    return R"({ "components": { )" + components + R"( }, "systems": { "s": { "match": [{ "entity": "e", "incl": { )" +
           incl + R"( } }], "do": { "attach": [")" + name + R"(", "e", )" + at + R"(] } } }, "schedules": { ")" + name +
           R"(": { "conc": "s" } } })";
  };
  const std::string record = "\"" + name + R"(": { ")" + name + R"(": "int", "y": "real" })";
  for (const std::string& text :
       {in("\"" + other + R"(": "int")", "\"" + other + R"(": "x")", "1"), in("\"" + name + R"(": "int")", "", "true"),
        in("\"" + name + "\": \"" + name + "\"", "", "1"),
        in(record, "\"" + name + R"(": "r")", R"({ "+": ["r", 1] })"),
        in(record, "\"" + name + R"(": "r")", "\"r." + other + "\""), in(record, "", "\"" + name + "\""),
        in(record, "", R"({ "record": { ")" + name + R"(": 1 } })"),
        in("\"" + name + R"(": "int")", "", std::string(1000, '9')), in("\"" + name + "/~\": 1", "", "1"),
        in("\"" + name + "\": 1, \"" + name + "\": 1", "", "1")}) {
    auto result = load(text);
    REQUIRE(result.index() == 1);
    for (const Problem& problem : std::get<1>(result)) {
      const std::string line = show("bad.json", problem);
      CHECK_MESSAGE(line.size() < 2000, line.substr(0, 2000));
    }
  }
  CHECK(refused(system_doing(R"({ "attach": [")" + name + R"(", "e", 1] })")).find(std::string(60, 'N') + "...\"") !=
        std::string::npos);
}
