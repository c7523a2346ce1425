// `explain` and `run --steps`, as their users meet them.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

TEST_CASE("explain: a program, a word, or what is neither") {
  const Result program = coreecs("explain examples/toy_physics.json");
  CHECK(program.status == 0);
  CHECK(contains(program.out, "toy physics: schedule main, frame 1\n"));
  for (const char* part : {"system/roll", "z(c) = c ↓ (c ⇓ z)", "po_c(z): 3 invocations, 2 linearizations",
                           "Theorem 4.7 shows that z is safe at c:", "The verdicts over 1 frame:\n"})
    CHECK_MESSAGE(contains(program.out, part), part);
  const Result brief = coreecs("explain examples/toy_physics.json --brief");
  CHECK(brief.out.size() < program.out.size());
  CHECK_FALSE(contains(brief.out, "z(c) = c ↓ (c ⇓ z)"));

  const Result word = coreecs("explain 4.7");
  CHECK(word.status == 0);
  CHECK(contains(word.out, "Theorem 4.7\n  Notation: (1) seq(s) is safe at all states;"));
  CHECK(json::parse(coreecs("explain roll --json").out)["title"] == "roll");

  const Result unknown = coreecs("explain linearisation");
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "unknown file or word \"linearisation\""));
  CHECK(contains(unknown.err, "did you mean \"linearization\"?"));
  CHECK(coreecs("explain no_such_file.json").status == 2);
  CHECK(coreecs("explain examples/toy_physics.json --frame 0").status == 2);
}

TEST_CASE("explain: a later frame, with the entities that were created before") {
  const Result second = coreecs("explain examples/toy_physics.json --frame 2");
  CHECK(contains(second.out, "frame 2\n"));
  CHECK(contains(second.out, "conc(inertia), leaf 2, observes c\n"));
  CHECK(contains(second.out, "f_inertia(⟨e3⟩, ⟨(7, -3)⟩) = attach_Pos(e3, 4)\n    Pos(e3): 7 → 4\n"));
  CHECK(contains(second.out, "The verdicts over 2 frames:\n"));
  const Result fails = coreecs("explain examples/run_time_errors.json --schedule averaging");
  CHECK(fails.status == 2);
  CHECK(contains(fails.err, "run-time error: division by zero"));
}

TEST_CASE("explain: what is confluent, or not, because every run is a linearization, says so") {
  CHECK(contains(coreecs("explain examples/toy_physics.json --brief").out,
                 "confluent: yes; it is safe, so every run is a linearization (Theorem 4.5, D5)\n"));
  CHECK(contains(coreecs("explain examples/toy_physics.json --schedule lost_write --brief").out,
                 "every run is a linearization, and two of these end differently (D5)\n"));
}

TEST_CASE("explain: JSON says the same") {
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
  CHECK(document["proofs"][1]["verdict"] == "safe: no");
  CHECK(document["influences"].size() == 4);
}

TEST_CASE("explain: what every entry of the glossary names as an example can be run") {
  std::size_t commands = 0;
  const Scratch scratch;  // for what is written
  for (const char* page : {"specs/glossary.md"}) {
    std::istringstream lines(contents(source_dir / page));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find("* **Shown by** `coreecs ");
      if (at == std::string::npos) continue;
      const std::size_t begin = line.find("coreecs ", at) + 8;
      std::string arguments = line.substr(begin, line.find('`', begin) - begin);
      if (const std::size_t trace = arguments.find("trace.json"); trace != std::string::npos)
        arguments.replace(trace, 10, scratch.file("trace.json"));
      const Result run = coreecs(arguments);
      CHECK_MESSAGE(run.status <= 1, arguments << "\n" << run.err);
      ++commands;
    }
  }
  CHECK(commands > 30);
}

TEST_CASE("run --steps: each frame with what is invoked in it, and the same states") {
  const Result steps = coreecs("run examples/toy_physics.json --steps");
  CHECK(steps.status == 0);
  CHECK(contains(steps.out, "           inertia⟨e0⟩ observes ⟨(1, 6)⟩, does attach_Pos(e0, 7); Pos(e0): 1 → 7\n"));
  CHECK(contains(steps.out, "           collide⟨e2, e1⟩ is dropped: it does not match any more\n"));
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
