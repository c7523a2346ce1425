// Printing programs: loading what was printed gives the same program.
#include "interp/language/format/print.hpp"

#include <doctest/doctest.h>

#include "interp/base/json/tree.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/report/report.hpp"
#include "props/kit/files.hpp"
#include "props/kit/loaded.hpp"
#include "semantics/renaming.hpp"

using namespace coreecs;

namespace {

/// A program whose only system gives e0 an A of this type and term.
std::string with_term(const std::string& type, const std::string& term) {
  return R"({ "components": { "A": )" + type + R"(, "Tag": "unit" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Tag": "_" } } ], "do": { "attach": ["A", "e", )" +
         term + R"(] } } }, "schedules": { "z": { "conc": "s" } }, "entities": { "e0": { "Tag": null } } })";
}

/// The states of a run, and how it fails if it does. The entities created are valid as long as the execution.
std::vector<State> states(Execution& execution, std::uint64_t frames, std::string& failure) {
  std::vector<State> all{execution.state()};
  try {
    while (execution.frame() < frames) {
      execution.advance();
      all.push_back(execution.state());
    }
  } catch (const RuntimeError& error) {
    failure = error.system + error.pointer + error.what();
  }
  return all;
}

void check_same(const Expectation& a, const Expectation& b) {
  CHECK(a.schedule == b.schedule);
  CHECK(a.safe_by_rule == b.safe_by_rule);
  CHECK(a.safe == b.safe);
  CHECK(a.deterministic == b.deterministic);
  CHECK(a.confluent == b.confluent);
  CHECK(a.invocations == b.invocations);
  CHECK(a.linearizations == b.linearizations);
  CHECK(a.error == b.error);
  CHECK(a.invariants == b.invariants);
}

std::string shown_final(const Program& program, const Expectation& expected) {
  const Names names(program.entities);
  std::string out;
  if (expected.final) Notation{program.schema, names}.state(out, *expected.final, "");
  return out;
}

void check_same(const Program& a, const Program& b) {
  CHECK(a.name == b.name);
  CHECK(a.fuzz == b.fuzz);
  CHECK(a.view == b.view);
  CHECK(a.about == b.about);
  CHECK(a.entities == b.entities);
  CHECK(a.start == b.start);
  CHECK(a.frames == b.frames);
  CHECK(show(a) == show(b));  // schema, systems, invariants, schedules
  REQUIRE(a.expectations.size() == b.expectations.size());
  for (std::size_t j = 0; j < a.expectations.size(); ++j) {
    check_same(a.expectations[j], b.expectations[j]);
    CHECK(shown_final(a, a.expectations[j]) == shown_final(b, b.expectations[j]));
  }
  for (std::size_t j = 0; j < a.schedules.size(); ++j) {
    CAPTURE(a.schedules[j].name);
    Execution run(a, a.schedules[j], all_invariants(a));
    Execution run2(b, b.schedules[j], all_invariants(b));
    std::string failure, failure2;
    const std::vector<State> c = states(run, a.frames, failure);
    const std::vector<State> c2 = states(run2, b.frames, failure2);
    CHECK(failure == failure2);
    CHECK(run.violations().size() == run2.violations().size());
    REQUIRE(c.size() == c2.size());
    for (std::size_t frame = 0; frame < c.size(); ++frame) CHECK(equal_up_to_renaming(c[frame], c2[frame]) == true);
  }
}

}  // namespace

TEST_CASE("what is printed of a program loads as the same program, and prints the same") {
  std::vector<std::filesystem::path> programs = example_programs();
  for (const auto& path : files("props/regressions", ".json")) programs.push_back(path);
  for (const auto& path : programs) {
    CAPTURE(path.filename().string());
    const Program program = loaded(contents(path));
    const std::string printed = print(program);
    const Program again = loaded(printed);
    check_same(program, again);
    CHECK(print(again) == printed);
  }
}

TEST_CASE("what is printed is laid out like the examples") {
  const std::string printed = print(loaded(example("toy_physics")));
  const std::size_t begin = printed.find("  \"components\"");
  CHECK(printed.substr(begin, printed.find("  \"expect\"") - begin) ==
        R"(  "components": { "Pos": "int", "Vel": "int" },
  "systems": {
    "inertia": {
      "match": [{ "entity": "e", "incl": { "Pos": "p", "Vel": "v" } }],
      "do": { "attach": ["Pos", "e", { "+": ["p", "v"] }] }
    },
    "collide": {
      "match": [
        { "entity": "j", "incl": { "Pos": "pj", "Vel": "vj" } },
        { "entity": "h", "incl": { "Pos": "ph" }, "excl": ["Vel"] }
      ],
      "do": { "if": [
        { "==": ["pj", "ph"] },
        [
          { "detach": ["Pos", "j"] },
          { "detach": ["Vel", "j"] },
          { "attach": ["Vel", "h", { "ceil_div": ["vj", 2] }] },
          { "new": [
            "l",
            [{ "attach": ["Pos", "l", "pj"] }, { "attach": ["Vel", "l", { "ceil_div": [{ "neg": "vj" }, 2] }] }]
          ] }
        ]
      ] }
    }
  },
  "schedules": {
    "main": { "then": [{ "conc": "inertia" }, { "seq": "collide" }] },
    "lost_write": { "then": [{ "conc": "inertia" }, { "conc": "collide" }] }
  },
  "entities": { "e0": { "Pos": 1, "Vel": 6 }, "e1": { "Pos": 7 }, "e2": { "Pos": 9, "Vel": -2 } },
  "frames": 2,
)");
}

