// D8: executions that share one state, which all observe as it is.
#include "interp/check/decide/shared.hpp"

#include <nlohmann/json.hpp>

#include "interp/check/decide/explore.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/run/threads.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

constexpr std::size_t most = 5'000;  // executions that are enumerated

SharedVerdict verdict_on(const Program& program, std::size_t limit = 100'000) {
  Execution reference(program, program.schedules.front());
  while (reference.frame() < program.frames) reference.advance();
  return check_shared(program, program.schedules.front(), limit, reference);
}

/// Performs the steps of an execution, each of which has to be possible.
End performed_again(const Case& t, const SharedExecution& execution, const Environment& env) {
  const SharedPlan plan(t.z, t.program->schema);
  SharedRun run(plan, t.c, env);
  for (std::size_t j = 0; j < execution.kinds.size(); ++j) {
    const auto choices = run.choices();
    const auto here = std::find_if(choices.begin(), choices.end(), [&](const SharedRun::Choice& choice) {
      const SharedRun::Step step = run.at(choice);
      const Performed& u = execution.run.order[j];
      return step.kind == execution.kinds[j] && step.invocation.leaf == u.leaf &&
             step.invocation.entities == u.entities;
    });
    RC_ASSERT(here != choices.end());
    try {
      run.perform(*here);
    } catch (const RuntimeError& error) {
      RC_ASSERT(j + 1 == execution.kinds.size());
      return error;
    }
  }
  RC_ASSERT(run.ended());
  return run.state();
}

void executions_agree(const Case& t) {
  const auto ends = exhaustive::shared_ends(t.c, t.z, t.env, most);
  RC_PRE(ends.has_value());
  Execution reference(*t.program, t.program->schedules.front());
  while (reference.frame() < t.program->frames) reference.advance();
  const SharedVerdict verdict = check_shared(*t.program, t.program->schedules.front(), 100'000, reference);
  bool confluent = true;
  for (const End& end : *ends) confluent = confluent && exhaustive::alike(ends->front(), end);
  const bool as_reference = exhaustive::alike(ends->front(), advance(t.c, t.z, t.env));
  note(confluent, "confluent", 0.4);
  note(verdict.on_every_state, "confluent on every state");
  note(confluent && !as_reference, "alike, but not as the reference");
  note(answer(confluent) != t.verdict().confluent(), "confluent in one visibility only", 0.01);
  note(ends->size() > 1, "several ends", 0.15);
  RC_ASSERT(verdict.confluent == answer(confluent));
  RC_ASSERT(verdict.as_reference == (confluent ? answer(as_reference) : Answer::Unknown));
  RC_ASSERT(verdict.witness.has_value() == !confluent);
  const SharedPlan plan(t.z, t.program->schema);
  RC_ASSERT(Exploration<SharedRun>(SharedRun(plan, t.c, t.env), ends->front(), 100'000)().alike == answer(confluent));
  if (confluent) return;
  const End a = performed_again(t, verdict.witness->first, reference.environment());
  const End b = performed_again(t, verdict.witness->second, reference.environment());
  RC_ASSERT(!exhaustive::alike(a, b));
}

/// Two systems that each look whether the other one has already been there.
const char* const write_skew = R"({
  "components": { "Here": "unit", "X": "unit", "Y": "unit" },
  "systems": {
    "x": { "match": [ { "entity": "e", "incl": { "Here": "_" }, "excl": ["Y"] } ], "do": { "attach": ["X", "e"] } },
    "y": { "match": [ { "entity": "e", "incl": { "Here": "_" }, "excl": ["X"] } ], "do": { "attach": ["Y", "e"] } }
  },
  "schedules": { "main": { "par": [ { "conc": "x" }, { "conc": "y" } ] } },
  "entities": { "e0": { "Here": null } } })";

}  // namespace

// [shared]
TEST_CASE("Under shared visibility, confluent means that all executions end alike" * doctest::test_suite("slow")) {
  prop("the verdict agrees with enumerating all executions by a second interpreter",
       [] { executions_agree(*small_cases()); });
  prop("and where there are races, and some may fail",
       [] { executions_agree(*small_cases({.leaves = 3, .races = true, .may_fail = true})); });
}

namespace {

/// z with each conc made a seq, whose invocations observe what those before them did.
Schedule one_by_one(const Schedule& z) {
  return std::visit(Clauses{
                        [](const Conc& z) -> Schedule { return Seq{z.s}; },
                        [](const Seq& z) -> Schedule { return z; },
                        [](const Par& z) -> Schedule { return one_by_one(z.left) || one_by_one(z.right); },
                        [](const Then& z) -> Schedule { return one_by_one(z.left) >> one_by_one(z.right); },
                    },
                    z.form());
}

}  // namespace

