// Ctrl-C and SIGTERM, as users of the command line meet them: what is known by then, one line, and status 3.
#include <csignal>
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::quoted;
using shell::Result;

namespace {

/// A command to which this signal is sent once it is under way.
Result interrupted(const std::string& arguments, const std::string& signal = "INT", const std::string& seconds = "1") {
  return shell::coreecs("--version > /dev/null; timeout --foreground --preserve-status -k 30 -s " + signal + " " +
                        seconds + " " + quoted(shell::binary()) + " " + arguments);
}

#ifdef COREECS_SANITIZED
constexpr bool sanitized = true;  // slower, and may have something to say before
#else
constexpr bool sanitized = false;
#endif

const std::string frames = "run examples/toy_physics.json --frames 100000000";

/// Which has more runs than can be looked at.
const std::string many = "props/commands/many_orders.json";

}  // namespace

TEST_CASE("Interrupted, check tells the verdicts that are decided" * doctest::test_suite("slow")) {
  const std::string check = "check --limit 100000000 " + many;
  for (const char* signal : {"INT", "TERM"}) {
    CAPTURE(signal);
    const Result result = interrupted(check, signal);
    CHECK(result.status == 3);
    CHECK(contains(result.out, "  confluent     undecided  interrupted\n"));
    CHECK(result.err == many + ": interrupted\n");
  }
  const Result as_json = interrupted(check + " --json --suggest --any-match-order");
  CHECK(as_json.status == 3);
  const json verdict = json::parse(as_json.out);
  CHECK(verdict["safe"] == false);
  CHECK(verdict["confluent"] == nullptr);
  CHECK(verdict["reasons"]["deterministic"] == json{{"because", "interrupt"}});
}

TEST_CASE("Interrupted, check --visibility shared is undecided" * doctest::test_suite("slow")) {
  const Result result = interrupted("check --limit 100000000 --visibility shared " + many);
  CHECK(result.status == 3);
  CHECK(contains(result.out, "interrupted"));
}

TEST_CASE("Interrupted, a run has printed the frames before" * doctest::test_suite("slow")) {
  for (const char* executor : {"reference", "threads"})
    for (const char* signal : {"INT", "TERM"}) {
      CAPTURE(executor);
      CAPTURE(signal);
      const Result result = interrupted(frames + " --executor " + executor, signal);
      CHECK(result.status == 3);
      CHECK(contains(result.out, "\n    2  Pos ↦ {"));
      CHECK(contains(result.err, "examples/toy_physics.json: interrupted"));
    }
  for (const char* option : {" --last", " --every 1000000000"}) {
    const Result last = interrupted(frames + option);
    CHECK(last.status == 3);
    CHECK(contains(last.out, "  Pos ↦ {"));
    CHECK_FALSE(contains(last.out, "\n    2  Pos ↦ {"));
  }
  const Result as_json = interrupted(frames + " --json");
  CHECK(as_json.status == 3);
  CHECK(as_json.out == "");
}

TEST_CASE("Interrupted, repeated runs are told as far as there are some" * doctest::test_suite("slow")) {
  for (const char* how : {"--executor threads", "--schedule-seed 1"}) {
    CAPTURE(how);
    const Result result = interrupted("run examples/toy_physics.json --repeat 100000000 --json " + std::string(how));
    CHECK(result.status == 3);
    CHECK(json::parse(result.out).contains("schedule"));
    CHECK(contains(result.err, "interrupted"));
  }
}

TEST_CASE("Interrupted, what is verified or made smaller ends soon, too" * doctest::test_suite("slow")) {
  const Scratch scratch;
  const auto says_so = [](const Result& result, const std::string& line) {
    CAPTURE(result.out);
    CHECK(result.status == 3);
    CHECK((sanitized ? result.err.ends_with(line) : result.err == line));
  };

  const std::string toy = "examples/toy_physics.json", certificate = quoted(scratch.file("certificate"));
  const std::string long_enough = sanitized ? "100000" : "500000";
  CHECK(shell::coreecs("check --frames " + long_enough + " --certificate " + certificate + " " + toy).status == 0);
  says_so(interrupted("verify-certificate " + toy + " " + certificate, "INT", "0.2"), "coreecs: interrupted\n");

  json endless = {{"components", {{"X", "unit"}}},
                  {"systems", {{"s", {{"match", json(9, {{"incl", {{"X", "_"}}}})}, {"do", json::array()}}}}},
                  {"schedules", {{"main", {{"conc", "s"}}}}}};
  for (int k = 0; k < 100; ++k) endless["entities"]["e" + std::to_string(k)]["X"] = nullptr;
  const json trace = {{"otherData", {{"coreecs_trace", 1}, {"schedule", "main"}, {"frames", 1}}},
                      {"traceEvents", json::array()}};
  says_so(interrupted("check-trace " + quoted(scratch.file("endless.json", endless.dump())) + " " +
                          quoted(scratch.file("trace", trace.dump())),
                      "INT", sanitized ? "1" : "0.3"),  // before it has filled what memory it may take
          "coreecs: interrupted\n");

  json late = json::parse(R"({ "components": { "N": "int" },
    "systems": { "tick": { "match": [{ "entity": "e", "incl": { "N": "n" } }],
                           "do": { "attach": ["N", "e", { "+": ["n", 1] }] } } },
    "schedules": { "main": { "conc": "tick" } }, "frames": 10000,
    "invariants": { "early": { "measure": { "all": { "sum": { "match": [{ "incl": { "N": "n" } }], "of": "n" } } },
                               "holds": { "<": ["all", 400000] } } } })");
  for (int k = 0; k < 40; ++k) late["entities"]["e" + std::to_string(k)]["N"] = 0;  // each of which is needed
  const std::string file = scratch.file("late.json", late.dump());
  Result smaller{};  // what is interrupted before the verdict of the whole program has nothing to say yet
  for (int seconds = 1; seconds < 100 && smaller.out.empty(); seconds *= 2)
    smaller = interrupted("shrink --verdict invariant " + quoted(file), "INT", std::to_string(seconds));
  says_so(smaller, file + ": interrupted; there may be a smaller program\n");
  CHECK(json::parse(smaller.out)["frames"] == 10000);
}

