// What check asks besides its four verdicts.
#include "interp/check/decide/further.hpp"
#include "interp/check/prove/prove.hpp"

#include <fmt/format.h>

#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

constexpr std::size_t some = 1'000;

/// Whether it is no after some frame, and after which first.
template <class Ask>
std::optional<std::uint64_t> first_no(std::uint64_t frames, const Ask& ask) {
  for (std::uint64_t k = 1; k <= frames; ++k)
    if (ask(k) == Answer::No) return k;
  return std::nullopt;
}

/// "lost update", "order of matches": what check says besides.
std::vector<std::string> besides(const std::string& file, const std::string& options = "") {
  std::istringstream lines(shell::coreecs("check " + options + " " + shell::quoted((source_dir / file).string())).out);
  std::vector<std::string> said;
  bool here = false;
  for (std::string line; std::getline(lines, line);) {
    if (here && line.rfind("    ", 0) == 0 && line[4] != ' ') said.push_back(line.substr(4, line.find(':') - 4));
    here = here ? line.rfind("    ", 0) == 0 : line == "  Also:";
  }
  return said;
}

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("Further answers are those that each question gives after each frame") {
  prop("further agrees with asking one by one", [] {
    const Case t = *small_cases({.frames = 3, .races = true});
    const NamedSchedule& schedule = t.program->schedules.front();
    const Verdict verdict = t.verdict();
    const Further answers = further(*t.program, schedule, verdict, some, true);
    RC_ASSERT(answers.match_order.has_value());
    RC_ASSERT(answers.shared.has_value());
    const auto orders = first_no(t.program->frames, [&](std::uint64_t k) {
      return match_order(*t.program, schedule.z, k, some, verdict.of->env).independent;
    });
    note(orders.has_value(), "match orders matter");
    RC_ASSERT((answers.match_order->independent == Answer::No) == orders.has_value());
    if (orders) RC_ASSERT(answers.match_order_frames == *orders);
    const auto of_orders = match_order_of_frames(*verdict.of, *t.program, schedule.z, t.program->frames, some);
    RC_ASSERT((of_orders.in_every_frame == Answer::No) == orders.has_value());
    RC_ASSERT(of_orders.lost.has_value() == (orders && of_orders.at_the_end.independent != Answer::No));
    if (of_orders.lost) RC_ASSERT(of_orders.frame == *orders);
    const auto executions = first_no(t.program->frames, [&](std::uint64_t k) {
      Execution reference(*t.program, schedule);
      reference.advance_to(k);
      return check_shared(*t.program, schedule, some, reference).confluent;
    });
    note(executions.has_value(), "executions differ", 0.2);
    RC_ASSERT((answers.shared->confluent == Answer::No) == executions.has_value());
    if (executions) RC_ASSERT(answers.shared->frames == *executions);
    Execution reference(*t.program, schedule);
    reference.advance_to(t.program->frames);
    const State end = reference.state();
    const auto of_executions = shared_of_frames(*t.program, schedule, some, reference);
    RC_ASSERT(reference.state() == end);
    RC_ASSERT((of_executions.in_every_frame == Answer::No) == executions.has_value());
    RC_ASSERT(of_executions.lost.has_value() == (executions && of_executions.at_the_end.confluent != Answer::No));
    if (of_executions.lost) RC_ASSERT(of_executions.frame == *executions);
    RC_ASSERT(answers.lost_updates.exist == lost_updates(*verdict.of, some, false).exist);
    RC_ASSERT(answers.on_every_state.safe() == static_report(*t.program, schedule.z).safe());
  });
}

TEST_CASE("check --require: the exit status follows a further answer") {
  const std::string file = shell::quoted((source_dir / "props/regressions/lost_update.json").string());
  const auto status = [](const std::string& arguments) {
    return shell::coreecs("check --require " + arguments).status;
  };
  CHECK(status("confluent --schedule fast " + file) == 0);
  CHECK(status("no_lost_updates --schedule fast " + file) == 1);
  CHECK(status("no_lost_updates --schedule main " + file) == 0);
  const auto example = [](const char* name) { return shell::quoted((source_dir / "examples" / name).string()); };
  CHECK(status("any_match_order " + example("deviation_d1_match_order.json")) == 1);
  CHECK(status("shared_visibility " + example("deviation_d8_snapshot.json")) == 1);
  CHECK(status("shared_visibility " + example("damage_over_time.json")) == 0);
  CHECK(status("no_lost_updates --schedule fast --suggest " + file) == 1);
  const auto suggested = Tree::parse(
      shell::coreecs("check --json --require no_lost_updates --schedule fast --suggest " + file).out)["suggestions"];
  REQUIRE(suggested.size() > 0);
}