TEST_CASE("no line of a printed example is longer than 120 columns, but for its texts") {
  for (const auto& path : example_programs()) {
    CAPTURE(path.filename().string());
    std::istringstream lines(print(loaded(contents(path))));
    for (std::string line; std::getline(lines, line);)
      if (line.find("\"about\":") == std::string::npos) CHECK_MESSAGE(line.size() <= 120, line);
  }
}

TEST_CASE("reals print so that they read back as the same reals") {
  const std::vector<std::string> reals{"0.0",
                                       "-0.0",
                                       "1.0",
                                       "0.1",
                                       "-2.5",
                                       "1e22",
                                       "1e-7",
                                       "123456789012345680.0",
                                       "5e-324",
                                       "1.7976931348623157e308",
                                       "2.2250738585072014e-308",
                                       "0.30000000000000004"};
  for (const std::string& real : reals) {
    CAPTURE(real);
    const auto value = [](const Program& program) {
      Execution execution(program, program.schedules[0]);
      execution.advance();
      return *execution.state().at({Entity(std::uint64_t{0}), 0});
    };
    Program program = loaded(with_term("\"real\"", real));
    program.start = std::move(program.start).with(0, Entity(std::uint64_t{0}), value(program));
    const Program again = loaded(print(program));
    CHECK(value(again) == value(program));
    CHECK(again.start == program.start);
  }
}

TEST_CASE("a number stays an int or a real, and a text a text") {
  for (const auto& [type, term] : std::vector<std::pair<std::string, std::string>>{
           {"\"real\"", "1"},
           {"\"real\"", R"({ "let": ["x", 1, { "let": ["y", 1.0, { "+": ["y", 2] }] }] })"},
           {"\"int\"", "-9223372036854775808"},
           {"\"text\"", R"({ "text": "a \"quoted\" } ] , : \\ \n \u0001 ⨟" })"},
           {R"({ "a": "bool", "b": { "c": "real" } })",
            R"({ "record": { "b": { "record": { "c": 1 } }, "a": { "==": [1, 1.5] } } })"}}) {
    const std::string& shown = term;
    CAPTURE(shown);
    const Program program = loaded(with_term(type, term));
    check_same(program, loaded(print(program)));
  }
}

TEST_CASE("schedules print as they are grouped, however deep") {
  const auto grouped = [](const std::string& z) {
    const Program program = loaded(R"({ "components": { "A": "int" }, "schedules": { "z": )" + z + R"( },
      "systems": { "s": { "match": [ { "incl": { "A": "_" } } ], "do": [] } } })");
    const Program again = loaded(print(program));
    CHECK(show(again.schedules[0].z) == show(program.schedules[0].z));
    return show(again.schedules[0].z);
  };
  const std::string s = R"({ "conc": "s" })";
  CHECK(grouped(R"({ "par": [)" + s + "," + s + "," + s + "] }") == "conc(s) ∥ conc(s) ∥ conc(s)");
  CHECK(grouped(R"({ "then": [)" + s + R"(, { "then": [)" + s + "," + s + "] }] }") == "conc(s) ⨟ (conc(s) ⨟ conc(s))");
  CHECK(grouped(R"({ "then": [{ "par": [)" + s + "," + s + R"(] }, { "par": [)" + s + "] }] }") ==
        "(conc(s) ∥ conc(s)) ⨟ conc(s)");

  Program program = loaded(R"({ "components": { "A": "int" }, "schedules": { "z": )" + s + R"( },
    "systems": { "s": { "match": [ { "incl": { "A": "_" } } ], "do": [] } } })");
  const Schedule leaf = program.schedules[0].z;
  program.schedules[0].z = repeat(leaf, 100'000);
  CHECK(loaded(print(program)).schedules[0].z.leaves() == 100'000);
  Schedule deep = leaf;
  for (int k = 0; k < 10'000; ++k) deep = k % 2 == 0 ? (leaf || deep) : (leaf >> deep);
  program.schedules[0].z = deep;
  CHECK(print(program).size() < 20'000'000);
}

TEST_CASE("JSON is written with commas between members, and with line breaks where the writer is told so") {
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("a", "x,");
    json.member("b", std::optional<bool>());
    json.line(2).key("c").list([&] {
      json.value(1.0);
      json.value(-2);
      json.object([] {});
      json.list([] {});
      json.wide_object([] {});
    });
    json.line(2).key("\"").wide_list([&] {
      json.line(4).null();
      json.written("[1,2]");
    });
    json.key("e").compact([&] { json.list([&] { json.object([&] { json.member("d", 1); }), json.value(true); }); });
  });
  CHECK(out ==
        "{ \"a\": \"x,\", \"b\": null,\n  \"c\": [1.0, -2, {}, [], { }],\n"
        "  \"\\\"\": [\n    null, [1,2] ], \"e\": [{\"d\":1},true] }");
}

