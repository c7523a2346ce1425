// What check asks besides its four verdicts.
#include "interp/check/decide/further.hpp"

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
    here = here ? line.rfind("    ", 0) == 0 : line == "  Besides:";
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
    const auto executions = first_no(t.program->frames, [&](std::uint64_t k) {
      Execution reference(*t.program, schedule);
      reference.advance_to(k);
      return check_shared(*t.program, schedule, some, reference).confluent;
    });
    note(executions.has_value(), "executions differ", 0.2);
    RC_ASSERT((answers.shared->confluent == Answer::No) == executions.has_value());
    if (executions) RC_ASSERT(answers.shared->frames == *executions);
    RC_ASSERT(answers.lost_updates.exist == lost_updates(*verdict.of, some, false).exist);
    RC_ASSERT(answers.on_every_state.safe() == static_report(*t.program, schedule.z).safe());
  });
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
  CHECK(fast["further"] == Tree{{"no_lost_updates", false},
                                {"any_match_order", true},
                                {"shared_visibility", true},
                                {"on_every_state", false}});
  CHECK(fast["lost_updates"] == Tree::parse(R"([{ "location": { "entity": "board", "component": "Score" },
          "invocations": [{ "leaf": 0, "system": "score", "entities": ["k2", "board"], "leaves": 1 },
                          { "leaf": 0, "system": "score", "entities": ["k1", "board"], "leaves": 1, "observes": 0, "would_leave": 2 }] }])"));
  const auto main = Tree::parse(shell::coreecs("check --json --schedule main " + file).out);
  CHECK(main["further"]["no_lost_updates"] == true);
  CHECK(main["lost_updates"].empty());
}
