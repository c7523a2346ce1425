// What elaborates away: constants, schedules by their names, comments; and the operators of terms.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/operator.hpp"
#include "interp/search/generate.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs;

namespace {

Program program_of(const std::string& text) {
  auto loaded = load(text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded))
    FAIL((problems->front().place + ": " + problems->front().message));
  return std::get<Program>(std::move(loaded));
}

/// A program with one entity, whose component T of this type becomes this term.
std::string becoming(const std::string& type, const std::string& term, const std::string& more = "") {
  return R"({ "components": { "N": "int", "X": "real", "T": ")" + type + R"(" }, )" + more +
         R"( "systems": { "s": { "match": [{ "entity": "e", "incl": { "N": "n", "X": "x" } }],
                               "do": { "attach": ["T", "e", )" +
         term + R"(] } } }, "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "N": 7, "X": 2.5 } } })";
}

Value becomes(const std::string& type, const std::string& term, const std::string& more = "") {
  const Program program = program_of(becoming(type, term, more));
  Entities entities;
  const State c = advance(program.start, program.schedules.front().z, by_occurrence(entities));
  return *c.at({Entity(0), 2});
}

/// The place of the error of that term.
std::string failure(const std::string& type, const std::string& term) {
  try {
    becomes(type, term);
  } catch (const RuntimeError& error) {
    return error.pointer;
  }
  return "none";
}

/// The schedule `main` of a program whose schedules are these.
std::string main_of(const std::string& schedules) {
  return show(program_of(R"({ "components": { "A": "unit" },
    "systems": { "s": { "match": [{ "incl": { "A": "_" } }], "do": [] }, "t": { "match": [{ "incl": { "A": "_" } }], "do": [] } },
    "schedules": )" + schedules +
                         " }")
                  .schedules.front()
                  .z);
}

/// Whether the operator takes values of that kind.
bool takes(const Operator& op, TermType::Kind kind) {
  using Takes = Operator::Takes;
  switch (kind) {
    case TermType::Kind::Int:
      return op.takes != Takes::Reals && op.takes != Takes::Texts && op.takes != Takes::Truths;
    case TermType::Kind::Real:
      return op.takes != Takes::Ints && op.takes != Takes::Texts && op.takes != Takes::Truths;
    case TermType::Kind::Text:
      return op.takes == Takes::Texts || op.takes == Takes::Alike || op.takes == Takes::Ordered;
    default:
      return op.takes == Takes::Truths || op.takes == Takes::Alike;
  }
}

/// The kind of a value that is one of these four.
TermType::Kind kind_of(const Value& v) {
  if (std::holds_alternative<std::int64_t>(v.sum())) return TermType::Kind::Int;
  if (std::holds_alternative<double>(v.sum())) return TermType::Kind::Real;
  return std::holds_alternative<Text>(v.sum()) ? TermType::Kind::Text : TermType::Kind::Bool;
}

}  // namespace

TEST_CASE("Functions of terms: rounding, and where they are defined") {
  CHECK(becomes("real", R"({ "to_real": "n" })") == Value(7.0));
  CHECK(becomes("real", R"({ "to_real": 9007199254740993 })") == Value(9007199254740992.0));
  CHECK(becomes("int", R"({ "floor": { "neg": "x" } })") == Value(-3));
  CHECK(becomes("int", R"({ "ceil": { "neg": "x" } })") == Value(-2));
  CHECK(becomes("int", R"({ "trunc": { "neg": "x" } })") == Value(-2));
  CHECK(becomes("int", R"({ "round": { "neg": "x" } })") == Value(-3));
  CHECK(becomes("int", R"({ "round": "x" })") == Value(3));
  CHECK(becomes("int", R"({ "floor": 4 })") == Value(4));
  CHECK(becomes("int", R"({ "floor": -9223372036854775808.0 })") == Value(INT64_MIN));
  CHECK(becomes("real", R"({ "sqrt": 2 })") == Value(std::sqrt(2.0)));
  CHECK(becomes("real", R"({ "sqrt": -0.0 })") == Value(-0.0));
  CHECK(becomes("real", R"({ "sin": "x" })") == Value(std::sin(2.5)));
  CHECK(becomes("real", R"({ "cos": 0 })") == Value(1.0));
  CHECK(becomes("text", R"({ "text_of": "n" })") == Value("7"));
  CHECK(becomes("text", R"({ "text_of": "x" })") == Value("2.5"));
  CHECK(becomes("text", R"({ "concat": [{ "text": "n = " }, { "text_of": "n" }, { "text": "." }] })") ==
        Value("n = 7."));
}

