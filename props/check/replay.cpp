// Tokens: every run is performed again exactly, and no other one is.
#include "interp/check/record/replay.hpp"

#include "interp/base/json/tree.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "semantics/linearization.hpp"

using namespace coreecs;
using nlohmann::ordered_json;

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

rc::Gen<Replay> replays() {
  const auto number = rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 40), rc::gen::arbitrary<std::uint64_t>());
  const auto part = rc::gen::inRange<std::uint32_t>(0, 1 << 24);
  const auto turn = rc::gen::construct<Replay::Turn>(number, number, number);
  return rc::gen::construct<Replay>(
      rc::gen::construct<Fingerprint>(part, part, part), rc::gen::inRange<std::uint64_t>(0, 1'000'000'000'000'000'000),
      rc::gen::arbitrary<bool>(), number, rc::gen::container<std::vector<Replay::Turn>>(turn));
}

bool same_step(const Performed& u, const Performed& v) {
  return u.leaf == v.leaf && u.system == v.system && u.entities == v.entities;
}

/// Whether two runs are the same, step by step, and end in the same state (not only up to renaming) or error.
bool same_run(const Ending& a, const Ending& b) {
  if (!std::equal(a.order.begin(), a.order.end(), b.order.begin(), b.order.end(), same_step)) return false;
  const RuntimeError* error = std::get_if<RuntimeError>(&a.end);
  const RuntimeError* error2 = std::get_if<RuntimeError>(&b.end);
  if (!error != !error2) return false;
  return error ? error->entities == error2->entities && std::string(error->what()) == error2->what()
               : std::get<State>(a.end) == std::get<State>(b.end);
}

/// Through its token.
bool replays_exactly(const Replayer& replayer, const Ending& run) {
  const auto read = read_token(token(replayer.record(run.order)));
  if (!std::holds_alternative<Replay>(read)) return false;
  const auto again = replayer.perform(std::get<Replay>(read));
  return std::holds_alternative<Ending>(again) && same_run(std::get<Ending>(again), run);
}

std::string refusal(std::string_view text) {
  const auto read = read_token(text);
  return std::holds_alternative<Problem>(read) ? std::get<Problem>(read).message : "";
}

std::string token_of_lost_write() {
  const std::string out = shell::coreecs("check --json --frames 1 --schedule lost_write examples/toy_physics.json").out;
  return ordered_json::parse(out)["witness"]["runs"][1]["replay"];
}

}  // namespace

// [replay]
TEST_CASE("A token is read as it was written") {
  prop("reading after writing is the identity", [] {
    const Replay replay = *replays();
    const auto read = read_token(token(replay));
    RC_ASSERT(std::holds_alternative<Replay>(read));
    RC_ASSERT(std::get<Replay>(read) == replay);
    note(replay.turns.size() > 5, "more than five turns", 0.6);
  });
}

// [replay]
TEST_CASE("A token with one character changed, lost or doubled is refused") {
  const std::string text = token({{1, 2, 0xFFFFFF}, 3, true, 100, {{0, 7, 40}, {63, 2, 0}, {9, 9, 9}}});
  REQUIRE(refusal(text) == "");
  for (std::size_t at = 0; at < text.size(); ++at) {
    CAPTURE(at);
    for (const char c : std::string(alphabet) + "r1. =\n") {
      std::string changed = text;
      changed[at] = c;
      CHECK((c == text[at]) == refusal(changed).empty());
    }
    CHECK(refusal(std::string(text).erase(at, 1)) != "");
    CHECK(refusal(std::string(text).insert(at, 1, text[at])) != "");
    CHECK(refusal(text.substr(0, at)) != "");
  }
}

// [replay]
TEST_CASE("A token that is none is refused") {
  for (const char* none : {"", "lost_write", "r2.ABCDEFGH", "r1.", "r1.AAA"}) CHECK_MESSAGE(refusal(none) != "", none);
  CHECK(refusal("r1.AAAAAA") != "");  // nothing, and its checksum
}

// [replay]
TEST_CASE("The token of a run of ten invocations is short, also where nothing in it is expected") {
  Replay replay{{0xFFFFFF, 0xFFFFFF, 0xFFFFFF}, 1, false, 10, {}};
  for (std::uint64_t j = 0; j < 10; ++j) replay.turns.push_back({0, 3, 9 - j});
  CHECK(token(replay).size() < 60);
}

