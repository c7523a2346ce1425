// The command line of a program in C++ (examples/commands.cpp), as its author meets it.
#include "props/kit/command.hpp"

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
  CHECK(contains(game(in, "run").out, "    2  Pos ↦ {alice ↦ 2, bob ↦ 2}\n"));
  CHECK(contains(game(in, "check --schedule at_once").out,
                 "  safe by rule  no  Theorem 4.7(3): loot⟨alice, chest⟩ and loot⟨bob, chest⟩"));
  CHECK(contains(game(in, "show").out, "  f   is a C++ function\n  reads Pos, Vel; writes Pos\n"));
  CHECK(contains(game(in, "run --help").out, "Usage: coreecs run [FILE...] [OPTIONS]\n"));
  const Result unknown = game(in, "run --schedule non");
  CHECK(unknown.status == 2);
  CHECK(unknown.err == "treasure: unknown schedule \"non\"; expected one of main, at_once\n");
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
  const Result found = game(in, "fuzz --schedule at_once --find not-confluent");
  CHECK(found.status == 1);
  CHECK(contains(found.out, "not confluent: case "));
  const std::string file = "treasure.not-confluent.json";
  CHECK(game(in, "test " + file).out == "1 expectation passed, 0 failed, in 1 file\n");
  CHECK(game(in, "shrink " + file + " --schedule at_once --output small.json").status == 0);
  CHECK(game(in, "check small.json --schedule at_once").status == 1);
  const Result elsewhere = coreecs("check " + quoted((in.path / file).string()));
  CHECK(elsewhere.status == 2);
  CHECK(contains(elsewhere.err, "/systems/walk/do"));
  CHECK(contains(game(in, "cases --count 2").out, R"("id":"1.1")"));
}
