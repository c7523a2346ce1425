// `coreecs run`, as its users meet it: frame by frame, on threads, by a seed.
#include <nlohmann/json.hpp>

#include <set>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

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
TEST_CASE("coreecs run --json: Listing 3") {
  const Result result = coreecs("run --json " + toy);
  CHECK(result.status == 0);
  CHECK(result.err == "");
  const json expected = json::parse(R"({ "schedule": "main", "frames": [
    {"e0": {"Pos": 1, "Vel": 6}, "e1": {"Pos": 7}, "e2": {"Pos": 9, "Vel": -2}},
    {"e1": {"Pos": 7, "Vel": 3}, "e2": {"Pos": 7, "Vel": -2}, "e3": {"Pos": 7, "Vel": -3}},
    {"e1": {"Pos": 10, "Vel": 3}, "e2": {"Pos": 5, "Vel": -2}, "e3": {"Pos": 4, "Vel": -3}} ] })");
  CHECK(json::parse(result.out) == expected);
}

TEST_CASE("coreecs run: where invariants fail the status is 1, and standard error has a line for each") {
  const std::string example = "examples/invariants.json";
  const Result result = coreecs("run --schedule careless " + example);
  CHECK(result.status == 1);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 3);
  for (const char* name : {" in_reach ", " never_negative ", " standing_are_alive "}) CHECK(contains(result.err, name));
  const Result as_json = coreecs("run --json --frames 1 " + example);
  CHECK(as_json.status == 1);
  const json document = json::parse(as_json.out);
  CHECK(document.size() == 2);
  CHECK(document["frames"].size() == 2);
  CHECK(coreecs("run --frames 0 " + example).status == 0);
  CHECK(coreecs("check " + example).status == 0);
}

TEST_CASE("An error in the term of an invariant ends a run for every command that performs one") {
  const Scratch scratch;
  const std::string file = quoted(scratch.file("sum.json", R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": [] } },
    "schedules": { "main": { "conc": "s" } },
    "entities": { "a": { "A": 9223372036854775807 }, "b": { "A": 9223372036854775807 }, "c": { "A": 0 } },
    "invariants": { "i": { "measure": { "m": { "sum": { "match": [{ "incl": { "A": "a" } }], "of": "a" } } },
                           "holds": { "==": ["m", { "was": "m" }] } } } })"));
  CHECK(coreecs("run " + file).status == 2);
  CHECK(coreecs("report " + file + " -o " + scratch.file("page.html")).status == 2);
  CHECK(coreecs("shrink --verdict invariant " + file).status == 2);
  const Result smaller = coreecs("shrink --verdict error " + file);
  CHECK(smaller.status == 0);
  CHECK(json::parse(smaller.out)["entities"].size() == 2);
  CHECK(coreecs("test -", smaller.out).status == 0);
  CHECK(coreecs("fuzz --find error --cases 300 " + file + " --output " + quoted(scratch.path.string())).status == 1);
  CHECK(coreecs("test " + scratch.file("sum.error.json")).status == 0);
}

TEST_CASE(
    "A run-time error in an invariant names it, with status 2, and those that are not asked do not count in a test") {
  json program = goldens::document("error_of_invariant");
  const Result result = coreecs("run --json -", program.dump());
  CHECK(result.status == 2);
  CHECK(result.out == "");
  CHECK(result.err.rfind("-:/invariants/whole/holds/==/0/quot: ", 0) == 0);
  CHECK(coreecs("test -", program.dump()).status == 1);
  program["expect"]["z"] = {{"error", "division by zero"}, {"invariants", {{"whole", true}}}};
  CHECK(coreecs("test -", program.dump()).status == 0);
  program["expect"]["z"] = {{"invariants", {{"few", false}}}};
  CHECK(coreecs("test -", program.dump()).status == 0);
}

TEST_CASE("A run-time error names the term, with status 2 and nothing on standard output") {
  for (const std::string command : {"run", "check"}) {
    CAPTURE(command);
    const Result result = coreecs(command + " --json -", goldens::text("fails_in_frame_5"));
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err.rfind("-:/systems/s/do/attach/2/quot: ", 0) == 0);
  }
}

