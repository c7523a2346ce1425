// The frame with which a verdict is lost.
#include "interp/frames.hpp"

#include "props/case.hpp"
#include "props/command.hpp"
#include "props/prop.hpp"

using namespace coreecs;

TEST_CASE("Frames: the first frame with which a verdict is lost") {
  prop("it is the least number of frames for which check says no", [] {
    const Case t = *small_cases({.frames = 4, .races = true});
    const LostFrames lost = t.verdict().lost;
    const auto& schedule = t.program->schedules.front();
    std::optional<std::uint64_t> safe_by_rule, safe, deterministic, confluent;
    bool regained = false;
    for (std::uint64_t k = 1; k <= t.program->frames && t.program->frames > 1; ++k) {
      Execution reference(*t.program, schedule);
      const Verdict verdict = check(*t.program, schedule, k, 100'000, reference);
      const auto lose = [&](std::optional<std::uint64_t>& first, std::optional<bool> holds) {
        if (!first && holds == false) first = k;
        regained = regained || (first && holds == true);
      };
      lose(safe_by_rule, verdict.safe_by_rule);
      lose(safe, verdict.safe);
      lose(deterministic, verdict.deterministic);
      lose(confluent, verdict.confluent);
    }
    note(confluent && *confluent > 1, "confluence lost after the first frame");
    note(regained, "regained");
    RC_ASSERT(lost.safe_by_rule.frame == safe_by_rule);
    RC_ASSERT(lost.safe.frame == safe);
    RC_ASSERT(lost.deterministic.frame == deterministic);
    RC_ASSERT(lost.confluent.frame == confluent);
    for (const Lost& each : {lost.safe_by_rule, lost.safe, lost.deterministic, lost.confluent})
      RC_ASSERT(!each.unknown);
  });
}

TEST_CASE("coreecs check --frames: names the first frame with which a verdict is lost, and whether it is regained") {
  // x counts down; at 1 two systems race for y, and at 0 one of them settles it.
  const std::string program = R"({
    "components": { "X": "int", "Y": "int" },
    "systems": { "count": { "match": [ { "entity": "e", "incl": { "X": "x" } } ], "do": { "attach": ["X", "e", { "-": ["x", 1] }] } },
                 "one": { "match": [ { "entity": "e", "incl": { "X": "x" } } ],
                          "do": { "if": [{ "==": ["x", 1] }, { "attach": ["Y", "e", 1] }, { "attach": ["Y", "e", 0] }] } },
                 "two": { "match": [ { "entity": "e", "incl": { "X": "x" } } ],
                          "do": { "if": [{ "==": ["x", 1] }, { "attach": ["Y", "e", 2] }] } } },
    "schedules": { "z": { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] }, { "seq": "count" } ] } },
    "entities": { "e0": { "X": 3 } } })";
  const auto two = shell::coreecs("check --json --frames 2 -", program);
  CHECK(two.status == 0);
  CHECK_FALSE(Tree::parse(two.out).contains("lost_in_frame"));
  const auto three = shell::coreecs("check --json --frames 3 -", program);
  CHECK(three.status == 1);
  CHECK(Tree::parse(three.out)["lost_in_frame"] ==
        Tree::parse(R"({ "safe_by_rule": 3, "safe": 3, "deterministic": 3, "confluent": 3 })"));
  const auto four = shell::coreecs("check --frames 4 -", program);
  CHECK(four.status == 0);
  CHECK(contains(
      four.out,
      "  lost in frame safe by rule 3, safe 3, deterministic 3 (regained later), confluent 3 (regained later)\n"));
}