TEST_CASE("Interrupted, a frame ends whose matches are still looked for, of which there are none" *
          doctest::test_suite("slow")) {
  const Scratch scratch;
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [{ "incl": { "A": "a" } }, { "incl": { "A": "b" } }, { "incl": { "A": "c" } }],
                        "where": { "==": ["c", { "-": [-1, { "+": ["a", "b"] }] }] }, "do": [] } },
    "schedules": { "main": { "conc": "s" } }, "frames": 1 })");
  for (int k = 0; k < 20'000; ++k) program["entities"]["e" + std::to_string(k)]["A"] = k;
  const Result result = interrupted("run --last " + quoted(scratch.file("none.json", program.dump())), "INT", "2");
  CHECK(result.status == 3);
  CHECK(contains(result.err, ": interrupted"));
}

TEST_CASE("Interrupted, compare tells of the schedule that has failed by then") {
  const Scratch scratch;
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "fail": { "match": [{ "entity": "e", "incl": { "A": "a" } }],
                           "do": { "attach": ["A", "e", { "quot": [1, "a"] }] } },
                 "idle": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", "a"] } } },
    "schedules": { "main": { "conc": "fail" }, "long": { "seq": "idle" } }, "frames": 1000000,
    "entities": {} })");
  for (int k = 0; k < 100; ++k) program["entities"]["e" + std::to_string(k)]["A"] = k;
  const std::string file = scratch.file("p.json", program.dump());
  const Result result = interrupted("compare --with long " + quoted(file), "INT", "0.5");
  CHECK(result.status == 3);
  CHECK(contains(result.err, ":/systems/fail/do/attach/2/quot: "));
  CHECK(result.err.ends_with(": interrupted\n"));
}

namespace {

/// An app whose systems are read in a moment, and whose order takes seconds.
std::string long_to_order() {
  json app = {
      {"app", "sets"}, {"sets", {{"A", {{"before", {"B"}}}}, {"B", json::object()}}}, {"systems", json::object()}};
  for (const char* set : {"A", "B"})
    for (int k = 0; k < 4000; ++k) app["systems"][set + ("_" + std::to_string(k))] = {{"in", {set}}};
  return app.dump();
}

/// Systems of which many conflict, so that the fastest schedule takes long to find.
std::string long_to_schedule() {
  json app = {{"app", "hard"}, {"components", json::object()}, {"systems", json::object()}};
  for (std::size_t k = 0; k < 6; ++k) app["components"]["C" + std::to_string(k)] = nullptr;
  for (std::size_t k = 0; k < 60; ++k)
    app["systems"]["s" + std::to_string(k)] = {{"duration", k * 7 % 11 + 1},
                                               {"queries",
                                                {{{"reads", {"C" + std::to_string(k * 5 % 6)}},
                                                  {"writes", {"C" + std::to_string((k * 5 + 1 + k % 4) % 6)}}}}}};
  return app.dump();
}

}  // namespace

TEST_CASE("Interrupted, app simulate prints what schedulers do, and the fastest schedule found by then" *
          doctest::test_suite("slow")) {
  if (!shell::has("app simulate")) return;
  const Scratch scratch;
  const Result result =
      interrupted("app simulate --pairs --json --limit 10000000000 " + scratch.file("a.json", long_to_schedule()));
  CHECK(result.status == 3);
  CHECK(json::parse(result.out)["optimum"]["cut"] == "interrupt");
  CHECK(json::parse(result.out)["schedulers"].size() == 8);
}