TEST_CASE("Functions of terms: where they are not, the error is theirs") {
  const std::string at = "/systems/s/do/attach/2/";
  CHECK(failure("int", R"({ "floor": 9223372036854775808.0 })") == at + "floor");
  CHECK(failure("int", R"({ "ceil": 1e300 })") == at + "ceil");
  CHECK(failure("int", R"({ "round": -1e19 })") == at + "round");
  CHECK(failure("real", R"({ "sqrt": { "neg": "x" } })") == at + "sqrt");
}

TEST_CASE("Operators that are said to be total do not fail, and all yield what they are said to yield") {
  prop("on any values of their types", [] {
    const auto real = [](double x) { return Value(std::isfinite(x) ? x : 0.0); };
    const std::pair<Value, Value> all[] = {{*rc::gen::arbitrary<std::int64_t>(), *rc::gen::arbitrary<std::int64_t>()},
                                           {real(*rc::gen::arbitrary<double>()), real(*rc::gen::arbitrary<double>())},
                                           {Text("a"), Text("b")},
                                           {*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()}};
    for (const Operator& op : operators())
      for (const auto& [a, b] : all) {
        if (!takes(op, kind_of(a))) continue;
        try {
          const Value value = op.apply(a, b);
          RC_ASSERT(kind_of(value) == op.yields.value_or(kind_of(a)));
          RC_ASSERT((kind_of(value) != TermType::Kind::Real || std::isfinite(value.as<double>())));
        } catch (const UndefinedOperation&) {
          RC_ASSERT(op.fails != Operator::Fails::Never);
        }
      }
  });
}

TEST_CASE("The schemas of both languages have all operators, with as many operands as these take, and no others") {
  using nlohmann::json;
  const std::set<std::string> constructs = {"text",    "entity", "record", "was",  "if",     "let",  "list",
                                            "length",  "get",    "append", "map",  "filter", "fold", "present",
                                            "default", "case",   "set",    "lazy", "now",    "field"};
  for (const std::string language : {"program", "archetype"}) {
    CAPTURE(language);
    const json defs = json::parse(contents(source_dir / ("specs/" + language + ".schema.json")))["$defs"];
    const json& forms = defs["term"]["anyOf"][2]["properties"];
    std::set<std::string> others;
    for (const auto& form : forms.items())
      if (!find_operator(form.key())) others.insert(form.key());
    CHECK(std::includes(constructs.begin(), constructs.end(), others.begin(), others.end()));
    for (const Operator& op : operators()) {
      const std::string key(op.key);
      CAPTURE(key);
      REQUIRE(forms.contains(key));
      const std::string ref = forms[key].value("$ref", "");
      const bool one = ref == "#/$defs/term";
      CHECK(one == (op.most() == 1));
      if (one) continue;
      const json& form = ref.empty() ? forms[key] : defs[ref.substr(std::string("#/$defs/").size())];
      CHECK(form["minItems"] == op.least());
      CHECK((form["items"] == false) == (op.most() == 2));
    }
  }
}

TEST_CASE("Constants are their values, wherever they stand") {
  const std::string constants =
      R"("constants": { "dt": 2, "half": { "/": [1, 2] }, "at": { "record": { "x": { "+": [1, 2] }, "y": { "record": { "z": 1.5 } } } },
                        "big": { "let": ["k", 3, { "*": ["k", "k"] }] }, "who": { "entity": "e0" } },)";
  CHECK(becomes("int", R"({ "*": ["n", "dt"] })", constants) == Value(14));
  CHECK(becomes("real", R"({ "*": ["x", "dt"] })", constants) == Value(5.0));
  CHECK(becomes("real", R"({ "*": ["x", "half"] })", constants) == Value(1.25));
  CHECK(becomes("int", R"("at.x")", constants) == Value(3));
  CHECK(becomes("real", R"("at.y.z")", constants) == Value(1.5));
  CHECK(becomes("int", R"({ "let": ["m", "n", { "+": ["m", "big"] }] })", constants) == Value(16));
  CHECK(becomes("entity", R"("who")", constants) == Value(Entity(0)));
  const std::string printed = print(program_of(becoming("int", R"({ "+": ["n", "at.x"] })", constants)));
  CHECK(printed.find("constants") == std::string::npos);
  CHECK(printed.find(R"({ "+": ["n", 3] })") != std::string::npos);
}