// [shared]
TEST_CASE("What is free of all read-write conflicts may observe what its own conc have written") {
  prop("each conc made a seq, on threads that share the state", [] {
    const Case t = *cases();
    const Schedule& z = t.program->schedules.front().z;
    const StaticReport report = static_report(*t.program, z);
    note(report.safe_when_shared(), "safe under shared visibility", 0.015);
    note(report.safe_on_engines() && t.po.size() > 1, "on engines too, several invocations", 0.002);
    if (!report.safe_on_engines()) return;
    RC_ASSERT(report.safe_when_shared());
    Threads executor({.threads = 2, .visibility = Visibility::Shared});
    RC_ASSERT(executor(t.c, one_by_one(t.z), t.env) == advance(t.c, t.z, t.env));
  });
}

namespace {

/// z with each ∥ made a ⨟.
Schedule in_series(const Schedule& z) {
  return std::visit(Clauses{
                        [](const Conc& z) -> Schedule { return z; },
                        [](const Seq& z) -> Schedule { return z; },
                        [](const auto& z) -> Schedule { return in_series(z.left) >> in_series(z.right); },
                    },
                    z.form());
}

}  // namespace

namespace {

/// Where an execution ends that makes the first choice each time.
State first_choices(const Schedule& z, const State& c, const Schema& K, const Environment& env) {
  const SharedPlan plan(z, K);
  SharedRun run(plan, c, env);
  while (!run.ended()) run.perform(run.choices().front());
  return run.state();
}

}  // namespace

// [shared] [system/roll]
TEST_CASE("Without ∥, an execution that makes the first choice each time ends in z(c)") {
  prop("z with each ∥ made a ⨟", [] {
    const Case t = *cases();
    const Schedule z = in_series(t.z);
    try {
      const State end = advance(t.c, z, t.env);
      RC_ASSERT(first_choices(z, t.c, t.program->schema, t.env) == end);
    } catch (const RuntimeError&) {
      RC_DISCARD();
    }
  });
  const Program gone = loaded(example("deviation_d2_roll_drops"));
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Schedule& z = gone.schedules.front().z;
  CHECK(first_choices(z, gone.start, gone.schema, env) == advance(gone.start, z, env));
}

// [shared]
TEST_CASE("A write skew: three ends where the state is shared, one in the calculus") {
  const Program program = loaded(write_skew);
  Entities entities;
  const auto ends = exhaustive::shared_ends(program.start, program.schedules.front().z, by_occurrence(entities), 100);
  CHECK(ends->size() == 3);
  const SharedVerdict verdict = verdict_on(program);
  CHECK(verdict.confluent == Answer::No);
  REQUIRE(verdict.differs);
  CHECK_FALSE(verdict.differs->l);
}

namespace {

/// All ends of an execution under way, choice by choice.
void collect_ends(const SharedRun& run, std::vector<State>& ends) {
  if (run.ended() && std::find(ends.begin(), ends.end(), run.state()) == ends.end()) ends.push_back(run.state());
  for (const SharedRun::Choice& choice : run.choices()) {
    SharedRun next = run;
    next.perform(choice);
    collect_ends(next, ends);
  }
}

}  // namespace

// [shared]
TEST_CASE("A lost update: what a seq has observed may be old when it is performed") {
  const Program program = loaded(R"({
    "components": { "X": "int" },
    "systems": {
      "more": { "match": [ { "entity": "e", "incl": { "X": "x" } } ], "do": { "attach": ["X", "e", { "+": ["x", 1] }] } },
      "ten": { "match": [ { "entity": "e", "incl": { "X": "_" } } ], "do": { "attach": ["X", "e", 10] } }
    },
    "schedules": { "main": { "par": [ { "seq": "more" }, { "conc": "ten" } ] } },
    "entities": { "e0": { "X": 0 } } })");
  Entities entities;
  const Environment env = by_occurrence(entities);
  const SharedPlan plan(program.schedules.front().z, program.schema);
  std::vector<State> ends;
  collect_ends(SharedRun(plan, program.start, env), ends);
  CHECK(ends.size() == 3);
  for (const int x : {1, 10, 11})
    CHECK(std::find(ends.begin(), ends.end(), program.start.with(0, Entity(0), x)) != ends.end());
}

// [shared]
TEST_CASE("It is explored what somebody observes between two mutations of one conc") {
  const SharedVerdict verdict = verdict_on(loaded(R"({
    "components": { "X": "int", "Same": "bool" },
    "systems": {
      "one": { "match": [ { "entity": "e", "incl": { "X": "_" } } ], "do": { "attach": ["X", "e", 1] } },
      "same": { "match": [ { "entity": "e", "incl": { "X": "x", "Same": "_" } }, { "incl": { "X": "y" }, "excl": ["Same"] } ],
                "do": { "attach": ["Same", "e", { "==": ["x", "y"] }] } }
    },
    "schedules": { "main": { "par": [ { "conc": "one" }, { "conc": "same" } ] } },
    "entities": { "e0": { "X": 0, "Same": true }, "e1": { "X": 0 } } })"));
  CHECK(verdict.confluent == Answer::No);
}

