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

using Placed = std::vector<std::pair<std::string, TextPosition>>;

Placed places(const std::string& text) {
  Placed all;
  for (const Problem& problem : problems(text)) all.emplace_back(problem.place, problem.at.value());
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

TEST_CASE("Line and column are counted in bytes, of the key or of the element") {
  const std::string text =
      "{ \"name\": \"\u00fc\\\" {\", \"fram\": 3,\n\t\"components\": [],\"systems\" :[ ] ,\r\n\n \"schedules\": "
      "{\"a\": []}}\n";
  CHECK(places(text) ==
        Placed{{"/fram", {1, 21}}, {"/components", {2, 2}}, {"/systems", {2, 19}}, {"/schedules/a", {4, 16}}});
  CHECK(places(" \n  7") == Placed{{"", {2, 3}}});
  CHECK(show("bad.json", problems(text).front()).ends_with(" (line 1, column 21)"));
}

TEST_CASE("Of a key that occurs twice each problem has the place that it is about") {
  const std::string twice = R"({ "components": { "A": "imt",
    "B": "real", "A": "int",
    "A\/~": 99999999999999999999, "A\/~": [99999999999999999999],
    "C": "imt" }, "systems": 1, "schedules": 1 })";
  const Placed found = places(twice);
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
  const std::vector<Problem> found = problems("{ \"a\": [1,\n 99999999999999999999], \"b\" }");
  REQUIRE(found.size() == 2);
  CHECK(found[0].place == "/a/1");
  CHECK(found[0].at == TextPosition{2, 2});
  CHECK(found[1].place == "2:29");  // of the syntax error
}

TEST_CASE("200,000 problems are found in one walk through the text") {
  std::string text = R"({ "components": { "A": "int" }, "systems": 1, "schedules": 1, "entities": {)";
  for (int k = 0; k < 200'000; ++k) text += "\n\"e" + std::to_string(k) + "\": {\"A\": true},";
  text.back() = '}';
  const std::vector<Problem> all = problems(text + "}");
  REQUIRE(all.size() == 200'002);
  CHECK(all[199'999 + 2].at == TextPosition{200'001, 13});
}
