// The frame with which a verdict is lost.
#include "interp/check/decide/check.hpp"

#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// What check says of the first k frames, for each k, compared with what it says of where its verdicts are lost.
void prefixes_agree(const Case& t) {
  const auto& schedule = t.program->schedules.front();
  const Verdict all = t.verdict();
  const LostFrames& lost = all.lost;
  if (t.program->frames == 1) {  // the end says it all
    RC_ASSERT(all.in_every_frame(Aspect::Confluent) == all.confluent());
    RC_ASSERT(!all.first_lost && !lost.safe_by_rule.frame && !lost.confluent.frame);
    return;
  }
  std::optional<std::uint64_t> safe_by_rule, safe, deterministic, confluent;
  bool regained = false;
  for (std::uint64_t k = 1; k <= t.program->frames; ++k) {
    const Verdict verdict = check(*t.program, schedule, k, 100'000);
    const auto lose = [&](std::optional<std::uint64_t>& first, Answer holds) {
      if (!first && holds == Answer::No) first = k;
      regained = regained || (first && holds == Answer::Yes);
    };
    lose(safe_by_rule, answer(verdict.safe_by_rule()));
    lose(safe, answer(verdict.safe()));
    lose(deterministic, verdict.deterministic());
    lose(confluent, verdict.confluent());
  }
  RC_ASSERT((all.in_every_frame(Aspect::Confluent) == Answer::No) == confluent.has_value());
  RC_ASSERT((all.in_every_frame(Aspect::Deterministic) == Answer::No) == deterministic.has_value());
  const bool lost_before = (confluent ? *confluent : deterministic.value_or(t.program->frames)) < t.program->frames;
  RC_ASSERT((all.first_lost != nullptr) == lost_before);
  note(deterministic && *deterministic > 1, "determinism lost after the first frame");
  note(confluent && *confluent > 1, "confluence lost after the first frame");
  note(deterministic != confluent, "not lost together");
  note(regained, "regained");
  RC_ASSERT(lost.safe_by_rule.frame == safe_by_rule);
  RC_ASSERT(lost.safe.frame == safe);
  RC_ASSERT(lost.deterministic.frame == deterministic);
  RC_ASSERT(lost.confluent.frame == confluent);
  for (const Lost& each : {lost.safe_by_rule, lost.safe, lost.deterministic, lost.confluent}) RC_ASSERT(!each.unknown);
}

/// Two systems that write to a cell, in every frame something else or nothing, as a random table has it; a third one
/// may observe the cell before it is settled. X counts the frames.
Tree program_by_table(Dice& dice) {
  const std::size_t frames = 2 + dice.below(3);
  const auto by_frame = [&] {
    Tree all = Tree::array();
    for (std::size_t k = 0; k < frames; ++k) {
      Tree write = Tree::array();
      if (dice.percent(60)) write = {{"attach", {"Y", "e", dice.below(2)}}};
      if (dice.percent(15)) write = {{"new", {"n", {{"attach", {"Z", "e", "n"}}}}}};
      all.push_back({{"if", {{{"==", {"x", k}}}, write}}});
    }
    return Tree{{"match", {{{"entity", "e"}, {"incl", {{"X", "x"}}}}}}, {"do", all}};
  };
  const Tree count = {{"match", {{{"entity", "e"}, {"incl", {{"X", "x"}}}}}},
                      {"do", {{"attach", {"X", "e", {{"+", {"x", 1}}}}}}}};
  const Tree copy = {{"match", {{{"entity", "e"}, {"incl", {{"Y", "y"}}}}}}, {"do", {{"attach", {"W", "e", "y"}}}}};
  const Tree settle = {{"match", {{{"entity", "e"}, {"incl", {{"Y", "y"}}}}}}, {"do", {{"attach", {"Y", "e", 9}}}}};
  const Tree forget = {{"match", {{{"entity", "e"}, {"incl", {{"W", "w"}}}}}}, {"do", {{"detach", {"W", "e"}}}}};
  Tree then = {{{"par", {{{"conc", "one"}}, {{"conc", "two"}}}}}, {{"seq", "count"}}};
  if (dice.percent(60)) then.push_back({{"seq", "copy"}});
  if (dice.percent(50)) then.push_back({{"seq", "settle"}});
  if (dice.percent(30)) then.push_back({{"seq", "forget"}});
  return {{"components", {{"X", "int"}, {"Y", "int"}, {"Z", "entity"}, {"W", "int"}}},
          {"systems",
           {{"one", by_frame()},
            {"two", by_frame()},
            {"count", count},
            {"copy", copy},
            {"settle", settle},
            {"forget", forget}}},
          {"schedules", {{"main", {{"then", then}}}}},
          {"entities", {{"e0", {{"X", 0}}}}},
          {"frames", frames}};
}

}  // namespace

