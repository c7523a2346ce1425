// Questions that are too large, as their users meet them: what is known, and status 3, in little time and memory.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using namespace std::string_literals;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

/// Each creates an entity for each pair of those that there are: a conc of n of these leaves squares n times.
const char* const boom = R"("match": [ { "incl": { "W": "_" } }, { "incl": { "W": "_" } } ])";

/// Few invocations in the reference; where `zero` comes before `one`, five concs each of which squares what there is.
std::string hidden_explosion() {
  return std::string(R"({ "components": { "X": "int", "W": "unit" },
    "systems": {
      "zero": { "match": [ { "entity": "b", "incl": { "X": "_" } } ], "do": { "attach": ["X", "b", 0] } },
      "one": { "match": [ { "entity": "b", "incl": { "X": "_" } } ], "do": { "attach": ["X", "b", 1] } },
      "boom": { "match": [ { "incl": { "X": "x" } }, { "incl": { "W": "_" } }, { "incl": { "W": "_" } } ],
                "do": { "if": [ { "==": ["x", 0] }, { "new": ["n", { "attach": ["W", "n"] }] } ] } } },
    "schedules": { "main": { "then": [ { "par": [ { "conc": "zero" }, { "conc": "one" } ] }, { "conc": "boom" },
      { "conc": "boom" }, { "conc": "boom" }, { "conc": "boom" }, { "conc": "boom" } ] } },
    "entities": { "b": { "X": 5 }, "w0": { "W": null }, "w1": { "W": null }, "w2": { "W": null } } })");
}

/// The same with `how` five of them: "then", where the reference explodes, or "par", where shared executions do.
std::string squares(const std::string& how) {
  std::string leaves = R"({ "conc": "boom" })";
  for (int k = 1; k < 5; ++k) leaves += R"(, { "conc": "boom" })";
  return R"({ "components": { "W": "unit" }, "systems": { "boom": { )" + std::string(boom) +
         R"(, "do": { "new": ["n", { "attach": ["W", "n"] }] } } }, "schedules": { "main": { ")" + how + "\": [" +
         leaves + R"(] } }, "entities": { "a": { "W": null }, "b": { "W": null } } })";
}

/// Twice as many entities after each frame.
const char* const doubling = R"({ "components": { "W": "unit" },
  "systems": { "double": { "match": [ { "incl": { "W": "_" } } ], "do": { "new": ["n", { "attach": ["W", "n"] }] } } },
  "schedules": { "main": { "conc": "double" } }, "entities": { "a": { "W": null } }, "frames": 40,
  "expect": { "main": { "confluent": true } } })";

/// n^3 matches of three queries.
std::string cube(int n) {
  json program = json::parse(R"({ "components": { "W": "unit" },
    "systems": { "three": { "match": [ { "incl": { "W": "_" } }, { "incl": { "W": "_" } }, { "incl": { "W": "_" } } ],
                            "do": [] } },
    "schedules": { "main": { "conc": "three" } }, "expect": { "main": { "confluent": true } } })");
  for (int k = 0; k < n; ++k) program["entities"]["e" + std::to_string(k)] = {{"W", nullptr}};
  return program.dump();
}

/// Even where --max-memory does nothing. None where the process needs much more, as what sanitizers build.
std::optional<Result> in_little_memory(const std::string& arguments) {
  const auto limited = [](const std::string& what) {
    return shell::coreecs("--version > /dev/null; ulimit -v 400000; timeout 100 " + quoted(shell::binary()) + " " +
                          what);
  };
  return limited("--version").status == 0 ? std::optional(limited(arguments)) : std::nullopt;
}

void add_entities(json& program, int how_many, const char* component) {
  for (int k = 0; k < how_many; ++k) program["entities"][component + std::to_string(k)] = {{component, k}};
}

}  // namespace

TEST_CASE("check: runs that explode beside a small reference leave it undecided") {
  const Scratch scratch;
  const std::string file = quoted(scratch.file("hidden.json", hidden_explosion()));
  for (const char* options : {"", "--limit 1", "--suggest"}) {
    CAPTURE(options);
    CHECK(coreecs("check " + std::string(options) + " " + file).status == 3);
  }
}