// [replay]
TEST_CASE("Each run of a witness is performed again from its token") {
  prop("the runs that check shows are replayed to exactly their ends", [] {
    const Case t = *small_cases({.races = true, .may_fail = true});
    const Verdict verdict = t.verdict();
    const Witness* witness = verdict.witness();
    const bool linearizations = verdict.confluent() != Answer::No;
    note(witness != nullptr, "with a witness", 0.25);
    note(witness && linearizations, "linearizations", 0.01);
    if (!witness) return;
    const Replayer replayer(*t.program, t.program->schedules.front().z, t.program->frames, linearizations, verdict.of);
    RC_ASSERT(replays_exactly(replayer, witness->a));
    RC_ASSERT(replays_exactly(replayer, witness->b));
    note(std::holds_alternative<RuntimeError>(witness->b.end), "a run-time error");
  });
}

// [replay]
TEST_CASE("Any run is performed again from its token") {
  prop("runs of random choices are replayed to exactly their ends", [] {
    const Case t = *cases({.may_fail = true});
    const Replayer replayer(*t.program, t.program->schedules.front().z, t.program->frames, false, t.env);
    Dice dice = any_dice();
    const Plan plan(t.z);
    Ending ending{{}, t.c};
    try {
      Run run(plan, t.c, t.env);
      while (!run.ended()) {
        const auto choices = run.choices();
        const Run::Choice choice = dice.percent(50) ? choices.front() : dice.one_of(choices);
        ending.order.push_back(performed(run.at(choice)));
        run.perform(choice);
      }
      ending.end = run.state();
    } catch (const RuntimeError& error) {
      ending.end = error;
    }
    RC_ASSERT(replays_exactly(replayer, ending));
  });
}

// [replay]
TEST_CASE("Any linearization is performed again from its token") {
  prop("linearizations are replayed to exactly their ends", [] {
    const Case t = *small_cases({.races = true});
    const Replayer replayer(*t.program, t.program->schedules.front().z, t.program->frames, true, t.env);
    int n = 0;
    for (fast::Linearizations all(replayer.order()); all.next() && n < 20; ++n)
      RC_ASSERT(replays_exactly(replayer, perform(t.c, replayer.order(), all.current())));
  });
}

// [replay]
TEST_CASE("The reference run, and one that delays an invocation, have short tokens however long they are") {
  ordered_json document = example("toy_physics");
  document["schedules"] = {{"main", {{"conc", "inertia"}}}};
  document.erase("expect");
  document["entities"] = ordered_json::object();
  for (int j = 0; j < 1000; ++j) document["entities"]["e" + std::to_string(j)] = {{"Pos", j}, {"Vel", 1}};
  const Program program = loaded(document);
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Replayer replayer(program, program.schedules.front().z, 2, true, env);
  Linearization order(2000);
  for (std::size_t u = 0; u < order.size(); ++u) order[u] = u;
  CHECK(token(replayer.record(perform(program.start, replayer.order(), order).order)).size() < 30);
  std::rotate(order.begin() + 500, order.begin() + 501, order.begin() + 1000);
  const Ending delayed = perform(program.start, replayer.order(), order);
  CHECK(token(replayer.record(delayed.order)).size() < 40);
  CHECK(replays_exactly(replayer, delayed));
}

// [replay]
TEST_CASE("A fingerprint changes with each thing that a run depends on, and with nothing else") {
  const auto of = [](const ordered_json& document) {
    const Program program = loaded(document);
    return fingerprint(program, find_schedule(program, std::string("lost_write"))->z);
  };
  const Fingerprint before = of(example("toy_physics"));
  const auto changed = [&](const char* pointer, const ordered_json& value) {
    ordered_json document = example("toy_physics");
    document.erase("expect");
    document[ordered_json::json_pointer(pointer)] = value;
    return of(document);
  };
  const Fingerprint system = changed("/systems/collide/do/if/0", {{"<=", {"pj", "ph"}}});
  CHECK(system.systems != before.systems);
  CHECK(Fingerprint{before.systems, system.schedule, system.start} == before);
  const Fingerprint schedule = changed("/schedules/lost_write/then/1", {{"seq", "collide"}});
  CHECK(schedule.schedule != before.schedule);
  CHECK(Fingerprint{schedule.systems, before.schedule, schedule.start} == before);
  const Fingerprint start = changed("/entities/e0/Pos", 2);
  CHECK(start.start != before.start);
  CHECK(Fingerprint{start.systems, start.schedule, before.start} == before);
  CHECK(changed("/components/Mass", "int").systems != before.systems);
  CHECK(changed("/entities/e7", ordered_json::object()).start != before.start);
  CHECK(changed("/name", "other") == before);
  CHECK(changed("/frames", 7) == before);
  CHECK(changed("/schedules/other", {{"conc", "collide"}}) == before);
  CHECK(changed("/systems/idle", ordered_json::parse(R"({"match": [{"incl": {"Pos": "_"}}], "do": []})")) == before);
}

