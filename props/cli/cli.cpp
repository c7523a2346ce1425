// The command line, as its users meet it: exit status, standard output, standard error.
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using namespace std::string_literals;
using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

const std::string toy = "examples/toy_physics.json";

}  // namespace

TEST_CASE("coreecs test: the examples and the regressions are as they expect") {
  std::string all;
  for (const char* folder : {"examples", "props/regressions"})
    for (const auto& path : files(folder, ".json")) all += quoted(path) + " ";
  const Result result = coreecs("test " + all);
  CHECK_MESSAGE(result.status == 0, result.out << result.err);
  CHECK(contains(result.out, " passed, 0 failed, in "));
}

TEST_CASE("coreecs run: Listing 3") {
  const Result result = coreecs("run " + toy);
  CHECK(result.status == 0);
  CHECK(result.err == "");
  CHECK(result.out ==
        "toy physics: schedule main\n"
        "    0  Pos ↦ {e0 ↦ 1, e1 ↦ 7, e2 ↦ 9}\n"
        "       Vel ↦ {e0 ↦ 6, e2 ↦ -2}\n"
        "    1  Pos ↦ {e1 ↦ 7, e2 ↦ 7, e3 ↦ 7}\n"
        "       Vel ↦ {e1 ↦ 3, e2 ↦ -2, e3 ↦ -3}\n"
        "    2  Pos ↦ {e1 ↦ 10, e2 ↦ 5, e3 ↦ 4}\n"
        "       Vel ↦ {e1 ↦ 3, e2 ↦ -2, e3 ↦ -3}\n");
}

TEST_CASE("coreecs run --by entity") {
  const Result result = coreecs("run --by entity --frames 0 " + toy);
  CHECK(result.status == 0);
  CHECK(result.out ==
        "toy physics: schedule main\n"
        "    0  e0 ↦ {Pos ↦ 1, Vel ↦ 6}\n"
        "       e1 ↦ {Pos ↦ 7}\n"
        "       e2 ↦ {Pos ↦ 9, Vel ↦ -2}\n");
}

TEST_CASE("coreecs run --json") {
  const Result result = coreecs("run --json " + toy);
  CHECK(result.status == 0);
  const json expected = json::parse(R"({ "schedule": "main", "frames": [
    {"e0": {"Pos": 1, "Vel": 6}, "e1": {"Pos": 7}, "e2": {"Pos": 9, "Vel": -2}},
    {"e1": {"Pos": 7, "Vel": 3}, "e2": {"Pos": 7, "Vel": -2}, "e3": {"Pos": 7, "Vel": -3}},
    {"e1": {"Pos": 10, "Vel": 3}, "e2": {"Pos": 5, "Vel": -2}, "e3": {"Pos": 4, "Vel": -3}} ] })");
  CHECK(json::parse(result.out) == expected);
}

TEST_CASE("coreecs check --json: yes") {
  const Result result = coreecs("check --json " + toy);
  CHECK(result.status == 0);
  CHECK(json::parse(result.out) == json::parse(R"({ "schedule": "main", "frames": 2,
    "invocations": 6, "linearizations": "12",
    "safe_by_rule": true, "safe": true, "deterministic": true, "confluent": true,
    "reasons": { "safe_by_rule": { "because": "disjoint", "on_every_state": true }, "safe": { "because": "agreement", "on_every_state": true },
                 "deterministic": { "because": "safe" }, "confluent": { "because": "hereditary" } } })"));
}

