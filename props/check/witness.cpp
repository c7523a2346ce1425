// What is shown of two runs that end differently, and what is left out.
#include "interp/views/report/report.hpp"

#include "interp/check/decide/effective.hpp"
#include "interp/run/machine.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// The ends of the run with all its steps, and with those that are said to do something only: of the others each must
/// leave the state alone.
void check_left_out(const Verdict& verdict, const Ending& run, const std::vector<std::size_t>& steps) {
  const Plan plan = verdict.confluent() == Answer::No ? Plan(*verdict.of->z) : Plan(verdict.of->po);
  if (run.order.empty()) return;
  Run again(plan, verdict.of->c, verdict.of->env);
  State only = verdict.of->c;
  for (std::size_t j = 0; j < run.order.size(); ++j) {
    const Run::Choice choice = again.choice(run.order[j].leaf, run.order[j].entities).value();
    const bool left_out = !std::binary_search(steps.begin(), steps.end(), j);
    const State before = again.state();
    const Update m = again.at(choice).m;
    if (!left_out) only = after(std::move(only), m);
    if (j + 1 == run.order.size() && std::holds_alternative<RuntimeError>(run.end)) {
      RC_ASSERT(!left_out);
      return;
    }
    again.perform(choice);
    if (left_out) RC_ASSERT(again.state() == before);
    RC_ASSERT(again.state() == only);
  }
}

/// One unit is healed and poisoned, among idle ones; nothing else changes anything.
std::string crowd(int idle) {
  std::string program =
      R"({ "name": "crowd", "components": { "Health": "int", "Poison": "int", "Mood": {"zeal": "int", "awe": "int"} },
    "systems": {
      "hurt": { "match": [{ "entity": "e", "incl": { "Health": "h", "Poison": "p" } }],
                "do": [{ "attach": ["Health", "e", { "-": ["h", "p"] }] },
                       { "attach": ["Mood", "e", { "record": { "awe": { "neg": "p" }, "zeal": 0 } }] }] },
      "heal": { "match": [{ "entity": "e", "incl": { "Health": "h" } }],
                "do": { "if": [{ "<": ["h", 10] }, [{ "attach": ["Health", "e", { "+": ["h", 1] }] },
                  { "attach": ["Mood", "e", { "record": { "awe": 1, "zeal": 0 } }] }]] } } },
    "schedules": { "main": { "then": [ { "conc": "heal" }, { "par": [{ "conc": "hurt" }, { "conc": "heal" }] } ] } },
    "entities": { "ann": { "Health": 8, "Poison": 3 })";
  for (int k = 0; k < idle; ++k)
    program += ", \"u" + std::to_string(k) + R"(": { "Health": 10, "Poison": 0, "Mood": { "zeal": 0, "awe": 0 } })";
  return program + "} }";
}

}  // namespace

TEST_CASE("What is left out of a witness changes nothing, or is the same in both runs") {
  prop("of a run of a witness the invocations that are shown or counted as before leave what all of them leave", [] {
    const Case t = *cases({.races = true, .may_fail = true});
    const Verdict verdict = t.verdict();
    note(verdict.witness() != nullptr, "two runs that differ", 0.2);
    if (!verdict.witness()) return;
    const Witness& witness = *verdict.witness();
    const Effective a = effective(verdict, witness.a), b = effective(verdict, witness.b);
    check_left_out(verdict, witness.a, a.steps);
    check_left_out(verdict, witness.b, b.steps);
    note(a.steps.size() < witness.a.order.size(), "something is left out", 0.02);
    if (const std::optional<Location>& l = witness.l) {
      const auto is_last = [&](const Effective& run, const Ending& ending) {
        const Value *k = std::get<State>(ending.end).at(*l), *start = verdict.of->c.at(*l);
        const bool as_before = k && start ? *k == *start : !k && !start;
        return run.last ? std::binary_search(run.steps.begin(), run.steps.end(), *run.last) : as_before;
      };
      RC_ASSERT(is_last(a, witness.a) && is_last(b, witness.b));
    }
  });
}

TEST_CASE("What changes nothing in a run is left out") {
  const Case t = Case::of(Tree::parse(crowd(200))).value();
  const Verdict verdict = t.verdict();
  REQUIRE(verdict.witness());
  for (const Ending* run : {&verdict.witness()->a, &verdict.witness()->b}) {
    CHECK(run->order.size() == 603);
    CHECK(effective(verdict, *run).steps.size() == 3);
  }
}

TEST_CASE("check: of two runs with many invocations and a long text no line is wide") {
  // Every unit but ann is moved in either run; who names ann comes first or last.
  std::string program = R"({ "name": "many", "components": { "Title": "text", "Steps": "int" },
    "systems": {
      "walk": { "match": [{ "entity": "e", "incl": { "Steps": "n" } }],
                "do": [{ "attach": ["Steps", "e", { "+": ["n", 1] }] }, { "attach": ["Title", { "entity": "ann" }, { "text": "walker" }] }] },
      "name": { "match": [{ "entity": "e", "incl": { "Title": "_" } }],
                "do": { "attach": ["Title", "e", { "text": "a title that is far too long to stand in one line beside another one of its kind, is it not" }] } } },
    "schedules": { "main": { "par": [{ "conc": "name" }, { "conc": "walk" }] } },
    "entities": { "ann": { "Title": "" })";
  for (int k = 0; k < 30; ++k) program += ", \"unit_" + std::to_string(k) + R"(": { "Steps": 0 })";
  const std::string out = shell::coreecs("check -", program + "} }").out;
  const std::size_t begin = out.find("\n  Two runs");
  REQUIRE(begin != std::string::npos);
  std::istringstream lines(out.substr(begin));
  for (std::string line; std::getline(lines, line);) {
    const auto columns = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    if (!contains(line, "replay:") && !contains(line, "ends with")) CHECK_MESSAGE(columns <= 100, line);
  }
}