// [replay]
TEST_CASE("A run that does not fit is said to part where it does") {
  const Program program = loaded(example("toy_physics"));
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Schedule& z = find_schedule(program, std::string("lost_write"))->z;
  const Replayer replayer(program, z, 1, false, env);
  const auto misfit = [&](std::uint64_t steps, std::vector<Replay::Turn> turns) {
    return std::get<Misfit>(replayer.perform({fingerprint(program, z), 1, false, steps, std::move(turns)}));
  };
  CHECK(std::holds_alternative<Ending>(replayer.perform({fingerprint(program, z), 1, false, 4, {}})));
  CHECK(misfit(4, {{1, 1, 0}}).step == 2);
  CHECK(misfit(4, {{1, 1, 0}}).turn == Replay::Turn{1, 1, 0});
  CHECK(misfit(4, {{1, 1, 0}}).possible.size() == 1);
  CHECK(misfit(4, {{1, 0, 0}}).step == 2);  // performed already
  CHECK(misfit(4, {{2, 1, 5}}).step == 3);
  CHECK(misfit(4, {{0, 99, 0}}).step == 1);
  CHECK(misfit(4, {{2, 1, 5}}).done.order.size() == 2);
  CHECK(misfit(4, {{0, 99, 0}}).done.order.empty());
  CHECK(std::get<State>(misfit(4, {{0, 99, 0}}).done.end) == program.start);
  const auto complete = replayer.perform({fingerprint(program, z), 1, false, 4, {}});
  CHECK(std::get<State>(misfit(5, {}).done.end) == std::get<State>(std::get<Ending>(complete).end));
  CHECK(misfit(5, {}).step == 5);
  CHECK(misfit(5, {}).possible.empty());
  CHECK(misfit(3, {}).complete);
  CHECK(misfit(3, {}).possible.size() == 1);
}

// [replay]
TEST_CASE("A turn or a step that a run does not get to is refused, also where the run fails or has no frames") {
  const auto perform = [](const char* name, const char* schedule, std::uint64_t frames, std::uint64_t steps,
                          std::vector<Replay::Turn> turns) {
    const Program program = loaded(example(name));
    Entities entities;
    const Environment env = by_occurrence(entities);
    const Schedule& z = find_schedule(program, std::string(schedule))->z;
    return Replayer(program, z, frames, false, env)
        .perform({fingerprint(program, z), frames, false, steps, std::move(turns)});
  };
  const auto refused_at = [&](const auto&... run) {
    const auto result = perform(run...);
    const Misfit* misfit = std::get_if<Misfit>(&result);
    return misfit && misfit->possible.empty() && !misfit->complete ? misfit->step : 0;
  };
  using Turns = std::vector<Replay::Turn>;
  CHECK(std::holds_alternative<Ending>(perform("toy_physics", "lost_write", 1, 4, {})));
  CHECK(refused_at("toy_physics", "lost_write", 1, 4, Turns{{4, 0, 0}}) == 5);
  CHECK(refused_at("toy_physics", "lost_write", 1, 4, Turns{{9, 0, 0}}) == 5);
  CHECK(std::holds_alternative<Ending>(perform("run_time_errors", "averaging", 1, 0, {})));
  CHECK(refused_at("run_time_errors", "averaging", 1, 0, Turns{{0, 0, 0}}) == 1);
  CHECK(refused_at("run_time_errors", "averaging", 1, 1, Turns{}) == 1);
  CHECK(std::holds_alternative<Ending>(perform("toy_physics", "lost_write", 0, 0, {})));
  CHECK(refused_at("toy_physics", "lost_write", 0, 1, Turns{}) == 1);
  CHECK(refused_at("toy_physics", "lost_write", 0, 0, Turns{{0, 0, 0}}) == 1);
}

