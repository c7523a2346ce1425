// Ctrl-C and SIGTERM, as users of the command line meet them: what is known by then, one line, and status 3.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::quoted;
using shell::Result;

namespace {

/// A command to which this signal is sent once it is under way.
Result interrupted(const std::string& arguments, const std::string& signal = "INT") {
  return shell::coreecs("--version > /dev/null; timeout --foreground --preserve-status -k 30 -s " + signal + " 1 " +
                        quoted(shell::binary()) + " " + arguments);
}

const std::string frames = "run examples/toy_physics.json --frames 100000000";

/// Which has more runs than can be looked at.
const std::string many = "props/cli/many_orders.json";

}  // namespace

TEST_CASE("Interrupted, check tells the verdicts that are decided") {
  const std::string check = "check --limit 100000000 " + many;
  for (const char* signal : {"INT", "TERM"}) {
    CAPTURE(signal);
    const Result result = interrupted(check, signal);
    CHECK(result.status == 3);
    CHECK(contains(result.out, "  safe          no  "));
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

TEST_CASE("Interrupted, check --visibility shared is undecided") {
  const Result result = interrupted("check --limit 100000000 --visibility shared " + many);
  CHECK(result.status == 3);
  CHECK(contains(result.out, "interrupted"));
}

TEST_CASE("Interrupted, a run has printed the frames before") {
  for (const char* executor : {"reference", "threads"})
    for (const char* signal : {"INT", "TERM"}) {
      CAPTURE(executor);
      CAPTURE(signal);
      const Result result = interrupted(frames + " --executor " + executor, signal);
      CHECK(result.status == 3);
      CHECK(contains(result.out, "\n    2  Pos ↦ {"));
      CHECK(contains(result.err, "examples/toy_physics.json: interrupted in frame "));
    }
  const Result as_json = interrupted(frames + " --json");
  CHECK(as_json.status == 3);
  CHECK(as_json.out == "");
}

TEST_CASE("Interrupted, repeated runs are told as far as there are some") {
  for (const char* how : {"--executor threads", "--schedule-seed 1"}) {
    CAPTURE(how);
    const Result result = interrupted("run examples/toy_physics.json --repeat 100000000 --json " + std::string(how));
    CHECK(result.status == 3);
    CHECK(json::parse(result.out).contains("schedule"));
    CHECK(contains(result.err, "interrupted after "));
  }
}

TEST_CASE("Interrupted, every other command that may take long ends with one line, too") {
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
