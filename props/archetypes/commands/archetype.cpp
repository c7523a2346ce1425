// Programs of the archetype calculus on the command line.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::Result;

namespace {

const std::string folder = "examples/archetypes/";
const std::string archetype_toy = folder + "toy.json", conflicts = folder + "figure_2_conflicts.json";

/// A program of one system on {P}, with entities e0 and e1 of which the second one has n = 0.
std::string doing(const std::string& term, const std::string& run = "par",
                  const std::string& frame = R"(["s", "sync"])") {
  return R"({ "calculus": "archetype", "components": { "P": { "n": "int" }, "D": {} }, "frame": )" + frame +
         R"(, "systems": { "s": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": ")" + run + R"(", "do": )" +
         term + R"( } }, "entities": { "e0": { "P": { "n": 2 } }, "e1": { "P": { "n": 0 } } } })";
}

}  // namespace

TEST_CASE("run prints the tables of each frame, and --json the same") {
  const Result run = coreecs("run " + archetype_toy + " --frames 2 --last");
  CHECK(run.status == 0);
  CHECK(run.out ==
        "frame 2\n"
        "  {Pos, Vel, Fuel}  Pos.x  Vel.dx  Fuel.left\n"
        "  blue                  7      -1          3\n"
        "  {Pos, Fuel}  Pos.x  Fuel.left\n"
        "  red              6         -1\n"
        "  {Pos, Station}  Pos.x\n"
        "  shell               5\n");
  const json all = json::parse(coreecs("run " + archetype_toy + " --json").out);
  REQUIRE(all["frames"].size() == 4);
  CHECK(all["rules"] == "repaired");
  CHECK(all["frames"][2] ==
        json::parse(coreecs("run " + archetype_toy + " --json --frames 2 --last").out)["frames"][0]);
  CHECK(all["frames"][2][1] == json::parse(R"({ "archetype": ["Pos", "Fuel"],
    "entities": { "red": { "Pos": { "x": 6 }, "Fuel": { "left": -1 } } } })"));
  CHECK(json::parse(coreecs("run " + archetype_toy + " --json --every 2").out)["frames"].size() == 3);  // 0, 2 and 3
}

TEST_CASE("run tells where no rule applies: rule, premise, system, entity and place, with status 2") {
  const Result division = coreecs("run -", doing(R"([{ "set": ["x.P.n", { "quot": [6, "x.P.n"] }] }])"));
  CHECK(division.status == 2);
  CHECK(contains(division.out, "start\n"));
  CHECK(!contains(division.out, "frame 1"));
  CHECK(contains(division.err,
                 "-:/systems/s/do/0/set/1/quot: stuck in frame 1 at /frame/0, in system s at ⟨e1⟩: division by zero; "
                 "no rule applies: [reduce/operation] asks for quot(v⃗) is defined (line 1, "));

  const Result event = coreecs("run --rules published " + folder + "a10_destroyed_then_changed.json");
  CHECK(event.status == 2);
  CHECK(contains(event.err,
                 "/systems/clean/do/1/lazy: stuck in frame 1 at /frame/1, at event 1 of the queue, which system clean "
                 "at ⟨e0⟩ staged: the event is about e0, which is in no table: it is gone; no rule applies: "
                 "[event/add] asks for e ∈ 𝓗[A] (line 11, "));

  const json stuck = json::parse(
      coreecs("run --json -", doing(R"([{ "now": { "remove": ["P", "x"] } }, "x.P"])", "seq")).out)["stuck"];
  CHECK(stuck["rule"] == "reduce/read-comp");
  CHECK(stuck["at"] == "/systems/s/do/1");
  CHECK(stuck["system"] == "s");
  CHECK(stuck["entities"] == json{"e0"});
  CHECK(stuck["words"] == "e0 is in the table of {}, and has no P");

  // The event is looked for after the last sync.
  const Result second = coreecs(
      "run --rules published -",
      doing(R"([{ "lazy": { "add": ["D", "x"] } }, { "lazy": { "destroy": "x" } }, { "lazy": { "destroy": "x" } }])",
            "par", R"(["sync", "s", "sync"])"));
  CHECK(contains(
      second.err,
      "/systems/s/do/2/lazy: stuck in frame 1 at /frame/2, at event 2 of the queue, which system s at ⟨e0⟩ staged"));
}

