// `coreecs run` on threads and by a seed, as its users meet it.
#include <nlohmann/json.hpp>

#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

const std::string race = "examples/last_writer.json", reads = "examples/shared_visibility.json";

std::string token_in(const std::string& out) {
  const std::size_t at = out.find("r1.");
  REQUIRE(at != std::string::npos);
  return out.substr(at, out.find_first_of(" \n\"", at) - at);
}

}  // namespace

// [threads]
TEST_CASE("coreecs run --executor threads prints what the reference prints, byte for byte, for every safe example") {
  std::size_t compared = 0;
  for (const auto& path : files("examples", ".json")) {
    const json program = json::parse(contents(path));
    for (const auto& [name, schedule] : program.at("schedules").items()) {
      const std::string rest = quoted(path) + " --schedule " + name;
      if (!contains(coreecs("check --json " + rest).out, "\"safe\": true")) continue;
      CAPTURE(rest);
      ++compared;
      for (const char* json : {" --json", ""})
        for (const char* threads : {"1", "2", "8"}) {
          const Result reference = coreecs("run " + rest + json);
          const Result on_threads = coreecs("run " + rest + json + " --executor threads --threads " + threads);
          CHECK(on_threads.out == reference.out);
          CHECK(on_threads.err == reference.err);
          CHECK(on_threads.status == reference.status);
        }
      CHECK(coreecs("run --json --executor threads --repeat 5 " + rest).out == coreecs("run --json " + rest).out);
    }
  }
  CHECK(compared > 20);
}

// [threads]
TEST_CASE("A run-time error on threads is that of the reference") {
  const std::string rest = "examples/run_time_errors.json --schedule ";
  std::size_t compared = 0;
  const json program = json::parse(contents(source_dir / "examples/run_time_errors.json"));
  for (const auto& member : program.at("schedules").items()) {
    const std::string& name = member.key();
    CAPTURE(name);
    const Result reference = coreecs("run " + rest + name);
    if (reference.status != 2) continue;  // where only some orders fail, threads may
    const Result threads = coreecs("run --executor threads " + rest + name);
    CHECK(threads.out == reference.out);
    CHECK(threads.err == reference.err);
    CHECK(threads.status == reference.status);
    ++compared;
  }
  CHECK(compared > 1);
}

// [threads]
TEST_CASE("Real runs of a race end differently, sooner or later, and each end has a token that replays it") {
  Result result{0, "", ""};
  for (int attempt = 0; attempt < 50 && result.status == 0; ++attempt)
    result = coreecs("run " + race + " --executor threads --threads 2 --repeat 2000 --record --json");
  REQUIRE(result.status == 1);
  const json found = json::parse(result.out);
  CHECK(found["runs"] == 2000);
  CHECK(found["ends"].size() > 1);
  int runs = 0;
  for (const json& end : found["ends"]) {
    runs += end["runs"].get<int>();
    const Result again = coreecs("run " + race + " --json --replay " + end["replay"].get<std::string>());
    CHECK(again.status == 0);
    CHECK(json::parse(again.out)["final"] == end["final"]);
  }
  CHECK(runs == 2000);
}

// [threads]
TEST_CASE("Under shared visibility a safe schedule ends differently where one side reads what the other writes") {
  Result result{0, "", ""};
  for (int attempt = 0; attempt < 50 && result.status == 0; ++attempt)
    result = coreecs("run " + reads + " --executor threads --threads 2 --visibility shared --repeat 1000");
  CHECK(result.status == 1);
  CHECK(contains(result.out, "1000 runs on 2 threads (shared visibility) end in "));
  CHECK(coreecs("run " + reads + " --executor threads --threads 2 --repeat 200").status == 0);
  const std::string ordered = " --schedule ordered --executor threads --threads 2 --visibility shared --repeat 200";
  CHECK(coreecs("run " + reads + ordered).status == 0);
}