TEST_CASE("coreecs check --json: no, with two runs that end differently at the location it names") {
  const Result result = coreecs("check --json --frames 1 --schedule lost_write " + toy);
  CHECK(result.status == 1);
  const json verdict = json::parse(result.out);
  CHECK(verdict["invocations"] == 4);
  CHECK(verdict["linearizations"] == "4");
  for (const char* question : {"safe_by_rule", "safe", "deterministic", "confluent"}) CHECK(verdict[question] == false);
  const json& reasons = verdict["reasons"];
  CHECK(reasons["safe_by_rule"] == json::parse(R"({ "because": "overlap", "rule": 3,
    "location": { "entity": "e1", "component": "Vel" },
    "invocations": [{ "leaf": 1, "system": "collide", "entities": ["e0", "e1"] },
                    { "leaf": 1, "system": "collide", "entities": ["e2", "e1"] }] })"));
  CHECK(reasons["safe"] == json::parse(R"({ "because": "conflict",
    "location": { "entity": "e1", "component": "Vel" },
    "invocations": [{ "leaf": 1, "system": "collide", "entities": ["e0", "e1"], "leaves": 3 },
                    { "leaf": 1, "system": "collide", "entities": ["e2", "e1"], "leaves": -1 }] })"));
  CHECK(reasons["deterministic"]["because"] == "linearizations");
  CHECK(reasons["deterministic"]["invocations"] == reasons["safe"]["invocations"]);
  CHECK(reasons["confluent"] == json::parse(R"({ "because": "hereditary" })"));
  const json& witness = verdict["witness"];
  CHECK(witness["key"] == json::parse(R"({ "entity": "e1", "component": "Vel" })"));
  REQUIRE(witness["runs"].size() == 2);
  for (const json& run : witness["runs"]) CHECK(run["order"].size() == 4);
  CHECK(witness["runs"][0]["order"][0] == json::parse(R"({ "leaf": 0, "system": "inertia", "entities": ["e0"] })"));
  CHECK(witness["runs"][0]["final"]["e1"]["Vel"] == -1);
  CHECK(witness["runs"][1]["final"]["e1"]["Vel"] == 3);
}

TEST_CASE("coreecs check: the reason in the paper's words") {
  const Result result = coreecs("check --frames 1 --schedule lost_write " + toy);
  CHECK(result.status == 1);
  CHECK(contains(result.out, "Theorem 4.7(3): collide⟨e0, e1⟩ and collide⟨e2, e1⟩ are concurrent"));
  CHECK(contains(result.out, "collide⟨e0, e1⟩ leaves Vel(e1) ↦ 3, collide⟨e2, e1⟩ leaves Vel(e1) ↦ -1"));
  CHECK_FALSE(contains(result.out, "\033["));
}

TEST_CASE("coreecs check, linearizations: invocations that print alike are told apart by their leaves") {
  const std::string correlated = "examples/deviation_d10_correlated.json";
  const Result checked = coreecs("check " + correlated);
  CHECK(contains(checked.out, "mk⟨e0⟩ (leaf 0) and mk⟨e0⟩ (leaf 1) are concurrent"));
  CHECK(contains(checked.out, "mk⟨e0⟩ (leaf 0) leaves Stored(e0) ↦ e1, mk⟨e0⟩ (leaf 1) leaves Stored(e0) ↦ e2"));
  CHECK(contains(checked.out, "    mk⟨e0⟩ (leaf 0), mk⟨e0⟩ (leaf 1), tag⟨e0⟩ (leaf 2)\n"));
  CHECK(contains(checked.out, "    mk⟨e0⟩ (leaf 1), mk⟨e0⟩ (leaf 0), tag⟨e0⟩ (leaf 2)\n"));
  const Result listed = coreecs("linearizations --list " + correlated);
  CHECK(contains(listed.out, "    1  A  mk⟨e0⟩ (leaf 0), mk⟨e0⟩ (leaf 1), tag⟨e0⟩ (leaf 2)\n"));
  CHECK(contains(listed.out, "    2  B  mk⟨e0⟩ (leaf 1), mk⟨e0⟩ (leaf 0), tag⟨e0⟩ (leaf 2)\n"));
  // the same system in two frames is not concurrent with itself
  CHECK_FALSE(contains(coreecs("linearizations --list --frames 2 " + toy).out, "(leaf"));
  CHECK_FALSE(contains(coreecs("check --frames 2 --schedule lost_write " + toy).out, "(leaf"));

  const std::string twice = R"({ "components": { "A": "int" }, "entities": { "e0": { "A": 0 } },
    "systems": { "inc": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                          "do": { "attach": ["A", "e", { "+": ["a", 1] }] } } },
    "schedules": { "main": { "then": [ { "seq": "inc" }, { "par": [ { "conc": "inc" }, { "seq": "inc" } ] } ] } } })";
  const Result sampled = coreecs("linearizations --sample 1 -", twice);
  CHECK(contains(sampled.out, "inc⟨e0⟩ (leaf 0), inc⟨e0⟩ (leaf "));
}

TEST_CASE("coreecs check: the status is undecided where the limit is reached") {
  const std::string program = R"({
    "components": { "A": "int", "B": "int" },
    "systems": { "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 1] } },
                 "two": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", { "entity": "x" }, 2] } },
                 "off": { "match": [ { "incl": { "B": "b" } } ], "do": { "detach": ["B", { "entity": "x" }] } } },
    "schedules": { "main": { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] }, { "seq": "off" } ] } },
    "entities": { "x": { "A": 1 }, "y": { "A": 2 }, "z": { "A": 3 } } })";
  CHECK(coreecs("check -", program).status == 0);
  const Result result = coreecs("check --json --limit 3 -", program);
  CHECK(result.status == 3);
  CHECK(json::parse(result.out)["confluent"].is_null());
}