TEST_CASE("check says what is ill-typed and which conflicts there are, all together, with what to write instead") {
  const Result check = coreecs("check " + conflicts);
  CHECK(check.status == 1);
  CHECK(contains(check.out,
                 "  well typed: no\n    " + conflicts +
                     ":/frame/0/parallel/1: concurrent conflict: collisions uses {Bullet, Position} beside bullets "
                     "(/frame/0/parallel/0); [type/task-p] asks for R_1 ∩ R_2 = ∅; let them run one after the other"));
  CHECK(contains(
      check.out,
      conflicts +
          ":/frame/1: residual conflict: render uses {Bullet, Position}, which is dirty since the last sync, by what "
          "is staged in bullets (/systems/bullets/do/2/if/1/lazy) and collisions (/systems/collisions/do/if/1/1/lazy); "
          "[type/system] asks for R ∩ 𝒟 = ∅; write \"sync\" before /frame/1 (line 37, "));

  const Result mended = coreecs("check " + folder + "figure_2_mended.json");
  CHECK(mended.status == 0);
  CHECK(contains(mended.out, "well typed: yes"));
  CHECK(contains(mended.out, "runs: yes, 1 frame to the end\n"));
  CHECK(contains(mended.out, "soundness (Theorem 1): holds\n"));

  const json verdict = json::parse(coreecs("check --json " + conflicts).out);
  CHECK(verdict["well_typed"] == false);
  REQUIRE(verdict["findings"].size() == 2);
  CHECK(verdict["findings"][0]["kind"] == "concurrent");
  CHECK(verdict["findings"][0]["archetype"] == json{"Bullet", "Position"});
  CHECK(verdict["findings"][1]["kind"] == "residual");
  CHECK(verdict["findings"][1]["instead"] == "write \"sync\" before /frame/1");
  CHECK(verdict["findings"][1]["causes"][0] == json{{"system", "bullets"}, {"at", "/systems/bullets/do/2/if/1/lazy"}});
  CHECK(verdict["stuck"]["rule"] == "evaluate/task-p");

  const Result immediate = coreecs("check -", doing(R"({ "now": { "destroy": "x" } })"));
  CHECK(immediate.status == 1);
  CHECK(contains(
      immediate.out,
      "/systems/s/do/now: concurrent conflict: s has an immediate event, and runs in parallel; [type/data-p] asks for "
      "s has no immediate events; write {\"lazy\": ...} in place of {\"now\": ...}, or \"run\": \"seq\""));
  const Result staged = coreecs("check -", doing(R"({ "lazy": { "destroy": "x" } })", "seq"));
  CHECK(contains(staged.out,
                 "/systems/s/do/lazy: system s has no type; [type/sequential] asks for t has no staged events; write "
                 "\"run\": \"par\""));
  const Result lacking = coreecs("check -", doing(R"([{ "set": ["x.P.n", 1] }, "x.D"])"));
  CHECK(contains(lacking.out,
                 "/systems/s/do/1: system s has no type: D of an entity of {P}; [type/comp] asks for C ∈ Γ(x); its "
                 "archetype has no D: name it in /systems/s/match, or leave this out"));
}

TEST_CASE("check says of which systems it says nothing") {
  json program = json::parse(doing("[]"));
  program["systems"]["idle"] = program["systems"]["s"];
  const Result check = coreecs("check -", program.dump());
  CHECK(check.status == 0);
  CHECK(contains(check.out, "    nothing is said of what is not in the frame: idle\n"));
  CHECK(json::parse(coreecs("check --json -", program.dump()).out)["not_in_frame"] == json{"idle"});
  CHECK(!contains(coreecs("check " + archetype_toy).out, "nothing is said"));
}

TEST_CASE("check tells by which rules, and which claims a run refutes") {
  const std::string a14 = folder + "a14_where_two_events_lead.json";
  const Result published = coreecs("check --rules published " + a14);
  CHECK(published.status == 1);
  CHECK(contains(published.out, "by the published rules\n  well typed: yes"));
  CHECK(contains(published.out,
                 "no system uses what the next sync changes (§4.4): refuted in frame 1, before /frame/1: not 𝓗[A] = "
                 "𝓗'[A], of {P, D, E}\n"));
  const Result repaired = coreecs("check " + a14);
  CHECK(repaired.status == 1);
  CHECK(contains(repaired.out, "by the repaired rules\n  well typed: no\n"));
  CHECK(contains(repaired.out, "write \"sync\" before /frame/1"));
  const json claims = json::parse(
      coreecs("check --json --rules published " + folder + "a12_a_value_before_a_semicolon.json").out)["claims"];
  CHECK(claims["progress"]["holds"] == false);
  CHECK(claims["progress"]["how"] == "not w → w', [reduce/seq] asks for v = ()");
  CHECK(claims["preservation"]["holds"] == true);
}

