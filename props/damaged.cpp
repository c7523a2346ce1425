// Every damaged program is refused with the messages that its .expect file asks for.
#include <doctest/doctest.h>

#include "interp/format/load.hpp"
#include "props/kit/files.hpp"

using namespace coreecs;

namespace {

/// A problem that must be reported: its place, and what its message contains.
struct Expected {
  std::string place;
  std::vector<std::string> phrases;

  explicit Expected(const std::string& line) {
    std::istringstream fields(line);
    std::getline(fields, place, '\t');
    for (std::string phrase; std::getline(fields, phrase, '\t');) phrases.push_back(phrase);
  }
  bool is(const Problem& problem) const {
    return problem.place == place && std::all_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
             return problem.message.find(phrase) != std::string::npos;
           });
  }
};

std::string shown(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += "\n  " + show("", problem);
  return out;
}

}  // namespace

TEST_CASE("Damaged programs are refused, each with the message that it must give") {
  const auto programs = files("props/damaged", ".json");
  CHECK(programs.size() >= 60);
  for (auto path : programs) {
    CAPTURE(path.filename().string());
    const auto result = load(contents(path));
    const auto* problems = std::get_if<std::vector<Problem>>(&result);
    CHECK_MESSAGE(problems, "it was accepted");
    if (!problems) continue;
    std::istringstream lines(contents(path.replace_extension(".expect")));
    std::string line;
    std::getline(lines, line);
    std::size_t expected_problems = 0;
    while (std::getline(lines, line)) {
      const Expected expected(line);
      ++expected_problems;
      CHECK_MESSAGE(std::any_of(problems->begin(), problems->end(), [&](const Problem& p) { return expected.is(p); }),
                    "expected: " << line << "\nfound:" << shown(*problems));
    }
    CHECK_MESSAGE(problems->size() == expected_problems, "more or fewer problems than expected:" << shown(*problems));
  }
}
