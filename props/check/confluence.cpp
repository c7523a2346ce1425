// D5: all runs that observe anew.
#include "interp/check/decide/confluence.hpp"

#include "interp/views/report/report.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/files.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using exhaustive::End;

namespace {

bool all_alike(const std::vector<End>& ends) {
  for (const End& end : ends)
    if (!exhaustive::alike(ends.front(), end)) return false;
  return true;
}

bool among(const std::vector<End>& ends, const End& end) {
  const auto same = [&](const End& other) {
    const State* c = std::get_if<State>(&end);
    const State* c2 = std::get_if<State>(&other);
    return c && c2 ? *c == *c2 : !c && !c2;
  };
  return std::any_of(ends.begin(), ends.end(), same);
}

/// The ends of all runs, and the verdict compared with them.
void agrees(const Case& t) {
  classify(t);
  const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
  RC_PRE(ends.has_value());
  RC_ASSERT(std::get<State>(ends->front()) == advance(t.c, t.z, t.env));
  const bool confluent = all_alike(*ends);
  const Verdict verdict = t.verdict();
  RC_ASSERT(verdict.confluent() == answer(confluent));
  if (verdict.safe()) RC_ASSERT(confluent);
  RC_ASSERT((verdict.witness() != nullptr) == (!confluent || verdict.deterministic() == Answer::No));

  const Plan plan(t.z);
  const Confluence explored = explore(t.c, plan, t.po, {}, 100'000, t.env);
  RC_ASSERT(explored.confluent == answer(confluent));
  if (explored.witness) {
    RC_ASSERT(!exhaustive::alike(explored.witness->first.end, explored.witness->second.end));
    for (const Ending* ending : {&explored.witness->first, &explored.witness->second})
      RC_ASSERT(among(*ends, ending->end));
  }
}

}  // namespace

// [confluence]
TEST_CASE("Confluent means that all runs end alike") {
  prop("the verdict agrees with enumerating all runs by a second interpreter", [] { agrees(*small_cases()); });
}

// [confluence]
TEST_CASE("Confluent means that all runs end alike, where a race is observed") {
  prop("the verdict agrees with enumerating all runs after a race", [] { agrees(*small_cases({.races = true})); });
}

// [confluence]
TEST_CASE("Confluent means that all runs end alike, a run-time error being an end of its own kind") {
  prop("the verdict agrees with enumerating all runs where some may fail",
       [] { agrees(*small_cases({.races = true, .may_fail = true})); });
}

namespace {

/// The ends of all runs of the machine that explores configurations, found without remembering any.
void ends_of(const Run& run, std::vector<End>& found, std::size_t& left) {
  if (left == 0) return;
  if (run.ended()) {
    --left;
    if (!among(found, run.state())) found.push_back(run.state());
    return;
  }
  for (const Run::Choice& choice : run.choices()) {
    Run next = run;
    next.perform(choice);
    ends_of(next, found, left);
  }
}

/// Performs the invocations of an ending in their order; nothing where one of them cannot be performed then.
std::optional<State> performed_again(const Plan& plan, const Case& t, const Environment& env, const Ending& ending) {
  Run run(plan, t.c, env);
  for (const Performed& step : ending.order) {
    const std::vector<Run::Choice> choices = run.choices();
    const auto choice = std::find_if(choices.begin(), choices.end(), [&](const Run::Choice& choice) {
      const Invocation& u = run.at(choice);
      return u.leaf == step.leaf && std::equal(u.e.begin(), u.e.end(), step.entities.begin(), step.entities.end());
    });
    if (choice == choices.end()) return std::nullopt;
    run.perform(*choice);
  }
  return run.ended() ? std::optional(run.state()) : std::nullopt;
}

}  // namespace

namespace {

/// A run so far: the next invocation of each of these leaves, in turn.
Run run_of(const Plan& plan, const Case& t, std::initializer_list<Leaf> leaves) {
  Run run(plan, t.c, t.env);
  for (const Leaf leaf : leaves) run.perform(run.choice(leaf, 0).value());
  return run;
}

}  // namespace

// [confluence]
TEST_CASE("A run that always makes the first choice ends in z(c)") {
  const auto ends_as_the_reference = [](const Tree& document) {
    const Case t = Case::of(document).value();
    const Plan plan(t.z);
    Run run(plan, t.c, t.env);
    while (!run.ended()) run.perform(run.choices().front());
    CHECK(run.state() == advance(t.c, t.z, t.env));
  };
  SUBCASE("though a seq drops a match before others (D2)") {
    ends_as_the_reference(Tree::parse(R"({ "components": { "Next": "entity", "A": "int", "Seen": "unit" },
      "systems": { "clear": { "match": [{ "entity": "e", "incl": { "A": "_", "Next": "n" } }],
                              "do": [ { "attach": ["Seen", "e", null] }, { "detach": ["A", "n"] } ] } },
      "schedules": { "main": { "seq": "clear" } },
      "entities": { "a": { "A": 0, "Next": "b" }, "b": { "A": 0, "Next": "c" }, "c": { "A": 0, "Next": "c" } } })"));
  }
  SUBCASE("though a ∥ in a ∥ is waited for, as the outer one is") {
    ends_as_the_reference(Tree::parse(R"({ "components": { "A": "int", "B": "int" },
      "systems": { "write": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } },
                   "copy": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["B", "e", "a"] } },
                   "idle": { "match": [{ "incl": { "A": "_" } }], "do": [] } },
      "schedules": { "main": { "then": [ { "par": [ { "then": [ { "par": [ { "conc": "write" }, { "conc": "idle" } ] },
                                                                { "conc": "idle" } ] },
                                                    { "conc": "idle" } ] },
                                         { "conc": "copy" } ] } },
      "entities": { "a": { "A": 0 } } })"));
  }
}