TEST_CASE("show prints a program of the archetype calculus in the paper's notation") {
  const Result show = coreecs("show " + archetype_toy);
  CHECK(show.status == 0);
  CHECK(contains(
      show.out,
      "stop ≜ par ({Pos, Vel, Fuel}, λc.\n"
      "    if c.Fuel.left ≤ 0 then (\n"
      "      lz remove(c, Vel)\n"
      "    ) else ())\n"
      "  ⊢ stop : ({{Pos, Vel, Fuel}}, {{Pos, Vel, Fuel}, {Pos, Fuel}} ∪ {A | {Pos, Fuel} ⊆ A ⊆ {Pos, Vel, Fuel}})\n"));
  CHECK(contains(show.out, "fr ≜ move :: stop :: sync :: []\n  3 frames\n"));
  CHECK(contains(coreecs("show " + conflicts).out, "fr ≜ [bullets, collisions] :: render :: sync :: []\n"));
  // By the published rules effects do not accumulate.
  CHECK(contains(coreecs("show --rules published " + archetype_toy).out,
                 "  ⊢ stop : ({{Pos, Vel, Fuel}}, {{Pos, Vel, Fuel}, {Pos, Fuel}})\n"));
}

TEST_CASE("test compares programs of the archetype calculus with what they expect, beside those of Core ECS") {
  const Result good = coreecs("test " + toy + " examples/archetypes/*.json");
  CHECK(good.status == 0);
  CHECK(contains(good.out,
                 " 0 failed, in " + std::to_string(files("examples/archetypes", ".json").size() + 1) + " files\n"));
  json wrong = json::parse(contents(source_dir / archetype_toy));
  wrong["expect"]["repaired"]["final"]["red"]["Pos"]["x"] = 7;
  const Result bad = coreecs("test -", wrong.dump());
  CHECK(bad.status == 1);
  CHECK(contains(
      bad.out,
      "-: by the repaired rules it is not as expected:\n    final: the state after the last frame is another one"));
}

TEST_CASE("Commands say of which calculus a program is that they do not take, and options likewise") {
  for (const char* command :
       {"lint", "explain", "graph", "linearizations", "fuzz", "report -o page.html", "compare --with main"}) {
    CAPTURE(command);
    const Result refused = coreecs(std::string(command) + " " + archetype_toy);
    CHECK(refused.status == 2);
    CHECK(contains(refused.err, archetype_toy + ":/calculus: found a program of the archetype calculus; expected a "
                                                "program of Core ECS; coreecs run, check, show and test take it"));
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
  }
  for (const char* option : {"--by entity", "--schedule main", "--steps", "--set a=1", "--executor threads"}) {
    CAPTURE(option);
    const Result refused = coreecs("run " + archetype_toy + " " + option);
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    CHECK(refused.status == 2);
    CHECK(refused.err ==
          archetype_toy + ": " + name + " is about programs of Core ECS; this one is of the archetype calculus\n");
  }
  const Result rules = coreecs("check " + toy + " --rules published");
  CHECK(rules.status == 2);
  CHECK(rules.err == toy + ": --rules is about programs of the archetype calculus; this one is of Core ECS\n");
  const Result typo = coreecs("run -", R"({ "calculus": "archetpye", "components": {}, "systems": {}, "frame": [] })");
  CHECK(typo.status == 2);
  CHECK(contains(typo.err,
                 "-:/calculus: unknown calculus \"archetpye\"; expected archetype; did you mean \"archetype\"? (line "
                 "1, column 3)"));
}

TEST_CASE(
    "schema prints that of programs of the archetype calculus, and run takes what it describes from standard input") {
  const Result schema = coreecs("schema --calculus archetype");
  CHECK(schema.status == 0);
  CHECK(json::parse(schema.out)["properties"]["calculus"]["const"] == "archetype");
  CHECK(schema.out == contents(source_dir / "specs/archetype.schema.json"));
  CHECK(coreecs("run - --last", doing("[]")).out == "frame 1\n  {P}  P.n\n  e0     2\n  e1     0\n");
}
