// The ledger of rules has a row for every rule of the code, and no other; and what a row says is so.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "props/kit/files.hpp"

namespace {

std::set<std::string> rules(const std::string& text, const std::string& before) {
  const std::regex rule(before + R"(\[([a-z]+(/[a-z-]+)?)\])");
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), rule), end; it != end; ++it) found.insert((*it)[1]);
  return found;
}

/// The rules that the properties of a file cite, each in the line above it.
std::set<std::string> cited(const std::filesystem::path& path) {
  std::istringstream lines(contents(path));
  std::set<std::string> found;
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("// [", 0) == 0) found.merge(rules(line, ""));
  return found;
}

/// The rows of the table of rules, by their columns.
std::vector<std::vector<std::string>> ledger() {
  std::vector<std::vector<std::string>> rows;
  std::istringstream page(contents(source_dir / "specs/reference/rules.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| [", 0) != 0) continue;
    std::istringstream columns(line.substr(1));
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string column; std::getline(columns, column, '|');) row.push_back(column);
  }
  return rows;
}

/// What stands in backquotes.
std::vector<std::string> quoted(const std::string& text) {
  const std::regex quote("`([^`]+)`");
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), quote), end; it != end; ++it) found.push_back((*it)[1]);
  return found;
}

/// The test files of this name.
std::vector<std::filesystem::path> tests(const std::string& name) {
  std::vector<std::filesystem::path> found;
  for (const auto& path : files("props", ".cpp"))
    if (path.filename() == name) found.push_back(path);
  return found;
}

}  // namespace

TEST_CASE(
    "specs/reference/rules.md lists the rules of the code, and specs/explanation/deviations.md speaks of no others") {
  std::string code;
  for (const char* folder : {"semantics", "interp"})
    for (const char* extension : {".cpp", ".hpp"})
      for (const auto& path : files(folder, extension)) code += contents(path);
  const std::set<std::string> in_code = rules(code, "//+ ");
  CHECK(in_code.size() > 50);
  CHECK(rules(contents(source_dir / "specs/reference/rules.md"), "") == in_code);
  for (const std::string& rule : rules(contents(source_dir / "specs/explanation/deviations.md"), "")) {
    CAPTURE(rule);
    CHECK(in_code.count(rule) == 1);
  }
}

TEST_CASE("The code of each rule is where specs/reference/rules.md says: a file that the row names has its id") {
  CHECK(ledger().size() > 30);
  for (const auto& row : ledger()) {
    std::set<std::string> there;
    for (const std::string& file : quoted(row.at(2))) {
      CAPTURE(file);
      REQUIRE(std::filesystem::exists(source_dir / file));
      there.merge(rules(contents(source_dir / file), "//+ "));
    }
    for (const std::string& rule : rules(row.at(0), "")) {
      CAPTURE(rule);
      CHECK(there.count(rule) == 1);
    }
  }
}

TEST_CASE(
    "Each rule has a property, in a file that its row of specs/reference/rules.md names, and each file named has one "
    "of the "
    "row") {
  for (const auto& row : ledger()) {
    const std::set<std::string> named = rules(row.at(0), "");
    std::set<std::string> found;
    for (const std::string& file : quoted(row.at(3))) {
      CAPTURE(file);
      std::set<std::string> here;
      for (const auto& path : tests(file)) here.merge(cited(path));
      CHECK(std::any_of(named.begin(), named.end(), [&](const std::string& rule) { return here.contains(rule); }));
      found.merge(here);
    }
    for (const std::string& rule : named) {
      CAPTURE(rule);
      CHECK(found.count(rule) == 1);
    }
  }
}

TEST_CASE("Each rule has an example: a program that its row of specs/reference/rules.md links to") {
  const std::regex link(R"(\]\(\.\./\.\./(examples/[a-z0-9_/]+\.(json|dot|trace))\))");
  for (const auto& row : ledger()) {
    CAPTURE(row.at(0));
    const std::string& column = row.at(4);
    std::size_t examples = 0;
    for (std::sregex_iterator it(column.begin(), column.end(), link), end; it != end; ++it, ++examples)
      CHECK(std::filesystem::exists(source_dir / (*it)[1].str()));
    CHECK(examples > 0);
  }
}

TEST_CASE("Each theorem that a page names is in specs/theory, and specs/theory has every rule of Core ECS") {
  const std::regex name("`([A-Z][A-Za-z]+)\\.(?!v`)(\\w+)`");
  std::size_t theorems = 0;
  std::vector<std::filesystem::path> pages = files("specs", ".md");
  pages.push_back(source_dir / "README.md");
  for (const auto& page : pages) {
    const std::string text = contents(page);
    for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it) {
      const auto module = source_dir / "specs/theory" / ((*it)[1].str() + ".v");
      if (!std::filesystem::exists(module)) continue;  // a field of a program
      const std::string of_theorem = (*it)[2];
      CAPTURE((*it)[0].str());
      const std::regex statement("(^|\n)(Theorem|Lemma|Corollary|Example) " + of_theorem + "\\b");
      CHECK(std::regex_search(contents(module), statement));
      ++theorems;
    }
  }
  CHECK(theorems > 50);
  for (const auto& row : ledger())
    for (const std::string& theorem : quoted(row.size() > 5 ? row[5] : ""))
      CHECK(std::filesystem::exists(source_dir / "specs/theory" / (theorem.substr(0, theorem.find('.')) + ".v")));
  std::string code, theory;
  for (const char* extension : {".cpp", ".hpp"})
    for (const auto& path : files("semantics", extension))
      if (path.parent_path().filename() == "semantics") code += contents(path);
  for (const auto& path : files("specs/theory", ".v")) theory += contents(path);
  const std::set<std::string> of_theory = rules(theory, "");
  for (const std::string& rule : rules(code, "//+ ")) {
    CAPTURE(rule);
    CHECK(of_theory.contains(rule));
  }
}

TEST_CASE("Each section of the program format that is cited is there") {
  std::set<std::string> sections;
  std::istringstream page(contents(source_dir / "specs/reference/program-format.md"));
  for (std::string line; std::getline(page, line);)
    if (line.rfind("## ", 0) == 0) sections.insert(line.substr(3, line.find('.') - 3));
  CHECK(sections.size() == 6);
  const std::regex citation(R"(program format(?:\]\(program-format.md\))?,? (§\d+(?:(?: and|,| to) §\d+)*))"),
      section("§(\\d+)");
  std::size_t citations = 0;
  for (const char* folder : {"semantics", "interp", "props", "specs"})
    for (const char* extension : {".cpp", ".hpp", ".md"})
      for (const auto& path : files(folder, extension)) {
        const std::string text = contents(path);
        for (std::sregex_iterator it(text.begin(), text.end(), citation), end; it != end; ++it, ++citations) {
          const std::string cited = (*it)[1];
          CAPTURE(path.string());
          CAPTURE(cited);
          for (std::sregex_iterator n(cited.begin(), cited.end(), section); n != end; ++n)
            CHECK(sections.count((*n)[1]) == 1);
        }
      }
  CHECK(citations > 30);
}