TEST_CASE("check --any-match-order and --visibility shared follow what holds after each frame") {
  const auto document = [](const char* first, const char* schedule) {
    return fmt::format(R"({{ "components": {{ "Acc": "int", "Tick": "int", "V": "int" }},
      "systems": {{ {},
        "reset": {{ "match": [{{ "entity": "e", "incl": {{ "Acc": "_", "Tick": "t" }} }}],
                    "do": [{{ "if": [{{ "==": ["t", 1] }}, [{{ "attach": ["Acc", "e", 0] }}, {{ "attach": ["V", "e", 0] }}]] }},
                           {{ "attach": ["Tick", "e", {{ "+": ["t", 1] }}] }}] }} }},
      "schedules": {{ "main": {{ "then": [{}, {{ "conc": "reset" }}] }} }}, "frames": 2,
      "entities": {{ "acc": {{ "Acc": 0, "Tick": 0, "V": 0 }}, "b": {{ "V": 1 }}, "c": {{ "V": 2 }} }} }})",
                       first, schedule);
  };
  const std::string orders = document(
      R"("push": { "match": [{ "incl": { "V": "v" }, "excl": ["Acc"] }, { "entity": "e", "incl": { "Acc": "x" } }],
          "do": { "attach": ["Acc", "e", { "+": [{ "*": ["x", 2] }, "v"] }] } })",
      R"({ "seq": "push" })");
  const std::string shared =
      document(R"("a": { "match": [{ "entity": "e", "incl": { "Acc": "x" } }], "do": { "attach": ["V", "e", "x"] } },
        "b": { "match": [{ "entity": "e", "incl": { "Acc": "x" } }], "do": { "attach": ["Acc", "e", { "+": ["x", 1] }] } })",
               R"({ "par": [{ "conc": "a" }, { "conc": "b" }] })");
  const auto match_order = [&](const std::string& more) {
    return shell::coreecs("check --any-match-order --json " + more + " -", orders);
  };
  CHECK(match_order("--frames 1").status == 1);
  const auto two = match_order("");
  CHECK(two.status == 1);
  const Tree of = Tree::parse(two.out)["match_order"];
  CHECK(of["independent"] == true);
  CHECK(of["in_every_frame"] == false);
  CHECK(of["first_lost"]["frames"] == 1);
  CHECK(of["first_lost"]["independent"] == false);

  CHECK(shell::coreecs("check --visibility shared --frames 1 -", shared).status == 1);
  const auto executions = shell::coreecs("check --visibility shared --json -", shared);
  CHECK(executions.status == 1);
  const Tree verdict = Tree::parse(executions.out);
  CHECK(verdict["confluent"] == true);
  CHECK(verdict["frames"] == 2);
  CHECK(verdict["in_every_frame"] == false);
  CHECK(verdict["first_lost"]["frames"] == 1);
  CHECK(verdict["first_lost"]["witness"]["runs"].size() == 2);
}

TEST_CASE("coreecs check says of each program what its four verdicts do not say") {
  CHECK(besides("props/regressions/lost_update.json", "--schedule fast") == Said{"lost update", "other states"});
  CHECK(besides("props/regressions/lost_update.json", "--schedule main").empty());
  CHECK(besides("examples/deviation_d1_match_order.json") == Said{"order of matches"});
  CHECK(besides("props/regressions/single_on_engines.json").empty());
  CHECK(besides("props/regressions/masked_and_observed.json") == Said{"shared state"});
}

TEST_CASE("coreecs check --json: further answers, and lost updates with what their invocations observe") {
  const std::string file = shell::quoted((source_dir / "props/regressions/lost_update.json").string());
  const auto fast = Tree::parse(shell::coreecs("check --json --schedule fast " + file).out);
  Tree further = {
      {"no_lost_updates", false}, {"any_match_order", true}, {"shared_visibility", true}, {"on_every_state", false}};
  if (has_solver()) further["proved_on_every_state"] = false;
  CHECK(fast["further"] == further);
  CHECK(fast["lost_updates"] == Tree::parse(R"([{ "location": { "entity": "board", "component": "Score" },
          "invocations": [{ "leaf": 0, "system": "score", "entities": ["k2", "board"], "leaves": 1 },
                          { "leaf": 0, "system": "score", "entities": ["k1", "board"], "leaves": 1, "observes": 0, "would_leave": 2 }] }])"));
  const auto main = Tree::parse(shell::coreecs("check --json --schedule main " + file).out);
  CHECK(main["further"]["no_lost_updates"] == true);
  CHECK(main["lost_updates"].empty());
}
