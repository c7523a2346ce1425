// Where in its text a problem is, beside its JSON Pointer (program format §6).
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "interp/language/format/load.hpp"
#include "props/kit/files.hpp"
#include "props/refused/cases.hpp"

using namespace coreecs;
using Tree = nlohmann::ordered_json;

namespace {

std::vector<Problem> problems(const std::string& text) {
  auto result = load(text);
  return result.index() == 1 ? std::get<1>(std::move(result)) : std::vector<Problem>();
}

std::string lines(const std::string& text) {
  std::string all;
  for (const Problem& problem : problems(text)) all += show("bad.json", problem) + "\n";
  return all;
}

/// By looking for a mark in the place of what is there, in a text where every member has a line of its own.
TextPosition marked(Tree document, const std::string& pointer) {
  if (pointer.empty()) return {1, 1};
  document[Tree::json_pointer(pointer)] = "the mark";
  const std::string text = document.dump(2);
  const std::size_t mark = text.find("\"the mark\""), line = text.rfind('\n', mark) + 1;
  return {
      1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark), '\n')),
      1 + text.find_first_not_of(' ', line) - line};
}

}  // namespace

TEST_CASE("A problem has the line and the column of its place") {
  std::size_t compared = 0;
  for (const auto& path : files("props/refused", ".cases"))
    for (const Refusal& refusal : refusals(contents(path), path)) {
      const Tree document = Tree::parse(refusal.document, nullptr, false);
      if (document.is_discarded()) continue;
      for (const Problem& problem : problems(document.dump(2))) {
        if (!problem.place.empty() && problem.place.front() != '/') continue;
        CAPTURE(refusal.name);
        REQUIRE(problem.at);
        const TextPosition expected = marked(document, problem.place);
        CHECK_MESSAGE(*problem.at == expected, show(problem.place, problem));
        ++compared;
      }
    }
  CHECK(compared >= 400);
}

TEST_CASE("Line and column stand behind the message, in bytes, of the key or of the element") {
  CHECK(
      lines("{ \"name\": \"\u00fc\\\" {\", \"fram\": 3,\n\t\"components\": [],\"systems\" :[ ] ,\r\n\n \"schedules\": "
            "{\"a\": []}}\n") ==
      "bad.json:/fram: unknown key \"fram\"; expected one of components, systems, schedules, constants, entities, "
      "frames, expect, "
      "name, about, invariants, fuzz, view, templates, spawn, $schema; did you mean \"frames\"? (line 1, column 21)\n"
      "bad.json:/components: found an empty list; expected an object; write { \"Pos\": \"int\" }: each component has a "
      "type (line 2, column 2)\n"
      "bad.json:/systems: found an empty list; expected an object; write { \"move\": {...} }: each system has a name "
      "(line 2, column 19)\n"
      "bad.json:/schedules/a: found an empty list; expected an object; write {\"then\": [z, z', ...]} for one after "
      "the "
      "other, or {\"par\": [z, z', ...]} (line 4, column 16)\n");
  CHECK(lines(" \n  7") == "bad.json: found 7; expected an object (line 2, column 3)\n");
}

TEST_CASE("Of a key that occurs twice each problem has the place that it is about") {
  const std::string twice = R"({ "components": { "A": "imt",
    "B": "real", "A": "int",
    "A\/~": 99999999999999999999, "A\/~": [99999999999999999999],
    "C": "imt" }, "systems": 1, "schedules": 1 })";
  std::vector<std::pair<std::string, TextPosition>> found;
  for (const Problem& problem : problems(twice)) found.emplace_back(problem.place, problem.at.value());
  const auto at = [&](const std::string& place, std::size_t line, std::size_t column) {
    return std::count(found.begin(), found.end(), std::pair(place, TextPosition{line, column})) > 0;
  };
  CHECK(at("/components/A", 1, 19));
  CHECK(at("/components/A", 2, 18));
  CHECK(at("/components/A~1~0", 3, 5));
  CHECK(at("/components/A~1~0", 3, 35));
  CHECK(at("/components/A~1~0/0", 3, 44));
  CHECK(at("/components/C", 4, 5));
}

TEST_CASE("What is wrong before a syntax error has a position, too") {
  CHECK(lines("{ \"a\": [1,\n 99999999999999999999], \"b\" }") ==
        "bad.json:/a/1: found 99999999999999999999; expected a number that fits 64 bits (line 2, column 2)\n"
        "bad.json:2:29: syntax error: unexpected '}'; expected ':'\n");
}

TEST_CASE("200,000 problems are found in one walk through the text") {
  std::string text = R"({ "components": { "A": "int" }, "systems": 1, "schedules": 1, "entities": {)";
  for (int k = 0; k < 200'000; ++k) text += "\n\"e" + std::to_string(k) + "\": {\"A\": true},";
  text.back() = '}';
  const std::vector<Problem> all = problems(text + "}");
  REQUIRE(all.size() == 200'002);
  CHECK(all[199'999 + 2].at == TextPosition{200'001, 13});
}