TEST_CASE("coreecs check: 10^3 concurrent invocations have too many linearizations to print") {
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
    "schedules": { "z": { "conc": "s" } } })");
  for (int j = 0; j < 4000; ++j) program["entities"]["e" + std::to_string(j)] = {{"A", j}};
  const Result result = coreecs("check --json -", program.dump());
  CHECK(result.status == 0);
  CHECK(json::parse(result.out)["linearizations"] == "1.83e12673");
}

TEST_CASE("coreecs show: systems as in Figure 11") {
  const Result result = coreecs("show " + toy);
  CHECK(result.status == 0);
  CHECK(contains(result.out,
                 "  q   ≜ ⟨incl_Pos ∧ incl_Vel, incl_Pos ∧ excl_Vel⟩\n"
                 "  ⟪q⟫ = (int × int) × (int × ⊤)\n"
                 "  f   ≜ λ(⟨j, h⟩, ⟨(pj, vj), (ph, _)⟩).\n"
                 "          if pj ≟ ph then\n"
                 "            detach_Pos(j) •\n"
                 "            detach_Vel(j) •\n"
                 "            attach_Vel(h, ⌈vj/2⌉) •\n"
                 "            ν(λl.\n"
                 "              attach_Pos(l, pj) •\n"
                 "              attach_Vel(l, ⌈-vj/2⌉))\n"
                 "          else nil\n"));
  CHECK(contains(result.out, "main ≜ conc(inertia) ⨟ seq(collide)\n"));
}

TEST_CASE("coreecs test: says what differed, with status 1") {
  json program = json::parse(contents(source_dir / toy));
  program["expect"]["main"]["final"]["e1"]["Pos"] = 11;
  program["expect"]["main"]["final"]["e9"]["Pos"] = 1;
  program["expect"]["main"]["final"]["e999999999999"]["Pos"] = 1;
  program["expect"]["main"]["confluent"] = false;
  const Result result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "confluent: expected false, found true\n"));
  CHECK(contains(result.out, "final: expected Pos(e1) ↦ 11, found Pos(e1) ↦ 10\n"));
  CHECK(contains(result.out, "final: expected Pos(e9) ↦ 1, found none\n"));
  CHECK(contains(result.out, "final: expected Pos(e999999999999) ↦ 1, found none\n"));
  CHECK(contains(result.out, "1 expectation passed, 1 failed, in 1 file\n"));
}

TEST_CASE("coreecs run: invariants that fail are reported on standard error, with status 1") {
  const std::string example = "examples/invariants.json";
  const Result result = coreecs("run --schedule careless " + example);
  CHECK(result.status == 1);
  CHECK(result.err ==
        "examples/invariants.json: invariant in_reach fails after frame 1 at ⟨thrower, knight⟩\n"
        "examples/invariants.json: invariant never_negative fails after frame 2 at ⟨knight⟩\n"
        "examples/invariants.json: invariant standing_are_alive fails after frame 2 at ⟨knight⟩\n");
  const Result as_json = coreecs("run --json --frames 1 " + example);
  CHECK(as_json.status == 1);
  CHECK(as_json.err == "examples/invariants.json: invariant in_reach fails after frame 1 at ⟨thrower, knight⟩\n");
  const json document = json::parse(as_json.out);
  CHECK(document.size() == 2);
  CHECK(document["frames"].size() == 2);
  CHECK(coreecs("run --frames 0 " + example).status == 0);
  CHECK(coreecs("check " + example).status == 0);
  CHECK(contains(coreecs("show " + example).out, "never_negative ≜ ∀(e, h) ∈ ⟦q⟧c. h ≥ 0\n  q   ≜ ⟨incl_Health⟩\n"));
}