// The command line -------------------------------------------------------------------------------------------

TEST_CASE("coreecs run --replay: a token with a turn that the run does not get to is refused") {
  Replay replay = std::get<Replay>(read_token(token_of_lost_write()));
  replay.turns.push_back({7, 0, 0});
  const shell::Result result = shell::coreecs("run examples/toy_physics.json --replay " + token(replay));
  CHECK(result.status == 2);
  CHECK(result.out == "");
}

TEST_CASE("coreecs check --json gives tokens with which coreecs run gives the same runs") {
  for (const std::string& program : {std::string("--frames 1 --schedule lost_write examples/toy_physics.json"),
                                     std::string("--schedule racy examples/pickup_race.json"),
                                     std::string("examples/deviation_d5_two_determinisms.json")}) {
    CAPTURE(program);
    const ordered_json verdict = ordered_json::parse(shell::coreecs("check --json " + program).out);
    REQUIRE(verdict.contains("witness"));
    for (const ordered_json& run : verdict["witness"]["runs"]) {
      const std::string token = run["replay"];
      CHECK(token.size() < 60);
      const shell::Result result = shell::coreecs("run --json --replay " + token + " " + program);
      CHECK(result.status == 0);
      const ordered_json again = ordered_json::parse(result.out);
      CHECK(again["schedule"] == verdict["schedule"]);
      CHECK(again["frames"] == verdict["frames"]);
      CHECK(again["order"] == run["order"]);
      CHECK(again["final"] == run["final"]);
    }
  }
}

TEST_CASE("coreecs run --replay: a token of another program or of other frames is refused") {
  const std::string token = token_of_lost_write();
  const auto refused = [&](const ordered_json& document, const std::string& options = "") {
    const shell::Result result = shell::coreecs("run --json - --replay " + token + options, document.dump());
    return result.status == 2 && result.out.empty();
  };
  ordered_json document = example("toy_physics");
  CHECK_FALSE(refused(document));
  CHECK(refused(document, " --frames 2"));
  document.erase("expect");
  document["entities"]["e2"].erase("Vel");
  CHECK(refused(document));
  document["entities"].erase("e1");
  CHECK(refused(document));
  document = example("toy_physics");
  document["entities"]["e0"]["Vel"] = 5;
  document["systems"]["inertia"]["do"]["attach"][2] = "p";
  CHECK(refused(document));
  CHECK(refused(example("toy_physics"), " --schedule main"));
  document["schedules"].erase("lost_write");
  document["expect"].erase("lost_write");
  CHECK(refused(document));
}

TEST_CASE("coreecs run --replay: tokens in files, and a run that ends in a run-time error") {
  std::optional<Scratch> scratch;
  scratch.emplace();
  const std::string folder = scratch->path.string();
  const std::string path = scratch->file("run-2.replay");
  const std::string program = R"({ "components": { "A": "int", "B": "int" },
    "systems": { "zero": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", 0] } },
                 "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", 1] } },
                 "divide": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", "e", { "quot": [1, "a"] }] } } },
    "schedules": { "z": { "then": [ { "par": [ { "conc": "zero" }, { "conc": "one" } ] }, { "conc": "divide" } ] } },
    "entities": { "x": { "A": 2 } } })";
  const std::string options = " --save-replays " + folder + " - ";
  CHECK(contains(shell::coreecs("check" + options, program).out, "replay: @" + path + "\n"));
  CHECK(shell::coreecs("check --json" + options, program).status == 1);
  const shell::Result text = shell::coreecs("run - --replay @" + path, program);
  CHECK(text.status == 2);
  CHECK(contains(text.out, "one⟨x⟩, zero⟨x⟩"));
  const ordered_json run = ordered_json::parse(shell::coreecs("run --json - --replay @" + path, program).out);
  CHECK(run.contains("error"));
  CHECK(shell::coreecs("check examples/toy_physics.json examples/targets.json --save-replays " + folder).status == 2);
  scratch.reset();
  CHECK(shell::coreecs("run - --replay @" + path, program).status == 2);
}
