// The ledger of rules has a row for every rule of the code, and no other.
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "props/files.hpp"

namespace {

std::set<std::string> rules(const std::string& text, const std::string& before) {
  const std::regex rule(before + R"(\[([a-z]+(/[a-z-]+)?)\])");
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), rule), end; it != end; ++it) found.insert((*it)[1]);
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
