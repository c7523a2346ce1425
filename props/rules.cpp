// The ledger of rules has a row for every rule of the code, and no other.
#include <doctest/doctest.h>

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

}  // namespace

TEST_CASE("specs/rules.md lists the rules of the code, and specs/deviations.md speaks of no others") {
  std::string code;
  for (const char* folder : {"semantics", "interp"})
    for (const char* extension : {".cpp", ".hpp"})
      for (const auto& path : files(folder, extension)) code += contents(path);
  const std::set<std::string> in_code = rules(code, "//+ ");
  CHECK(in_code.size() > 50);
  CHECK(rules(contents(source_dir / "specs/rules.md"), "") == in_code);
  for (const std::string& rule : rules(contents(source_dir / "specs/deviations.md"), "")) {
    CAPTURE(rule);
    CHECK(in_code.count(rule) == 1);
  }
}

TEST_CASE("Each rule has a property: one that cites it, in a file that its row of specs/rules.md names") {
  std::istringstream ledger(contents(source_dir / "specs/rules.md"));
  const std::regex file("`([a-z0-9_]+\\.cpp)`");
  const auto tests = files("props", ".cpp");
  std::size_t rows = 0;
  for (std::string row; std::getline(ledger, row);) {
    const std::set<std::string> named = rules(row, "");
    if (named.empty()) continue;
    ++rows;
    const std::string last = row.substr(row.rfind('|', row.size() - 2));
    std::set<std::string> found;
    for (std::sregex_iterator it(last.begin(), last.end(), file), end; it != end; ++it)
      for (const auto& path : tests)
        if (path.filename() == (*it)[1].str()) found.merge(cited(path));
    for (const std::string& rule : named) {
      CAPTURE(rule);
      CHECK(found.count(rule) == 1);
    }
  }
  CHECK(rows > 20);
}
