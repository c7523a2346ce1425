// What the command line says of itself.
#include <nlohmann/json.hpp>

#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("--help teaches by example, with status 0") {
  const Result result = coreecs("--help");
  CHECK(result.status == 0);
  CHECK(contains(result.out, "coreecs run examples/toy_physics.json"));
  CHECK(coreecs("help").out == result.out);
  CHECK(contains(result.out, "\nRun and check:\n  run "));
  for (const std::string command : {"run", "check", "show", "test"}) {
    const Result help = coreecs(command + " --help");
    CHECK(help.status == 0);
    CHECK(coreecs("help " + command).out == help.out);
    CHECK(contains(result.out, "\n  " + command + " "));
  }
  CHECK(contains(coreecs("help chekc").err, "did you mean \"check\"?"));
  CHECK(coreecs("version").out == coreecs("--version").out);
}

TEST_CASE("--help says what goes with what, and groups options that are many") {
  const std::string run = coreecs("help run").out;
  for (const char* said : {"[only with --executor threads]", "only with --executor threads or --schedule-seed",
                           "not with --by; for one FILE]", "shared not with\n                          --record",
                           "\nWho runs it:\n  --executor reference|threads\n"})
    CHECK_MESSAGE(contains(run, said), said);
  for (const json& command : json::parse(coreecs("describe json").out)) {
    std::set<std::string> groups;
    for (const json& option : command["options"]) groups.insert(option["group"]);
    CHECK_MESSAGE((command["options"].size() <= 8 || groups.size() > 1), command["command"]);
  }
}
