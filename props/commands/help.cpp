// What the command line says of itself.
#include <nlohmann/json.hpp>

#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("Help on a command is the same before it and after it, with status 0") {
  CHECK(coreecs("help").out == coreecs("--help").out);
  CHECK(coreecs("version").out == coreecs("--version").out);
  std::set<std::string> commands;
  if (shell::has("app show")) commands.insert("app");
  for (const json& command : json::parse(coreecs("describe json").out)) commands.insert(command["command"]);
  for (const std::string& command : commands) {
    const Result help = coreecs(command + " --help");
    CHECK(help.status == 0);
    CHECK(coreecs("help " + command).out == help.out);
  }
}

TEST_CASE("Options of a command that are many are in groups") {
  for (const json& command : json::parse(coreecs("describe json").out)) {
    std::set<std::string> groups;
    for (const json& option : command["options"]) groups.insert(option["group"]);
    CHECK_MESSAGE((command["options"].size() <= 8 || groups.size() > 1), command["command"]);
  }
}