TEST_CASE("Interrupted while an app is read or put in order, or orders are counted, a command ends with 3" *
          doctest::test_suite("slow")) {
  if (!shell::has("app simulate")) return;
  const Scratch scratch;
  const std::string app = scratch.file("a.json", long_to_order());
  for (const char* command : {"app show ", "app simulate ", "app check "}) {
    CAPTURE(command);
    const Result result = interrupted(command + app, "INT", "0.5");
    CHECK(result.status == 3);
    CHECK(contains(result.err, "interrupted\n"));
  }
  std::string dot = "digraph {\n";
  for (int k = 0; k < 4'000'000; ++k) dot += "a -> b\n";
  const Result import = interrupted("app import " + scratch.file("a.dot", dot + "}"), "INT", "0.5");
  CHECK(import.status == 3);
  CHECK(contains(import.err, "interrupted\n"));
}

TEST_CASE("A second signal ends the process at once, even one that is waiting to write" * doctest::test_suite("slow")) {
  const Scratch scratch;
  const auto status_after = [&](const std::string& signals) {
    const Result result = shell::coreecs(
        "--version > /dev/null; ((env --default-signal=INT,PIPE " + quoted(shell::binary()) + " " + frames +
        " & sleep 1; " + signals + " wait $!; echo $? > " + quoted(scratch.file("status")) + ") | (sleep 3; cat))");
    return std::pair(std::stoi(contents(scratch.path / "status")), result.err);
  };
  const std::string signal = "kill -INT $!; sleep 0.5; ";
  CHECK(status_after(signal + signal) == std::pair(128 + SIGINT, std::string()));
  const auto [status, said] = status_after(signal);
  CHECK(status == 3);
  CHECK(contains(said, "examples/toy_physics.json: interrupted"));
}

TEST_CASE("Interrupted, every other command that may take long ends with one line, too" * doctest::test_suite("slow")) {
  const Scratch scratch;
  json endless = json::parse(contents(source_dir / "examples/toy_physics.json"));
  endless["frames"] = 100000000;
  const std::string test = scratch.file("endless.json", endless.dump());
  const Result tested = interrupted("test " + quoted(test));
  CHECK(tested.status == 3);
  CHECK(tested.err == test + ": interrupted\n");
  const Result counted = interrupted("linearizations " + quoted(test));
  CHECK(counted.status == 3);
  CHECK(counted.err == "coreecs: interrupted\n");
  const Result drawn = interrupted("linearizations --json --sample 100000000 " + many);
  CHECK(drawn.status == 3);
  CHECK(json::parse(drawn.out)["orders"].size() > 0);
  CHECK(drawn.err == many + ": interrupted\n");
}

TEST_CASE("A pipe that nobody reads, or writes, can be interrupted" * doctest::test_suite("slow")) {
  const Scratch scratch;
  const std::string pipe = scratch.file("pipe");
  REQUIRE(shell::coreecs("--version > /dev/null; mkfifo " + quoted(pipe)).status == 0);
  for (const std::string option : {"report -o ", "check --certificate "})
    for (const char* signal : {"INT", "TERM"}) {
      CAPTURE(option);
      const Result result = interrupted(option + quoted(pipe) + " examples/toy_physics.json", signal, "0.5");
      CHECK(result.status == 3);
      CHECK(contains(result.err, "interrupted\n"));
    }
  const auto status_of = [&](const std::string& command, const std::string& reader) {
    (void)shell::coreecs("--version > /dev/null; ((env --default-signal=INT,PIPE " + quoted(shell::binary()) + " " +
                         command + " & sleep 1; kill -INT $!; wait $!; echo $? > " + quoted(scratch.file("status")) +
                         ") | " + reader + ")");
    return contents(scratch.path / "status");
  };
  CHECK(status_of(frames, "sleep 20") == "3\n");
  CHECK(status_of("run - 3<> " + quoted(pipe) + " < " + quoted(pipe), "cat") == "3\n");
}

TEST_CASE("explain of 10^5 invocations, interrupted, prints what it has") {
  const Scratch scratch;
  json race = json::parse(R"({ "components": { "A": "int", "W": "int" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "a" } }, { "entity": "f", "incl": { "W": "w" } }],
                        "do": { "attach": ["W", "f", "a"] } } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "w": { "W": 0 } } })");
  for (int k = 0; k < (sanitized ? 10'000 : 100'000); ++k) race["entities"]["e" + std::to_string(k)]["A"] = k;
  const std::string file = quoted(scratch.file("race.json", race.dump()));
  const Result whole = shell::coreecs("explain --most 1000000 " + file);
  CHECK(whole.status == 0);
  bool derived = false;  // before that there is no more to print than a heading
  for (double seconds = 0.2; seconds < 20 && !derived; seconds += 0.2) {
    const Result part = interrupted("explain --most 1000000 " + file, "INT", std::to_string(seconds));
    if (part.status == 130) continue;  // on a busy machine: it had not begun
    REQUIRE(part.status == 3);
    CHECK(part.err.ends_with(": interrupted\n"));
    derived = contains(part.out, "z = conc(s)");
  }
  CHECK(derived);
}