/// The text that a component with the values red, green and blue becomes.
std::string painted(const std::string& term) {
  const std::string constants = R"("constants": { "start": { "text": "red" } },)";
  std::string text = becoming("enum", term, constants);
  text.replace(text.find("\"enum\""), 6, R"({ "enum": ["red", "green", "blue"] })");
  const Program program = program_of(text);
  CHECK(print(program_of(print(program))) == print(program));
  CHECK(program.schema[2].type == Type::enumeration({"red", "green", "blue"}));
  Entities entities;
  const State c = advance(program.start, program.schedules.front().z, by_occurrence(entities));
  return c.at({Entity(0), 2})->as<Text>().get();
}

TEST_CASE("An enumeration has the texts that it lists, wherever they come from") {
  CHECK(painted(R"({ "text": "green" })") == "green");
  CHECK(painted(R"("start")") == "red");
  CHECK(painted(R"({ "if": [{ "<": ["n", 7] }, { "text": "red" }, { "text": "blue" }] })") == "blue");
  CHECK(painted(R"({ "let": ["c", { "if": [{ "<": ["n", 8] }, "start", { "text": "blue" }] }, "c"] })") == "red");
  CHECK(
      painted(
          R"({ "if": [{ "==": [{ "text": "red" }, { "text": "pink" }] }, { "text": "red" }, { "text": "blue" }] })") ==
      "blue");
}

TEST_CASE("Searches try the values of an enumeration, and no others, and lists of every length") {
  const Program program = program_of(R"({
    "components": { "C": { "enum": ["red", "green", "blue"] }, "R": { "c": { "enum": ["on", "off"] }, "t": "text" },
                    "L": { "list": { "c": { "enum": ["up"] }, "n": "int" }, "most": 2 } },
    "systems": { "s": { "match": [{ "incl": { "C": "c" } }], "where": { "==": ["c", { "text": "red" }] }, "do": [] } },
    "schedules": { "main": { "conc": "s" } } })");
  Material material;
  material.entities = {Entity(0), Entity(1), Entity(2)};
  material.most = 3;
  material.texts = {"red", "pink"};
  const StateGenerator generate(program, material);
  std::map<std::string, int> drawn;
  std::map<std::size_t, int> lengths;
  for (std::uint64_t k = 0; k < 500; ++k) {
    const State c = generate(Random(1, k));
    for (std::uint64_t e = 0; e < 3; ++e) {
      if (const Value* v = c.at({Entity(e), 0})) ++drawn[v->as<Text>().get()];
      if (const Value* v = c.at({Entity(e), 1})) ++drawn[v->as<Record>().fields()[0].as<Text>().get()];
      if (const Value* v = c.at({Entity(e), 2})) ++lengths[v->as<Record>().fields().size()];
    }
  }
  CHECK(drawn.size() == 5);
  for (const char* each : {"red", "green", "blue", "on", "off"}) CHECK(drawn[each] > 100);
  CHECK(lengths.size() == 3);
  for (const std::size_t each : {0, 1, 2}) CHECK(lengths[each] > 100);
}

/// What a component of at most three ints, at first 4 and 5, becomes; or one of reals.
std::string listed(const std::string& term, const std::string& of = "int") {
  const Program program = program_of(R"({
    "components": { "L": { "list": ")" +
                                     of + R"(", "most": 3 }, "A": { "list": "int", "most": 3 }, "N": "int" },
    "constants": { "few": { "list": [1, 2] } },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "l", "N": "n" } }], "do": { "attach": ["L", "e", )" +
                                     term + R"(] } } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "A": [4, 5], "N": 7 } } })");
  CHECK(print(program_of(print(program))) == print(program));
  Entities entities;
  const State c = advance(program.start, program.schedules.front().z, by_occurrence(entities));
  std::string out;
  Notation{program.schema, Names(program.entities)}.value(out, *c.at({Entity(0), 0}), program.schema[0].type);
  return out;
}

