// The command line of a program in C++ (examples/commands.cpp), as its author meets it.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using namespace shell;

namespace {

/// Runs it in a folder.
Result game(const Scratch& in, const std::string& arguments) {
  const std::string at = "cd " + quoted(in.path.string()) + " && timeout 200 " + quoted(COREECS_COMMANDS) + " ";
  const int status = std::system((at + arguments + " >out 2>err").c_str());
  return {WEXITSTATUS(status), contents(in.path / "out"), contents(in.path / "err")};
}

}  // namespace

// [cli]
TEST_CASE("A program in C++ runs, and is checked, without a file") {
  const Scratch in;
  const json frames = json::parse(game(in, "run --json").out)["frames"];
  REQUIRE(frames.size() == 3);
  CHECK(frames[2]["alice"]["Pos"] == 2);
  const json reasons = json::parse(game(in, "check --json --schedule at_once").out)["reasons"];
  CHECK(reasons["safe_by_rule"]["invocations"][0]["entities"] == json{"alice", "chest"});
  CHECK(contains(game(in, "show").out, "  f   is a C++ function\n  reads Pos, Vel; writes Pos\n"));
  CHECK(game(in, "run --help").status == 0);
  const Result unknown = game(in, "run --schedule non");
  CHECK(unknown.status == 2);
  CHECK(unknown.err.rfind("treasure: ", 0) == 0);
}

// [cli]
TEST_CASE("What a program in C++ writes of itself it reads again") {
  const Scratch in;
  CHECK(game(in, "check --certificate c.json").status == 0);
  CHECK(game(in, "verify-certificate c.json").status == 0);
  CHECK(game(in, "verify-certificate c.json treasure").status == 0);
  CHECK(game(in, "run --executor threads --trace t.json").status == 0);
  CHECK(game(in, "check-trace t.json").status == 0);
  CHECK(game(in, "verify-certificate t.json").status == 2);
}

// [cli]
TEST_CASE("A program in C++ is searched for starts at which it goes wrong, and these are programs of its own") {
  const Scratch in;
  CHECK(game(in, "fuzz --schedule at_once --find not-confluent").status == 1);
  const json report = json::parse(game(in, "fuzz --schedule at_once --find not-confluent --json --report r.json").out);
  const std::string replay = report["found"][0]["replay"];
  CHECK(replay.rfind(COREECS_COMMANDS " fuzz --schedule at_once", 0) == 0);
  const json again = json::parse(game(in, replay.substr(std::string(COREECS_COMMANDS).size() + 1) + " --json").out);
  CHECK(again["found"][0]["program"] == report["found"][0]["program"]);
  CHECK(game(in, "merge-reports r.json").status == 1);
  CHECK_FALSE(contains(game(in, "help").out, "toy_physics"));
  const std::string file = "treasure.not-confluent.json";
  CHECK(game(in, "test " + file).status == 0);
  CHECK(game(in, "shrink " + file + " --schedule at_once --output small.json").status == 0);
  CHECK(game(in, "check small.json --schedule at_once").status == 1);
  const Result elsewhere = coreecs("check " + quoted((in.path / file).string()));
  CHECK(elsewhere.status == 2);
  CHECK(contains(elsewhere.err, "/systems/walk/do"));
  if (!shell::has("cases")) return;
  const std::string first = game(in, "cases --count 2").out;
  CHECK(json::parse(first.substr(0, first.find('\n'))).contains("id"));
}