TEST_CASE("check: a seq that drops most of its matches may have more than the limit allows to observe") {
  json program = json::parse(R"({ "components": { "X": "int", "A": "int" },
    "systems": {
      "zero": { "match": [ { "entity": "b", "incl": { "X": "_" } } ], "do": { "attach": ["X", "b", 0] } },
      "one": { "match": [ { "entity": "b", "incl": { "X": "_" } } ], "do": { "attach": ["X", "b", 1] } },
      "same": { "match": [ { "entity": "b", "incl": { "X": "_" } } ], "do": { "attach": ["X", "b", 2] } },
      "drop": { "match": [ { "entity": "e", "incl": { "A": "_" } }, { "incl": { "A": "_" } } ], "do": { "detach": ["A", "e"] } } },
    "schedules": { "main": { "then": [ { "par": [ { "seq": "drop" }, { "conc": "zero" }, { "conc": "one" } ] }, { "conc": "same" } ] } },
    "entities": { "b": { "X": 5 } } })");
  add_entities(program, 100, "A");
  const Scratch scratch;
  const std::string file = quoted(scratch.file("p.json", program.dump()));
  CHECK(coreecs("check --limit 1 " + file).status == 3);
  CHECK(coreecs("check " + file).status == 0);
}

TEST_CASE("check --visibility shared: executions that explode leave it undecided") {
  const Scratch scratch;
  const std::string file = quoted(scratch.file("shared.json", squares("par")));
  CHECK(coreecs("check " + file).status == 0);
  for (const char* limit : {"", "--limit 1 "})
    CHECK(coreecs("check --visibility shared " + std::string(limit) + file).status == 3);
}

TEST_CASE("check --any-match-order: large states count as more than one configuration") {
  json program = json::parse(R"({ "components": { "N": "int", "Total": "int", "P": "int" },
    "systems": { "add": { "match": [ { "entity": "e", "incl": { "N": "n" } }, { "entity": "t", "incl": { "Total": "x" } } ],
                          "do": { "attach": ["Total", "t", { "max": [{ "+": ["x", "n"] }, { "-": ["x", "n"] }] }] } } },
    "schedules": { "main": { "seq": "add" } }, "entities": { "total": { "Total": 0 } } })");
  add_entities(program, 10, "N");
  const Scratch scratch;
  const auto checked = [&] {
    return coreecs("check --any-match-order --limit 10000 " + quoted(scratch.file("p.json", program.dump())));
  };
  CHECK(checked().status == 0);
  add_entities(program, 3000, "P");
  CHECK(checked().status == 3);
}

TEST_CASE("check --any-match-order: orders far from that of the reference are drawn before all are gone through") {
  json program = json::parse(R"({ "components": { "N": "int", "Bits": "int", "Seen": "bool" },
    "systems": { "visit": { "match": [ { "entity": "e", "incl": { "N": "n" } }, { "entity": "t", "incl": { "Bits": "x", "Seen": "_" } } ],
      "do": [ { "if": [ { "==": ["n", 0] }, { "attach": ["Seen", "t", { "==": ["x", 5] }] } ] },
              { "if": [ { "==": ["n", 13] }, { "attach": ["Bits", "t", { "+": ["x", 1] }] } ] },
              { "if": [ { "==": ["n", 12] }, { "attach": ["Bits", "t", { "+": ["x", 2] }] } ] },
              { "if": [ { "==": ["n", 11] }, { "attach": ["Bits", "t", { "+": ["x", 4] }] } ] } ] } },
    "schedules": { "main": { "seq": "visit" } }, "entities": { "t": { "Bits": 0, "Seen": false } } })");
  for (int k = 0; k < 14; ++k) program["entities"]["e" + std::to_string(10 + k)] = {{"N", k}};
  const Scratch scratch;
  const std::string file = quoted(scratch.file("p.json", program.dump()));
  const Result result = coreecs("check --any-match-order --limit 1500 --json " + file);
  CHECK(result.status == 1);
  CHECK(json::parse(result.out)["match_order"]["key"] == json{{"entity", "t"}, {"component", "Seen"}});
}

TEST_CASE("fuzz: a state that explodes is one undecided case, and what is found is kept") {
  const Scratch scratch;
  const std::string to = " --output " + quoted(scratch.path.string()) + " --report " + quoted(scratch.file("report"));
  const std::string squaring = quoted(scratch.file("squares.json", squares("then")));
  CHECK(coreecs("fuzz --entities 100 --cases 10 " + squaring + to).status == 3);
  const json counts = json::parse(contents(scratch.path / "report"))["counts"];
  CHECK(counts["tried"] == 10);
  CHECK(counts["undecided"] > 5);
  const std::string hidden = quoted(scratch.file("hidden.json", hidden_explosion()));
  CHECK(coreecs("fuzz --cases 10 --limit 100 " + hidden + to).status == 1);
  CHECK(json::parse(contents(scratch.path / "report"))["found"].size() > 0);
}

TEST_CASE("check: a race of the last of many frames is looked at first") {
  const Result result = coreecs("check examples/last_writer.json --frames 5000 --json");
  CHECK(result.status == 1);
  CHECK(json::parse(result.out)["confluent"] == false);
}