// [confluence]
TEST_CASE("Runs in the same state are two where a seq is to visit different matches") {
  const auto t = Case::of(Tree::parse(contents(source_dir / "props/regressions/seq_visits_what_it_matched.json")));
  REQUIRE(t);
  const Plan plan(t->z);
  const Run visits_z = run_of(plan, *t, {0, 1, 3, 2, 4}), passes_z = run_of(plan, *t, {0, 1, 2, 3, 4});
  CHECK(visits_z.state() == passes_z.state());
  CHECK_FALSE(visits_z == passes_z);
}

// [confluence]
TEST_CASE("Runs in the same state are two where they have observed, or are to perform, different things") {
  const auto t = Case::of(Tree::parse(R"({ "components": { "T": "unit", "X": "int", "Y": "int" },
    "systems": { "one": { "match": [{ "incl": { "T": "_" } }], "do": { "attach": ["X", { "entity": "a" }, 1] } },
                 "two": { "match": [{ "incl": { "T": "_" } }], "do": { "attach": ["X", { "entity": "a" }, 2] } },
                 "zero": { "match": [{ "incl": { "T": "_" } }], "do": { "attach": ["X", { "entity": "a" }, 0] } },
                 "idle": { "match": [{ "incl": { "T": "_" } }], "do": [] },
                 "copy": { "match": [{ "entity": "e", "incl": { "X": "x" } }], "do": { "attach": ["Y", "e", "x"] } } },
    "schedules": { "main": { "par": [ { "then": [ { "par": [ { "conc": "one" }, { "conc": "two" } ] },
                                                  { "conc": "idle" }, { "conc": "copy" } ] },
                                      { "conc": "zero" } ] } },
    "entities": { "a": { "T": null } } })"));
  REQUIRE(t);
  const Plan plan(t->z);
  const auto after = [&](std::initializer_list<Leaf> leaves) { return run_of(plan, *t, leaves); };
  const Run before_idle = after({0, 1, 4}), before_idle_ = after({1, 0, 4});
  CHECK(before_idle.state() == before_idle_.state());
  CHECK_FALSE(before_idle == before_idle_);
  const Run before_copy = after({0, 1, 4, 2}), before_copy_ = after({1, 0, 4, 2});
  CHECK(before_copy.state() == before_copy_.state());
  CHECK_FALSE(before_copy == before_copy_);
  CHECK(before_copy == after({0, 1, 2, 4}));
}

// [confluence]
TEST_CASE(
    "Of a conc alone those are chosen first that share locations with the first one, directly or through others") {
  const auto t = Case::of(Tree::parse(R"({ "components": { "K": "int", "A": "int", "B": "int" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "K": "k" } }],
      "do": [ { "if": [ { "==": ["k", 2] }, [], { "attach": ["A", { "entity": "e0" }, "k"] } ] },
              { "if": [ { "<": ["k", 2] }, [], { "attach": ["B", "e", "k"] } ] },
              { "if": [ { "==": ["k", 1] }, { "attach": ["B", { "entity": "e2" }, "k"] } ] } ] } },
    "schedules": { "main": { "conc": "s" } },
    "entities": { "e0": { "K": 0 }, "e1": { "K": 2 }, "e2": { "K": 2 }, "e3": { "K": 1 } } })"));
  REQUIRE(t);
  const Plan plan(t->z);
  Run run(plan, t->c, t->env);
  CHECK(run.sufficient_choices() == std::vector<Run::Choice>{{0, 0}, {0, 2}, {0, 3}});
  for (const std::size_t j : {2, 3, 0}) run.perform({0, j});
  CHECK(run.sufficient_choices() == std::vector<Run::Choice>{{0, 1}});
}

