// `explain` and `run --steps`, as their users meet them.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("explain: a program, a word, or what is neither") {
  const Result program = coreecs("explain examples/toy_physics.json");
  CHECK(program.status == 0);
  const Result brief = coreecs("explain examples/toy_physics.json --brief");
  CHECK(brief.out.size() < program.out.size());
  CHECK(json::parse(coreecs("explain roll --json").out)["title"] == "roll");
  CHECK(coreecs("explain linearisation").status == 2);
  CHECK(coreecs("explain no_such_file.json").status == 2);
  CHECK(coreecs("explain examples/toy_physics.json --frame 0").status == 2);
}

TEST_CASE("explain --json: what is observed, what each match changes, the theorem and the verdicts") {
  const json document = json::parse(coreecs("explain examples/toy_physics.json --schedule lost_write --json").out);
  CHECK(document["observed"][1]["name"] == "c1");
  CHECK(document["observed"][1]["state"]["e0"]["Pos"] == 7);
  CHECK(document["leaves"][1]["matches"][1]["changes"][0] ==
        json{{"entity", "e1"}, {"component", "Vel"}, {"before", 3}, {"after", -1}});
  CHECK(document["theorem_4_7"]["safe"] == false);
  CHECK(document["theorem_4_7"]["sides"][1]["rule"] == "construction/conc");
  CHECK(document["final"] == json::parse(coreecs("run examples/toy_physics.json --schedule lost_write --frames 1 "
                                                 "--json")
                                             .out)["frames"][1]);
  CHECK(document["influences"].size() == 4);
}

TEST_CASE("explain --set: of a program, and not of a word") {
  const std::string program = R"({ "components": { "N": "int" }, "constants": { "m": 1 },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "N": "_" } }], "do": { "attach": ["N", "e", "m"] } } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e": { "N": 0 } } })";
  const Scratch scratch;
  const std::string file = shell::quoted(scratch.file("p.json", program));
  CHECK(json::parse(coreecs("explain " + file + " --json --set m=7").out)["final"]["e"]["N"] == 7);
  CHECK(coreecs("explain roll --set m=7").status == 2);
}

TEST_CASE("explain: every entry names a command, which can be run") {
  std::size_t entries = 0, commands = 0, run = 0;
  const Scratch scratch;  // for what is written
  std::istringstream lines(contents(source_dir / "specs/reference/words.md"));
  for (std::string line; std::getline(lines, line);) {
    const std::string entry = "### ", command = "* **Try:** `coreecs ";
    if (line.starts_with(entry)) ++entries;
    if (!line.starts_with(command)) continue;
    ++commands;
    std::string arguments = line.substr(command.size(), line.find('`', command.size()) - command.size());
    for (const std::string written : {"trace.json", "page.html"})
      if (const std::size_t file = arguments.find(written); file != std::string::npos)
        arguments.replace(file, written.size(), shell::quoted(scratch.file(written)));
    if (!shell::has(arguments) || (!shell::has("core") && contains(arguments, "archetypes/"))) continue;
    const Result result = coreecs(arguments);
    const bool undecided = contains(arguments, "--limit ");
    CHECK_MESSAGE((undecided ? result.status == 3 : result.status <= 1), arguments << "\n" << result.err);
    ++run;
  }
  CHECK(commands == entries);
  CHECK(run > (shell::has_annexes() ? 70U : 50U));
}

TEST_CASE("run --steps: each frame with what is invoked in it, and the same states") {
  const Result steps = coreecs("run examples/toy_physics.json --steps");
  CHECK(steps.status == 0);
  std::string states;
  std::istringstream lines(steps.out);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("         ", 0) != 0) states += line + "\n";
  CHECK(states == coreecs("run examples/toy_physics.json").out);

  const json with = json::parse(coreecs("run examples/toy_physics.json --steps --json").out);
  const json without = json::parse(coreecs("run examples/toy_physics.json --json").out);
  CHECK(with["frames"] == without["frames"]);
  CHECK(with["steps"].size() + 1 == with["frames"].size());
  CHECK(with["steps"][0][1]["matches"][1]["dropped"]["component"] == "Vel");
  CHECK(coreecs("run examples/toy_physics.json --steps --executor threads").status == 2);
}