TEST_CASE("verify-certificate: large states count as more than one configuration") {
  json program = json::parse(R"({ "components": { "W": "int", "O": "entity", "B": "unit", "P": "int", "Q": "int" },
    "systems": { "w": { "match": [ { "entity": "a", "incl": { "W": "x" } }, { "entity": "b", "incl": { "B": "_" } } ],
      "do": [ { "attach": ["Q", "a", "x"] },
              { "if": [ { "<": ["x", 4] }, { "new": ["n", [ { "attach": ["P", "n", 1] }, { "attach": ["O", "b", "n"] } ] ] } ] } ] } },
    "schedules": { "main": { "conc": "w" } }, "entities": { "b": { "B": null } } })");
  add_entities(program, 8, "W");
  const Scratch scratch;
  const auto verified = [&](const std::string& limit) {
    const std::string file = quoted(scratch.file("p.json", program.dump())),
                      certificate = quoted(scratch.file("c.json"));
    REQUIRE(coreecs("check " + file + " --certificate " + certificate).status == 0);
    return coreecs("verify-certificate " + limit + file + " " + certificate);
  };
  CHECK(verified("--limit 50 ").status == 0);
  add_entities(program, 20'000, "P");
  CHECK(verified("").status == 0);
  CHECK(verified("--limit 50 ").status == 3);
}