TEST_CASE("JSON can be taken away while it is written") {
  std::string out, all;
  JsonWriter json(out);
  json.list([&] {
    for (const int k : {1, 2, 3}) {
      json.value(k);
      all += std::exchange(out, {});
    }
  });
  CHECK(all + out == "[1, 2, 3]");
}

TEST_CASE("JSON is laid out: what fits stands on a line, an only member with its brackets, the rest is broken") {
  const auto again = [](const std::string& json) { return laid_out(read_tree(json)); };
  CHECK(again(R"({"a":[1,2.5,-3e4],"b":{},"c":[],"d":{"e":[{"f":null}]}})") ==
        "{ \"a\": [1, 2.5, -30000.0], \"b\": {}, \"c\": [], \"d\": { \"e\": [{ \"f\": null }] } }\n");
  CHECK(again("{ \"a\" : \"x, \\\"}\\\\\" }") == "{ \"a\": \"x, \\\"}\\\\\" }\n");
  CHECK(again("{}") == "{}\n");
  const std::string wide(70, 'w');
  CHECK(again("{\"a\":[\"" + wide + "\",\"" + wide + "\"]}") ==
        "{ \"a\": [\n  \"" + wide + "\",\n  \"" + wide + "\"\n] }\n");
  CHECK(again("[[[\"" + wide + "\"]],\"" + wide + "\"]") == "[\n  [[\"" + wide + "\"]],\n  \"" + wide + "\"\n]\n");
}

TEST_CASE("JSON is laid out: 120 columns are filled, and not one more, with what follows on the line") {
  const auto in_list = [](std::size_t n, const char* letter) {
    std::string text;
    for (std::size_t k = 0; k < n; ++k) text += letter;
    return text;
  };
  for (const char* letter : {"w", "ß", "⨟"}) {
    const auto flat = [&](std::size_t columns) {
      return "{ \"a\": [\"" + in_list(columns - 17, letter) + "\", \"\"] }\n";
    };
    CHECK(laid_out(read_tree(flat(120))) == flat(120));
    CHECK(laid_out(read_tree(flat(121))) == "{ \"a\": [\n  \"" + in_list(104, letter) + "\",\n  \"\"\n] }\n");
    // Within a broken list, a comma may follow.
    const auto member = [&](std::size_t columns) { return "  [\"" + in_list(columns - 9, letter) + "\", 1]"; };
    const auto lines = [&](std::size_t columns) { return "[\n" + member(columns) + ",\n  2\n]\n"; };
    CHECK(laid_out(read_tree(lines(119))) == lines(119));
    CHECK(laid_out(read_tree(lines(120))) == "[\n  [\n    \"" + in_list(111, letter) + "\",\n    1\n  ],\n  2\n]\n");
  }
}

TEST_CASE("JSON is laid out: a line after a first bracket breaks it and all around it that has several members") {
  const auto broken = [](JsonWriter& json) {
    json.line(0).member("x", 1);
    json.line(0).member("y", 2);
  };
  CHECK(laid_out([&](JsonWriter& json) {
          json.list([&] {
            json.list([&] { json.object([&] { broken(json); }); });
            json.list([&] { json.value(3); });
          });
        }) == "[\n  [{\n    \"x\": 1,\n    \"y\": 2\n  }],\n  [3]\n]\n");
}

TEST_CASE("JSON is laid out however deep, and indented 512 columns at most") {
  const std::size_t depth = 10'000;
  const std::function<void(JsonWriter&, std::size_t)> nested = [&](JsonWriter& json, std::size_t left) {
    deep([&] {
      json.list([&] {
        json.value(1);
        if (left > 0) nested(json, left - 1);
      });
    });
  };
  const std::string text = laid_out([&](JsonWriter& json) { nested(json, depth); });
  CHECK(text.find("\n" + std::string(512, ' ') + "1,\n") != std::string::npos);
  CHECK(text.find(std::string(513, ' ')) == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '[') == static_cast<std::ptrdiff_t>(depth + 1));
}