TEST_CASE("coreecs test: the final state is complete") {
  json program = json::parse(contents(source_dir / toy));
  program["expect"]["main"]["final"]["e1"].erase("Vel");
  const Result result = coreecs("test -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "final: expected none, found Vel(e1) ↦ 3\n"));
}

TEST_CASE("coreecs test: invariants that are not as expected") {
  json program = json::parse(contents(source_dir / "examples/invariants.json"));
  program["expect"]["main"]["invariants"] = {{"never_negative", false}, {"in_reach", true}, {"at_most_full", true}};
  const Result result = coreecs("test --schedule main -", program.dump());
  CHECK(result.status == 1);
  CHECK(contains(result.out, "invariant never_negative: expected that it fails, found that it holds\n"));
  CHECK(
      contains(result.out,
               "invariant in_reach: expected that it holds, found that it fails after frame 1 at ⟨thrower, knight⟩\n"));
  CHECK_FALSE(contains(result.out, "at_most_full"));
}

TEST_CASE(
    "A run-time error in an invariant names it, with status 2, and those that are not asked do not count in a test") {
  json program = json::parse(R"({ "components": { "A": "int", "B": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": { "new": ["x", { "attach": ["B", "x", 3] }] } } },
    "invariants": { "few": { "match": [ { "entity": "e", "incl": { "B": "b" } } ], "holds": { "<": ["b", 3] } },
                    "whole": { "match": [ { "entity": "e", "incl": { "B": "b" } } ],
                               "holds": { "==": [{ "quot": [6, { "-": ["b", 3] }] }, 1] } } },
    "schedules": { "z": { "conc": "s" } }, "entities": { "e0": { "A": 3 } },
    "expect": { "z": { "invariants": { "few": false } } } })");
  const Result result = coreecs("run --json -", program.dump());
  CHECK(result.status == 2);
  CHECK(result.out == "");
  CHECK(result.err ==
        "-:/invariants/whole/holds/==/0/quot: run-time error: division by zero\n"
        "  in schedule z, frame 1, invariant whole, match ⟨e1⟩\n"
        "-: invariant few fails after frame 1 at ⟨e1⟩\n");
  CHECK(coreecs("test -", program.dump()).status == 0);
  program["expect"]["z"]["invariants"]["whole"] = true;
  CHECK(contains(coreecs("test -", program.dump()).out, "found /invariants/whole/holds/==/0/quot: run-time error"));
  program["expect"]["z"] = {{"error", "division by zero"}, {"invariants", {{"whole", true}}}};
  CHECK(coreecs("test -", program.dump()).status == 0);
}

TEST_CASE(
    "A run-time error names schedule, frame, system, match and term, with status 2 and nothing on standard output") {
  const std::string program = R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": { "attach": ["A", "e", { "quot": [10, { "-": ["a", 1] }] }] } } },
    "schedules": { "z": { "conc": "s" } }, "entities": { "e0": { "A": 3 } }, "frames": 9 })";
  for (const std::string command : {"run", "check"}) {
    CAPTURE(command);
    const Result result = coreecs(command + " --json -", program);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(contains(result.err, "/systems/s/do/attach/2"));
    CHECK(contains(result.err, "run-time error"));
    CHECK(contains(result.err, "in schedule z, frame 5, system s, match ⟨e0⟩"));
  }
}