TEST_CASE("verify-certificate: two ends with a ring of 40 created entities are alike, without trying every renaming") {
  constexpr int length = 40;
  const auto ring = [](int step) {  // x0 ↦ x(step) ↦ x(2 step) ...
    std::string made;
    for (int k = 0; k < length; ++k)
      made += (k > 0 ? ", " : "[") + std::string(R"({ "attach": ["N", "x)") + std::to_string(k) + R"(", "x)" +
              std::to_string((k + step) % length) + R"("] })";
    made += "]";
    for (int k = length; k-- > 0;) made = R"({ "new": ["x)" + std::to_string(k) + R"(", )" + made + "] }";
    return made;
  };
  const std::string program = R"({ "components": { "F": "int", "N": "entity", "G": "unit" },
    "systems": {
      "race": { "match": [ { "entity": "e", "incl": { "G": "_" } }, { "entity": "r", "incl": { "F": "_" } } ],
                "do": { "if": [ { "==": ["e", { "entity": "a" }] }, { "attach": ["F", "r", 0] }, { "attach": ["F", "r", 1] } ] } },
      "build": { "match": [ { "entity": "r", "incl": { "F": "f" } } ],
                 "do": [ { "detach": ["F", "r"] }, { "if": [ { "==": ["f", 0] }, )" +
                              ring(1) + ", " + ring(7) + R"( ] } ] } },
    "schedules": { "main": { "then": [ { "conc": "race" }, { "conc": "build" } ] } },
    "entities": { "a": { "G": null }, "b": { "G": null }, "r": { "F": 5 } } })";
  const Scratch scratch;
  const std::string file = quoted(scratch.file("p.json", program)), certificate = quoted(scratch.file("c.json"));
  REQUIRE(coreecs("check " + file + " --certificate " + certificate).status == 0);
  CHECK(coreecs("verify-certificate " + file + " " + certificate).status == 0);
}

TEST_CASE("Frames that a trace, a document or an option only claims are not gone through") {
  const Scratch scratch;
  const std::string trace = scratch.file(
      "t.json", R"({"otherData":{"coreecs_trace":1,"schedule":"main","frames":9223372036854775807},"traceEvents":[]})");
  CHECK(coreecs("check-trace examples/toy_physics.json " + quoted(trace)).status == 1);
  json idle = json::parse(contents(source_dir / "examples/toy_physics.json"));
  idle["entities"] = json::object();
  idle.erase("expect");
  CHECK(coreecs("check-trace " + quoted(scratch.file("idle.json", idle.dump())) + " " + quoted(trace)).status == 0);
  CHECK(coreecs("check examples/toy_physics.json --frames 9007199254740993").status == 3);
}

TEST_CASE("What does not fit into --max-memory is refused, with how much is needed and what allows more" *
          doctest::test_suite("slow")) {
  const Scratch scratch;
  for (const std::string& program : {std::string(doubling), cube(1000)}) {
    const std::string file = scratch.file("p.json", program);
    std::vector<const char*> runs{"run --executor threads --threads 2 --visibility shared"};
    if (program == doubling) {  // matches that are performed one by one need no memory
      runs.push_back("run --json");
      runs.push_back("run --executor threads --threads 2");
    }
    for (const char* command : runs) {
      CAPTURE(command);
      const auto result = in_little_memory(command + std::string(" --max-memory 40M ") + quoted(file));
      if (!result) return;
      CHECK(result->status == 3);
      for (const std::string& named : {file + ": ", " 40 MB "s, " --max-memory "s})
        CHECK_MESSAGE(contains(result->err, named), result->err);
    }
    for (const char* command : {"check", "test"}) {
      CAPTURE(command);
      const auto result = in_little_memory(command + std::string(" --max-memory 40M ") + quoted(file));
      CHECK(result->status == 3);
      CHECK(contains(result->err, file + ": "));
    }
    CHECK(in_little_memory("linearizations --max-memory 40M " + quoted(file))->status == 3);
  }
}

TEST_CASE("A run keeps no list of the matches of a conc") {
  const Scratch scratch;
  const std::string file = quoted(scratch.file("cube.json", cube(200)));
  for (const char* executor : {"reference", "threads --threads 2"}) {
    CAPTURE(executor);
    const auto result =
        in_little_memory("run --frames 1 --max-memory 40M --executor " + std::string(executor) + " " + file);
    if (!result) return;
    CHECK_MESSAGE(result->status == 0, result->err);
  }
}

TEST_CASE("run: the frames before memory runs out are printed, and it is said which one is too large") {
  const Scratch scratch;
  const auto result = in_little_memory("run --max-memory 40M " + quoted(scratch.file("doubling.json", doubling)));
  if (!result) return;
  CHECK(contains(result->out, "\n    7  W ↦ {"));
  const bool told = contains(result->err, ": frame 1") || contains(result->err, ": frame 2");
  CHECK(told);
}

TEST_CASE("Without --max-memory, three quarters of what there is are allowed" * doctest::test_suite("slow")) {
  const Scratch scratch;
  const auto result = in_little_memory("check --json " + quoted(scratch.file("cube.json", cube(1000))));
  if (!result) return;
  CHECK(result->status == 3);
  CHECK(contains(result->err, " 292 MB "));
}

TEST_CASE("check: the verdicts that are decided before memory runs out are told") {
  const auto result =
      in_little_memory("check props/commands/many_orders.json --limit 1000000000 --max-memory 40M --json");
  if (!result) return;
  CHECK(result->status == 3);
  const json verdict = json::parse(result->out);
  CHECK(verdict["safe"] == false);
  CHECK(verdict["confluent"] == nullptr);
  CHECK(verdict["reasons"]["deterministic"] == json{{"because", "memory"}});
}

TEST_CASE("fuzz: a state for which memory does not suffice is one undecided case") {
  const Scratch scratch;
  const std::string report = scratch.file("report");
  const auto result = in_little_memory("fuzz --max-memory 40M --frames 18 --cases 6 --entities 3 --report " +
                                       quoted(report) + " " + quoted(scratch.file("doubling.json", doubling)));
  if (!result) return;
  CHECK(result->status == 3);
  const json counts = json::parse(contents(report))["counts"];
  CHECK(counts["tried"] == 6);
  CHECK(counts["undecided"] > 0);
  CHECK(counts["confluent"] > 0);
}

TEST_CASE("run --strategy pct: a depth beyond all invocations costs no more than one of all of them") {
  const std::string run = "run examples/toy_physics.json --schedule-seed 1 --strategy pct --depth ";
  const Result deepest = coreecs(run + "999999999999999999");
  CHECK(deepest.status == 0);
  CHECK(deepest.out == coreecs(run + "8").out);
}

TEST_CASE("run: a record of 200,000 fields is read, written and shown in time" * doctest::test_suite("slow")) {
  json type, value, fields;
  for (int k = 0; k < 200'000; ++k) {
    const std::string name = "f" + std::to_string(k);
    type[name] = "int";
    value[name] = k;
    fields[name] = "x." + name;
  }
  const json document = {{"components", {{"A", type}}},
                         {"systems",
                          {{"s",
                            {{"match", {{{"entity", "e"}, {"incl", {{"A", "x"}}}}}},
                             {"do", {{"attach", {"A", "e", {{"record", fields}}}}}}}}}},
                         {"entities", {{"e", {{"A", value}}}}},
                         {"schedules", {{"main", {{"conc", "s"}}}}}};
  const Scratch folder;
  const Result result = coreecs("run --json " + folder.file("wide.json", document.dump()));
  CHECK(result.err == "");
  CHECK(result.status == 0);
  const json run = json::parse(result.out);
  CHECK(run["frames"].size() == 2);
  CHECK((run["frames"].back()["e"]["A"] == value));
}

TEST_CASE("--max-memory: sizes that are none are refused") {
  for (const char* size : {"x", "-1", "2X", "1e3", "99999999999999999999", "''"}) {
    CAPTURE(size);
    CHECK(coreecs("run examples/toy_physics.json --max-memory " + std::string(size)).status == 2);
  }
  CHECK(coreecs("run examples/toy_physics.json --max-memory 1G").status == 0);
}
