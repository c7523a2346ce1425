// `coreecs test`: what programs do, compared with what they expect.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

TEST_CASE("coreecs test: the examples and the regressions are as they expect") {
  std::string all;
  for (const auto& path : example_programs()) all += quoted(path) + " ";
  for (const char* folder : {"props/regressions", "specs/guide/programs", "specs/guide/solutions"})
    for (const auto& path : files(folder, ".json")) all += quoted(path) + " ";
  const Result result = coreecs("test " + all);
  CHECK_MESSAGE(result.status == 0, result.out << result.err);
}

TEST_CASE(
    "coreecs test marks the exercises of the guide: no as given, yes where what one may change is as in the solution") {
  const auto exercises = files("specs/guide/exercises", ".json");
  CHECK(exercises.size() == files("specs/guide/solutions", ".json").size());
  for (const auto& path : exercises) {
    CAPTURE(path.string());
    CHECK(coreecs("test " + quoted(path)).status == 1);
    json solved = json::parse(contents(path));
    const json solution = json::parse(contents(source_dir / "specs/guide/solutions" / path.filename()));
    const std::string about = solved.at("about"), change = "Change only \"";
    const std::size_t begin = about.find(change) + change.size();
    const std::string key = about.substr(begin, about.find('"', begin) - begin);
    REQUIRE(solved.contains(key));
    solved[key] = solution.at(key);
    CHECK(solved == solution);
  }
}