TEST_CASE("Wrong input and wrong usage have status 2, and standard output stays empty") {
  const std::vector<std::string> wrong{"run no_such_file.json",
                                       "run",
                                       "",
                                       "frobnicate " + toy,
                                       "run --frames -1 " + toy,
                                       "run --frames x " + toy,
                                       "run --frames 18446744073709551616 " + toy,
                                       "run --schedule mian " + toy,
                                       "run --by colour " + toy,
                                       "run --json " + toy + " " + toy,
                                       "check --limit x " + toy,
                                       "run props/refused/whole/too_deep_by_one.json",
                                       "run examples"};
  for (const std::string& arguments : wrong) {
    CAPTURE(arguments);
    const Result result = coreecs(arguments);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
  CHECK(contains(coreecs("run --schedule mian " + toy).err, "did you mean \"main\"?"));
  const Result unknown = coreecs("chekc " + toy);
  CHECK(unknown.status == 2);
  CHECK(unknown.out == "");
  CHECK(contains(unknown.err, "coreecs: unknown command \"chekc\""));
  CHECK(contains(unknown.err, "did you mean \"check\"?"));
  CHECK(contains(coreecs("run --frame 3 " + toy).err, "coreecs run: unknown option \"--frame\""));
  CHECK(contains(coreecs("run --frame 3 " + toy).err, "did you mean \"--frames\"?"));
  CHECK(contains(coreecs("shrink " + toy + " " + toy).err, "coreecs shrink: found " + toy));
  CHECK(contains(coreecs("").err, coreecs("--help").out));
}

TEST_CASE("Text of a document steers no terminal, and forges no line") {
  json program = json::parse(contents(source_dir / toy));
  program["name"] = "\x1b[31mred\a\n  confluent     yes  it is safe\u202e\u009b";
  program["about"] = program["name"];
  const Scratch scratch;
  const std::string file = quoted(scratch.file("p.json", program.dump()));
  for (const char* command : {"run", "check", "check --static", "check --visibility shared",
                              "check --schedule lost_write", "show", "linearizations", "run --executor threads"}) {
    CAPTURE(command);
    const Result result = coreecs(std::string(command) + " " + file);
    CHECK(result.status < 2);
    CHECK(contains(result.out, R"(\u001b[31mred\u0007\n  confluent     yes  it is safe\u202e\u009b)"));
    for (const char* raw : {"\x1b", "\a", "\n  confluent     yes  it is safe\xe2", "\u202e", "\u009b"})
      CHECK_FALSE(contains(result.out, raw));
  }
  const auto changed = [&](const std::string& written, const char* key) {
    json document = json::parse(contents(written));
    document[key] = "\x1b[2J\n  again: x";
    return quoted(scratch.file("changed", document.dump()));
  };
  const std::string written = scratch.file("written");
  CHECK(coreecs("check " + toy + " --certificate " + quoted(written)).status == 0);
  const Result judged = coreecs("verify-certificate " + toy + " " + changed(written, "schedule"));
  CHECK(contains(judged.out, R"(toy physics: schedule \u001b[2J\n  again: x, )"));
  CHECK(coreecs("fuzz --cases 0 " + toy + " --report " + quoted(written)).status == 0);
  const Result summed = coreecs("merge-reports " + changed(written, "program"));
  CHECK(contains(summed.out, R"(\u001b[2J\n  again: x: schedule main)"));
  const Result wrong = coreecs("check " + quoted(scratch.file("wrong.json", R"({ "\u001b[2J\n": 1 })")));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, R"(wrong.json:/\u001b[2J\n: unknown key "\u001b[2J\n")"));
}

TEST_CASE("What is written is whole, or what was there stays, and no command writes over what it reads") {
  const Scratch scratch;
  const std::string program = contents(source_dir / toy);
  const std::string file = scratch.file("p.json", program), other = scratch.file("other", "before");
  for (const std::string& command :
       {"check --certificate "s, "fuzz --cases 1 --output " + quoted(scratch.path.string()) + " --report ",
        "run --executor threads --trace "s}) {
    CAPTURE(command);
    const Result over = coreecs(command + quoted(file) + " " + quoted(file));
    CHECK(over.status == 2);
    CHECK(contains(over.err, "p.json: is what the command reads"));
    CHECK(contents(file) == program);
    const std::string on_a_full_disk = "(trap '' XFSZ; ulimit -f 0; " + quoted(shell::binary()) + " " + command +
                                       quoted(other) + " " + quoted(file) + " 2>&1) | cat";
    const Result full = coreecs("--version > /dev/null; sh -c " + quoted(on_a_full_disk));
    CHECK(contains(full.out, "other: cannot be written"));
    CHECK(contents(other) == "before");
  }
  const std::string link = scratch.file("link");
  std::filesystem::create_symlink("other", link);
  std::filesystem::permissions(other, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  CHECK(coreecs("check --certificate " + quoted(link) + " " + quoted(file)).status == 0);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(contains(contents(other), "\"certificate\": 1"));
  CHECK(std::filesystem::status(other).permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(coreecs("check --certificate /dev/null " + quoted(file)).status == 0);
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path))
    CHECK_FALSE(contains(entry.path().string(), ".tmp"));
}

TEST_CASE("Values that would leave another option without use are refused by name") {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"check --certificate -", "--json"},
      {"check --certificate -", "--suggest"},
      {"check --certificate -", "--any-match-order"},
      {"run --schedule-seed 1 --depth 2", "--strategy uniform"},
      {"run --executor reference", "--threads 2"},
      {"run --visibility shared --executor threads", "--record"},
      {"fuzz --case 1", "--cases 2"},
      {"fuzz --case 1", "--shard 1/2"},
      {"shrink --verdict error", "--limit 5"},
      {"linearizations --save-replays .", ""}};
  for (const auto& pair : pairs) {
    const Result result = coreecs(pair.first + " " + pair.second + " " + toy);
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK_MESSAGE(contains(result.err, pair.second.substr(0, pair.second.find(' '))), result.err);
  }
}

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
