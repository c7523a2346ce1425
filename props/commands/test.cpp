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

TEST_CASE("coreecs test says nothing of files that it cannot test, but how many there are") {
  const Result none = coreecs("test no.json");
  CHECK(none.status == 2);
  CHECK(none.out.empty());
  const Result one = coreecs("test no.json examples/toy_physics.json");
  CHECK(one.status == 2);
  CHECK(one.out == "2 expectations passed, 0 failed, in 1 file; 1 file not tested\n");
}

TEST_CASE(
    "coreecs test marks the exercises of the guide: no as given and where what one may change is empty, yes as in the "
    "solution") {
  const auto exercises = files("specs/guide/exercises", ".json");
  CHECK(exercises.size() == files("specs/guide/solutions", ".json").size());
  for (const auto& path : exercises) {
    CAPTURE(path.string());
    CHECK(coreecs("test " + quoted(path)).status == 1);
    const json given = json::parse(contents(path));
    const json solution = json::parse(contents(source_dir / "specs/guide/solutions" / path.filename()));
    json solved = given, empty = given;
    const std::string about = given.at("about");
    std::size_t quote = about.find('"', about.find("Change only "));
    REQUIRE(quote != std::string::npos);
    while (quote != std::string::npos) {
      const std::size_t end = about.find('"', quote + 1);
      const std::string key = about.substr(quote + 1, end - quote - 1);
      REQUIRE(solved.contains(key));
      solved[key] = solution.at(key);
      empty[key] = json::object();
      quote = about.find('"', end + 1);
    }
    CHECK(coreecs("test -", empty.dump()).status != 0);
    CHECK(solved == solution);
  }
}