// [controlled]
TEST_CASE("coreecs run --schedule-seed is the same run for the same seed, and its token replays it") {
  for (const char* strategy : {"uniform", "pct --depth 2"}) {
    const std::string options = "run " + race + " --record --json --strategy " + strategy + " --schedule-seed ";
    std::set<json> ends;
    for (int seed = 0; seed < 20; ++seed) {
      const Result result = coreecs(options + std::to_string(seed));
      CHECK(result.status == 0);
      CHECK(coreecs(options + std::to_string(seed)).out == result.out);
      json run = json::parse(result.out), again;
      again = json::parse(coreecs("run " + race + " --json --replay " + token_in(result.out)).out);
      CHECK(again["order"] == run["order"]);
      CHECK(again["final"] == run["final"]);
      ends.insert(run["final"]);
    }
    CHECK(ends.size() > 2);
  }
  const Result many = coreecs("run " + race + " --schedule-seed 1 --repeat 200");
  CHECK(many.status == 1);
  CHECK(contains(many.out, "200 runs by seed 1 (uniform) end in 8 different states"));
  CHECK(coreecs("run " + race + " --schedule ordered --schedule-seed 1 --repeat 20").status == 0);
  CHECK(coreecs("run " + race + " --frames 0 --schedule-seed 1 --record").status == 0);
}

// [threads]
TEST_CASE("coreecs run: what is asked of threads and seeds has to make sense") {
  for (const char* options :
       {"--threads 2", "--executor threads --threads 0", "--executor threads --threads 1025", "--executor gpu",
        "--executor threads --visibility none", "--visibility shared", "--executor threads --repeat 0", "--repeat 2",
        "--record", "--strategy pct", "--depth 2", "--schedule-seed 1 --depth 0", "--schedule-seed 1 --strategy dfs",
        "--schedule-seed 1 --executor threads", "--executor threads --visibility shared --record"}) {
    CAPTURE(options);
    const Result result = coreecs("run " + race + " " + options);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
}

// [threads]
TEST_CASE("Where not so many threads can be started, fewer do the work") {
  const auto in_little_memory = [](const std::string& arguments) {
    return coreecs("--version > /dev/null; ulimit -v 400000; " + quoted(shell::binary()) + " " + arguments);
  };
  if (in_little_memory("--version").status != 0) return;  // as under sanitizers
  const Result result = in_little_memory("run examples/toy_physics.json --executor threads --threads 1024");
  CHECK(result.status == 0);
  CHECK(result.out == coreecs("run examples/toy_physics.json").out);
}

// [threads]
TEST_CASE("Where memory runs out on threads that share a state, it is said, and no thread goes on with what is left") {
  const Scratch scratch;
  const std::string doubling = quoted(scratch.file("doubling.json", R"({ "components": { "W": "unit" },
    "systems": { "double": { "match": [ { "incl": { "W": "_" } } ], "do": { "new": ["n", { "attach": ["W", "n"] }] } } },
    "schedules": { "main": { "conc": "double" } }, "entities": { "a": { "W": null } }, "frames": 22 })"));
  const std::string shared = " run --executor threads --threads 2 --visibility shared " + doubling;
  const auto in_little_memory = [](const std::string& arguments) {
    return coreecs("--version > /dev/null; ulimit -v 200000; " + quoted(shell::binary()) + arguments);
  };
  if (in_little_memory(" --version").status != 0) return;  // as under sanitizers
  const Result result = in_little_memory(shared);
  CHECK(result.status == 2);
  CHECK(contains(result.err, " of memory are needed; --max-memory allows more\n"));
}

// [threads]
TEST_CASE("Ctrl-C ends a run on threads with a message, its status, and nothing half-printed") {
  const std::string frames = " run examples/toy_physics.json --executor threads --frames 100000000";
  const std::string interrupted = "cd " + quoted(COREECS_SOURCE_DIR) +
                                  " && timeout --foreground --preserve-status -k 20 -s INT 0.5 " +
                                  quoted(shell::binary()) + frames;
  const Result result = coreecs("--version >/dev/null; " + interrupted + " --json");
  CHECK(result.status == 3);
  CHECK(result.out == "");
  CHECK(contains(result.err, "examples/toy_physics.json: interrupted in frame "));
}