TEST_CASE("Lists: what each term is, and that none fails") {
  CHECK(listed(R"({ "list": [] })") == "[]");
  CHECK(listed(R"({ "list": [1, "n", { "length": "l" }] })") == "[1, 7, 2]");
  CHECK(listed(R"({ "list": [{ "get": ["l", 0, 9] }, { "get": ["l", 1, 9] }, { "get": ["l", 2, 9] }] })") ==
        "[4, 5, 9]");
  CHECK(
      listed(R"({ "list": [{ "get": ["l", -1, 9] }, { "get": ["few", 1, 9] }, { "get": [{ "list": [] }, 0, 8] }] })") ==
      "[9, 2, 8]");
  CHECK(listed(R"({ "append": ["l", "n", "few"] })") == "[4, 5, 7]");
  CHECK(listed(R"({ "append": [{ "append": ["l", "n", "few"] }, 1, "few"] })") == "[1, 2]");
  CHECK(listed(R"({ "map": ["l", "x", { "*": ["x", "n"] }] })") == "[28, 35]");
  CHECK(listed(R"({ "filter": ["l", "x", { "<": ["x", 5] }] })") == "[4]");
  CHECK(listed(R"({ "list": [{ "fold": ["l", "x", "y", 1, { "-": ["x", "y"] }] }] })") == "[2]");
  CHECK(listed(R"({ "fold": ["l", "x", "y", "few", { "append": ["y", "x", "y"] }] })") == "[1, 2, 4]");
  CHECK(
      listed(
          R"({ "if": [{ "==": [{ "fold": ["l", "x", "y", { "text": "a" }, { "text": "b" }] }, { "text": "b" }] }, "few", "l"] })") ==
      listed(R"("few")"));
  CHECK(listed(R"({ "list": [1, 2.5] })", "real") == "[1.0, 2.5]");
  CHECK(listed(R"({ "append": ["few", 3, "few"] })", "real") == "[1.0, 2.0, 3.0]");
  CHECK(listed(R"({ "map": ["few", "x", 1] })", "real") == "[1.0, 1.0]");
  CHECK(listed(R"({ "if": [{ "==": ["l", { "list": [4, 5] }] }, "few", "l"] })") == "[1, 2]");
  CHECK(listed(R"({ "if": [{ "==": ["l", { "list": [4] }] }, "few", { "let": ["m", "l", "m"] }] })") == "[4, 5]");
}

TEST_CASE("A schedule is used by its name, wherever the name is defined") {
  CHECK(main_of(R"({ "main": { "then": [{ "use": "a" }, { "use": "b" }] }, "a": { "conc": "s" },
                     "b": { "par": [{ "use": "a" }, { "seq": "t" }] } })") ==
        main_of(R"({ "main": { "then": [{ "conc": "s" }, { "par": [{ "conc": "s" }, { "seq": "t" }] }] } })"));
  CHECK(main_of(R"({ "main": { "use": "a" }, "a": { "use": "b" }, "b": { "conc": "t" } })") == "conc(t)");
}

TEST_CASE("Schedules that use others may be deep, but come to 2^24 leaves at most") {
  std::string chain = R"({ "main": { "use": "z0" })";
  for (int k = 0; k < 100'000; ++k)
    chain += ", \"z" + std::to_string(k) + R"(": { "use": "z)" + std::to_string(k + 1) + "\" }";
  CHECK(main_of(chain + R"(, "z100000": { "seq": "s" } })") == "seq(s)");
  const auto tower_of = [&](int levels) {
    std::string all = R"({ "components": { "A": "unit" },
      "systems": { "s": { "match": [{ "incl": { "A": "_" } }], "do": [] } }, "schedules": { "z0": { "conc": "s" })";
    for (int k = 1; k <= levels; ++k) {
      const std::string below = R"({ "use": "z)" + std::to_string(k - 1) + "\" }";
      all += ", \"z" + std::to_string(k) + R"(": { "par": [)" + below + ", " + below + "] }";
    }
    return load(all + "} }");
  };
  const auto fits = tower_of(24);
  REQUIRE(std::holds_alternative<Program>(fits));
  CHECK(std::get<Program>(fits).schedules.back().z.leaves() == 1u << 24);
  const auto not_any_more = tower_of(40);
  REQUIRE(std::holds_alternative<std::vector<Problem>>(not_any_more));
  const auto& problems = std::get<std::vector<Problem>>(not_any_more);
  CHECK(problems.size() == 1);
  CHECK(problems.front().place == "/schedules/z25/par/1");
}

TEST_CASE("Comments are passed over, and places are where they were") {
  const std::string program = becoming("int", R"("n" // as it is
    )",
                                       "/* nothing */ ");
  CHECK(std::holds_alternative<Program>(load(program)));
  const auto loaded = load(
      "// first { \"\n{ /* components: */ \"components\" /* : */ : { \"A\": /* \" */ \"itn\" } // }\n,\n"
      "\"systems\": {} /* ] */, \"schedules\" : {} }");
  REQUIRE(std::holds_alternative<std::vector<Problem>>(loaded));
  const auto& problems = std::get<std::vector<Problem>>(loaded);
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].place == "/components/A");
  REQUIRE(problems[0].at);
  CHECK(problems[0].at->line == 2);
  CHECK(problems[0].at->column == 46);
  REQUIRE(problems[1].at);
  CHECK(problems[1].at->line == 4);
  CHECK(problems[1].at->column == 1);
  CHECK(problems[2].at->column == 24);
}