TEST_CASE("coreecs run --executor threads prints what the reference prints, byte for byte, for every safe example" *
          doctest::test_suite("slow")) {
  std::size_t compared = 0;
  for (const auto& path : example_programs()) {
    const json program = json::parse(contents(path));
    for (const auto& [name, schedule] : program.at("schedules").items()) {
      const std::string rest = quoted(path) + " --schedule " + name;
      if (!contains(coreecs("check --json " + rest).out, "\"safe\": true")) continue;
      CAPTURE(rest);
      ++compared;
      for (const char* json : {" --json", ""}) {
        const Result reference = coreecs("run " + rest + json);
        for (const char* threads : {"1", "2", "8"}) {
          const Result on_threads = coreecs("run " + rest + json + " --executor threads --threads " + threads);
          CHECK(on_threads.out == reference.out);
          CHECK(on_threads.err == reference.err);
          CHECK(on_threads.status == reference.status);
        }
        if (*json) CHECK(coreecs("run --executor threads --repeat 5 " + rest + json).out == reference.out);
      }
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
  const Result many = coreecs("run " + race + " --schedule-seed 1 --repeat 200 --json");
  CHECK(many.status == 1);
  CHECK(json::parse(many.out)["ends"].size() == 8);
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
TEST_CASE("Where memory runs out on threads that share a state, it is said, and no thread goes on with what is left" *
          doctest::test_suite("slow")) {
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
  CHECK(result.status == 3);
  CHECK(contains(result.err, " --max-memory "));
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
  CHECK(contains(result.err, "examples/toy_physics.json: interrupted"));
}

TEST_CASE("coreecs run: the last frame, every N-th, and some components") {
  const auto frames = [](const std::string& options) {
    const Result result = coreecs("run " + toy + " --frames 5 --json " + options);
    REQUIRE(result.status == 0);
    return json::parse(result.out);
  };
  const json all = frames("");
  REQUIRE(all["frames"].size() == 6);
  CHECK(!all.contains("numbers"));
  CHECK(frames("--last")["frames"] == json::array({all["frames"][5]}));
  CHECK(frames("--last")["numbers"] == json::array({5}));
  CHECK(frames("--every 2")["frames"] == json{all["frames"][0], all["frames"][2], all["frames"][4], all["frames"][5]});
  CHECK(frames("--every 2")["numbers"] == json{0, 2, 4, 5});
  CHECK(frames("--every 9")["numbers"] == json{0, 5});
  const json speeds = frames("--only Vel");
  for (std::size_t k = 0; k < 6; ++k)
    for (const auto& [e, components] : all["frames"][k].items()) {
      json expected = components;
      expected.erase("Pos");
      CHECK(speeds["frames"][k].value(e, json::object()) == expected);
    }
  CHECK(frames("--only Vel,Pos") == all);
  CHECK(coreecs("run " + toy + " --only Pos,Velocity").status == 2);
}

TEST_CASE("coreecs run --diff: what a frame changed, and who wrote it last") {
  // made one after the other, the changes make each state of the one before
  const json states = json::parse(coreecs("run " + toy + " --frames 6 --json").out)["frames"];
  const json changes = json::parse(coreecs("run " + toy + " --frames 6 --json --diff").out);
  CHECK(changes["numbers"] == json{1, 2, 3, 4, 5, 6});
  REQUIRE(changes["changes"].size() == 6);
  json now = states[0];
  for (std::size_t k = 0; k < 6; ++k) {
    for (const json& change : changes["changes"][k]) {
      json& e = now[change["at"]["entity"].get<std::string>()];
      if (e.is_null()) e = json::object();
      const std::string component = change["at"]["component"];
      CHECK(e.value(component, json()) == change.value("was", json()));
      if (change.contains("is"))
        e[component] = change["is"];
      else
        e.erase(component);
      CHECK(change["by"].size() == 1);
    }
    for (const auto& [e, components] : states[k + 1].items()) CHECK(now[e] == components);
    for (const auto& [e, components] : now.items()) CHECK(states[k + 1].value(e, json::object()) == components);
  }
}

TEST_CASE("coreecs run says of a small program that its schedule is not confluent, and nothing of others") {
  const Result race = coreecs("run " + toy + " --schedule lost_write");
  CHECK(race.status == 0);
  CHECK(race.err.rfind(toy + ": ", 0) == 0);
  CHECK(coreecs("run " + toy + " --schedule lost_write --json").err == race.err);
  CHECK(coreecs("run " + toy).err.empty());
  CHECK(coreecs("run " + toy + " --schedule lost_write --frames 0").err.empty());
  const Scratch scratch;
  json many = json::parse(contents(source_dir / toy));
  many.erase("expect");
  for (int j = 0; j < 20'000; ++j) many["entities"]["far" + std::to_string(j)] = {{"Vel", j}};
  CHECK(coreecs("run " + scratch.file("many.json", many.dump()) + " --schedule lost_write --last").err.empty());
}