// [confluence]
TEST_CASE("Frames: the first frame with which a verdict is lost") {
  prop("it is the least number of frames for which check says no",
       [] { prefixes_agree(*small_cases({.frames = 4, .races = true})); });
}

// [confluence]
TEST_CASE("Frames: the first frame with which a verdict is lost, where every frame does something else") {
  prop("it is the least number of frames for which check says no, if later ones say yes again", [] {
    Dice dice = any_dice();
    const auto t = Case::of(program_by_table(dice));
    RC_ASSERT(t.has_value());
    RC_LOG() << *t;
    prefixes_agree(*t);
  });
}

TEST_CASE("Frames: with a limit there is the same answer, or it is unknown") {
  prop("with a low limit nothing is said that is not said with a high one", [] {
    Dice dice = any_dice();
    const auto t = Case::of(program_by_table(dice));
    RC_ASSERT(t.has_value());
    const LostFrames all = t->verdict().lost, some = t->verdict(2).lost;
    for (const auto& lost : {&LostFrames::deterministic, &LostFrames::confluent}) {
      note((some.*lost).unknown, "unknown", 0.05);
      RC_ASSERT((some.*lost).unknown || (some.*lost).frame == (all.*lost).frame);
    }
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
  const auto four = shell::coreecs("check --json --frames 4 -", program);  // of what is regained, too
  CHECK(four.status == 1);
  CHECK(Tree::parse(four.out)["lost_in_frame"] == Tree::parse(three.out)["lost_in_frame"]);
}

// Where frame 2 covers up what frame 1 left open, the end agrees and frame 1 does not.
TEST_CASE("A verdict that is true again at the end is no in every frame") {
  const auto t = Case::of(Tree::parse(contents(source_dir / "props/regressions/regained.json")));
  const Verdict verdict = t->verdict();
  CHECK(verdict.confluent() == Answer::Yes);
  CHECK(verdict.in_every_frame(Aspect::Confluent) == Answer::No);
  CHECK(verdict.in_every_frame(Aspect::Deterministic) == Answer::No);
  REQUIRE(verdict.first_lost);
  CHECK(verdict.first_lost->frames == 1);
  REQUIRE(verdict.first_lost->witness());
  const std::string file = shell::quoted((source_dir / "props/regressions/regained.json").string());
  const auto all = shell::coreecs("check --json " + file), first = shell::coreecs("check --json --frames 1 " + file);
  CHECK(all.status == 1);
  const Tree lost = Tree::parse(all.out)["first_lost"];
  CHECK(lost["confluent"] == false);
  Tree alone = Tree::parse(first.out);
  alone.erase("further");
  alone.erase("lost_updates");
  CHECK(lost == alone);
  CHECK(shell::coreecs("check --frames 2 --require safe " + file).status == 1);
  CHECK(shell::coreecs("compare --with other " + file).status == 1);
  const Tree compared = Tree::parse(shell::coreecs("compare --json --with other " + file).out);
  CHECK(compared["same"] == true);
  CHECK(compared["same_in_every_frame"] == false);
}
