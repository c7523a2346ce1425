// What is true of all problems of a document together: their order, and their size. The words of each are in the files
// *.cases (program format §6).
#include <doctest/doctest.h>

#include "interp/language/format/load.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;

namespace {

std::vector<Problem> refused(const std::string& text) {
  auto result = load(text);
  REQUIRE(result.index() == 1);
  return std::get<1>(std::move(result));
}

}  // namespace

TEST_CASE("what is wrong with a document is reported together, in its order") {
  const std::vector<Problem> problems = refused(R"({
    "components": { "Pos": "int", "Vel": "imt", "Pos": "real", "1": "int" },
    "entities": { "e0": { "Pos": "1", "Vel": 2 }, "e1": { "Poss": 9223372036854775808 } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
                        "do": [ { "attach": ["Poss", "e", "p"] }, { "attach": ["Pos", "e", "v"] },
                                { "detach": ["Pos", "q"] }, { "attach": ["Pos", "e", { "+": ["q", "p", 1.5] }] } ] } },
    "schedules": { "main": { "par": [ { "conc": "t" }, { "then": [] } ] } },
    "fram": 3 })");
  std::vector<std::string> places;
  places.reserve(problems.size());
  for (const Problem& problem : problems) places.push_back(problem.place);
  // What is written to a component of an unknown type is not looked at, nor is its value at the start.
  CHECK(places == std::vector<std::string>{"/components/Vel", "/components/Pos", "/components/1", "/entities/e0/Pos",
                                           "/entities/e1/Poss", "/entities/e1/Poss", "/systems/s/do/0/attach/0",
                                           "/systems/s/do/2/detach/1", "/systems/s/do/3/attach/2/+/0",
                                           "/systems/s/do/3/attach/2/+/2", "/schedules/main/par/0/conc",
                                           "/schedules/main/par/1/then", "/fram"});
}

TEST_CASE("A message quotes of long names their beginnings only") {
  const std::string name(1'000'000, 'N'), other = name + "x";
  const auto in = [&](const std::string& components, const std::string& incl, const std::string& at) {
    return R"({ "components": { )" + components + R"( }, "systems": { "s": { "match": [{ "entity": "e", "incl": { )" +
           incl + R"( } }], "do": { "attach": [")" + name + R"(", "e", )" + at + R"(] } } }, "schedules": { ")" + name +
           R"(": { "conc": "s" } } })";
  };
  const std::string record = "\"" + name + R"(": { ")" + name + R"(": "int", "y": "real" })";
  for (const std::string& text :
       {in("\"" + other + R"(": "int")", "\"" + other + R"(": "x")", "1"), in("\"" + name + R"(": "int")", "", "true"),
        in("\"" + name + "\": \"" + name + "\"", "", "1"),
        in(record, "\"" + name + R"(": "r")", R"({ "+": ["r", 1] })"),
        in(record, "\"" + name + R"(": "r")", "\"r." + other + "\""), in(record, "", "\"" + name + "\""),
        in(record, "", R"({ "record": { ")" + name + R"(": 1 } })"),
        in("\"" + name + R"(": "int")", "", std::string(1000, '9')), in("\"" + name + "/~\": 1", "", "1"),
        in("\"" + name + "\": 1, \"" + name + "\": 1", "", "1")}) {
    for (const Problem& problem : refused(text)) {
      const std::string line = show("bad.json", problem);
      CHECK_MESSAGE(line.size() < 2000, line.substr(0, 2000));
    }
  }
  const std::vector<Problem> unknown = refused(system_doing(R"({ "attach": [")" + name + R"(", "e", 1] })"));
  CHECK(unknown.at(0).message.find(std::string(60, 'N') + "...\"") != std::string::npos);
}