// [shared]
TEST_CASE("All executions may end alike, and yet not as the reference") {
  // whichever side is later with its first leaf sees with its second what the other one has done; in the calculus none
  // does
  const Program program = loaded(R"({
    "components": { "Here": "unit", "A": "unit", "B": "unit", "Saw": "unit" },
    "systems": {
      "a": { "match": [ { "entity": "e", "incl": { "Here": "_" } } ], "do": { "attach": ["A", "e"] } },
      "b": { "match": [ { "entity": "e", "incl": { "Here": "_" } } ], "do": { "attach": ["B", "e"] } },
      "saw_a": { "match": [ { "entity": "e", "incl": { "A": "_" } } ], "do": { "attach": ["Saw", "e"] } },
      "saw_b": { "match": [ { "entity": "e", "incl": { "B": "_" } } ], "do": { "attach": ["Saw", "e"] } }
    },
    "schedules": { "main": { "par": [ { "then": [ { "conc": "a" }, { "conc": "saw_b" } ] },
                                      { "then": [ { "seq": "b" }, { "seq": "saw_a" } ] } ] } },
    "entities": { "e0": { "Here": null } } })");
  const SharedVerdict verdict = verdict_on(program);
  CHECK(verdict.confluent == Answer::Yes);
  CHECK(verdict.as_reference == Answer::No);
  CHECK_FALSE(verdict.on_every_state);
}

// [shared]
TEST_CASE("Where nothing that is concurrent interferes, many invocations are decided at once") {
  Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int", "C": "int", "Tag": "unit" },
    "systems": {
      "a": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", "e", "a"] } },
      "c": { "match": [ { "entity": "e", "incl": { "A": "a", "Tag": "_" } } ], "do": { "attach": ["C", "e", "a"] } },
      "last": { "match": [ { "incl": { "A": "a" } }, { "entity": "t", "incl": { "Tag": "_" } } ],
                "do": { "attach": ["C", "t", 1] } }
    },
    "schedules": { "main": { "then": [ { "par": [ { "conc": "a" }, { "seq": "c" } ] }, { "conc": "last" } ] } } })");
  for (int j = 0; j < 200; ++j) document["entities"]["e" + std::to_string(j)] = {{"A", j}};
  document["entities"]["e0"]["Tag"] = nullptr;
  const SharedVerdict verdict = verdict_on(loaded(document));
  CHECK(verdict.confluent == Answer::Yes);
  CHECK(verdict.as_reference == Answer::Yes);
}

// [shared]
TEST_CASE("coreecs check --visibility shared says whether it varies") {
  using shell::coreecs;
  const std::string file = "check examples/shared_visibility.json --visibility shared";
  const auto no = coreecs(file);
  CHECK(no.status == 1);
  const auto document = nlohmann::json::parse(coreecs(file + " --json").out);
  CHECK(document["visibility"] == "shared");
  CHECK(document["confluent"] == false);
  CHECK(document["as_reference"].is_null());
  CHECK(document["witness"]["key"] == nlohmann::json{{"entity", "e0"}, {"component", "Seen"}});
  for (const auto& run : document["witness"]["runs"]) {
    CHECK(run["steps"].size() == run["order"].size());
    CHECK(run["final"]["e15"]["Pos"] == 115);
  }
  CHECK(document["witness"]["runs"][0]["final"]["e0"]["Seen"] == 100);
  CHECK(document["witness"]["runs"][1]["final"]["e0"]["Seen"] == 0);

  const auto yes = coreecs(file + " --schedule ordered");
  CHECK(yes.status == 0);
  const auto many = coreecs("check - --visibility shared --limit 10", R"({
    "components": { "X": "int" },
    "systems": { "one": { "match": [ { "entity": "e", "incl": { "X": "_" } } ], "do": { "attach": ["X", "e", 1] } } },
    "schedules": { "main": { "par": [ { "conc": "one" }, { "conc": "one" } ] } },
    "entities": { "e0": { "X": 0 }, "e1": { "X": 0 }, "e2": { "X": 0 }, "e3": { "X": 0 } } })");
  CHECK(many.status == 3);
  CHECK(coreecs("check examples/shared_visibility.json --visibility thread").status == 2);
}

// [shared]
TEST_CASE("What a system in C++ writes of which nothing is declared, may be anything") {
  const auto system = [](QueryVector q, std::optional<Effects> effects) {
    return conc(System{"s", std::move(q), [](const Match&) -> Mutation { return Nil{}; }, std::move(effects)});
  };
  const Schema K{{"A", Type::Kind::Int}, {"B", Type::Kind::Int}};
  const auto apart = [&](std::optional<Effects> effects) {
    return SharedPlan(system({Incl{0}}, std::move(effects)) || system({Incl{1}}, Effects{{1}, {}}), K).apart;
  };
  const auto declared = apart(Effects{{0}, {0}}), unknown = apart(std::nullopt);
  CHECK(declared[0].writes);
  CHECK(declared[1].observes);
  CHECK_FALSE(unknown[0].writes);
  CHECK_FALSE(unknown[1].observes);
}