// [confluence]
TEST_CASE("The machine that explores configurations has the runs of the model") {
  prop("its runs, each performed alone, end in the same states as those of the second interpreter", [] {
    const Case t = *small_cases({.races = true});
    const auto ends = exhaustive::ends(t.c, t.z, t.env, 2'000);
    RC_PRE(ends.has_value());
    const Plan plan(t.z);
    std::vector<End> found;
    std::size_t left = 2'000;
    ends_of(Run(plan, t.c, t.env), found, left);
    RC_PRE(left > 0);
    RC_ASSERT(found.size() == ends->size());
    for (const End& end : found) RC_ASSERT(among(*ends, end));
  });
}

// [confluence] [determinism]
TEST_CASE("A witness is two runs that can be performed, or two linearizations, and they differ where it says") {
  prop("each performed again ends as the witness says; the key is a location that tells the ends apart", [] {
    const Case t = *small_cases({.races = true});
    const Verdict verdict = t.verdict();
    const bool linearizations = verdict.confluent() != Answer::No;
    note(verdict.witness() && linearizations, "two linearizations", 0.01);
    note(verdict.witness() && !linearizations, "two runs", 0.2);
    if (!verdict.witness()) return;
    const Witness& witness = *verdict.witness();
    const State &a = std::get<State>(witness.a.end), &b = std::get<State>(witness.b.end);
    const Environment& env = verdict.of->env;
    const PartialOrder& po = verdict.of->po;
    const Plan plan = linearizations ? Plan(po) : Plan(t.z);
    RC_ASSERT(performed_again(plan, t, env, witness.a) == a);
    RC_ASSERT(performed_again(plan, t, env, witness.b) == b);
    RC_ASSERT(!exhaustive::alike(a, b));
    RC_ASSERT(witness.l.has_value());
    const Value *here = a.at(*witness.l), *there = b.at(*witness.l);
    RC_ASSERT((here && there ? !(*here == *there) : here || there));
  });
}

// [determinism]
TEST_CASE("A witness delays an invocation no further than what a seq or a ⨟ has after it") {
  Tree document = Tree::parse(contents(source_dir / "examples/deviation_d5_two_determinisms.json"));
  document["schedules"] = Tree::parse(R"({ "main": { "then": [ { "par": [ { "seq": "one" }, { "conc": "two" } ] },
                                                              { "conc": "repair" } ] } })");
  document["entities"]["e1"] = document["entities"]["e0"];
  document.erase("expect");
  const auto t = Case::of(document);
  REQUIRE(t);
  const Verdict verdict = t->verdict();
  CHECK(verdict.confluent() == Answer::Yes);
  REQUIRE(verdict.witness());
  const Witness& witness = *verdict.witness();
  const Plan plan(verdict.of->po);
  CHECK(performed_again(plan, *t, verdict.of->env, witness.a) == std::get<State>(witness.a.end));
  CHECK(performed_again(plan, *t, verdict.of->env, witness.b) == std::get<State>(witness.b.end));
}

// [confluence]
TEST_CASE("With a limit on configurations there is the same answer or none") {
  prop("check with a low limit says nothing that check does not say", [] {
    const Case t = *small_cases({.races = true});
    const Verdict all = t.verdict(), some = t.verdict(2);
    if (some.confluent() != Answer::Unknown) RC_ASSERT(some.confluent() == all.confluent());
    if (some.deterministic() != Answer::Unknown) RC_ASSERT(some.deterministic() == all.deterministic());
  });
}

// [confluence]
TEST_CASE("A verdict owns what it refers to: it outlives the program, and so do its copies") {
  const auto text = contents(source_dir / "examples/deviation_d10_correlated.json");
  std::weak_ptr<const System> s;
  std::optional<Verdict> copy;
  {
    std::optional<Program> program = loaded(text);
    s = program->systems.front();
    std::optional<Verdict> verdict = check(*program, program->schedules.front(), program->frames, 100'000);
    program.reset();
    copy = *verdict;
  }
  CHECK_FALSE(s.expired());
  const Program again = loaded(text);
  const Verdict expected = check(again, again.schedules.front(), again.frames, 100'000);
  const auto shown = [&](const Verdict& verdict) {
    const Names all = names(again, verdict);
    return show(verdict, again, {again.schema, all}, false);
  };
  CHECK(shown(*copy) == shown(expected));
  copy.reset();
  CHECK(s.expired());
}
