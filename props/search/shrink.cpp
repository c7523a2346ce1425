// coreecs shrink: the program that is left fails in the same way, and no step makes it smaller.
#include "interp/search/shrink.hpp"

#include "interp/language/format/load.hpp"
#include "interp/search/expect.hpp"
#include "interp/search/reduce.hpp"
#include "interp/views/report/reasons.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

constexpr std::size_t limit = 1000;

/// Whether a document fails in this way; one that does not load, or that fails before there is a verdict, does not.
bool fails(const Tree& document, const std::string& schedule, Aspect aspect, const std::string& detail) {
  const auto result = load(document.dump());
  const Program* program = std::get_if<Program>(&result);
  if (!program || std::none_of(program->schedules.begin(), program->schedules.end(),
                               [&](const NamedSchedule& z) { return z.name == schedule; }))
    return false;
  try {
    const Outcome now = outcome(*program, schedule, aspect, limit);
    return now.holds == Answer::No && now.detail == detail;
  } catch (const RuntimeError&) {
    return false;
  }
}

/// Reduces a document, and looks at what is left.
Tree reduced(const Tree& document, const std::string& schedule, Aspect aspect) {
  const Outcome found = outcome(loaded(document), schedule, aspect, limit);
  Tree left = shrink(document, schedule, aspect, found, limit);
  const Program program = loaded(left);
  CHECK(differences(program, program.expectations.at(0), limit).empty());
  CHECK(program.expectations.at(0).schedule == schedule);
  CHECK(fails(left, schedule, aspect, found.detail));
  Tree bare = left;
  bare.erase("about");
  bare.erase("expect");
  reductions(bare, Reducible::Everything, [&](const Tree& smaller) {
    if (aspect == Aspect::Invariant && smaller.value("invariants", Tree()) != left["invariants"]) return false;
    CHECK_FALSE_MESSAGE(fails(smaller, schedule, aspect, found.detail), smaller.dump());
    return false;
  });
  return left;
}

}  // namespace

TEST_CASE("A random program that fails is reduced to a locally minimal one that fails in the same way" *
          doctest::test_suite("slow")) {
  prop("each verdict, one at a time", [] {
    const Case t = *small_cases({.races = true});
    const Verdict verdict = t.verdict(limit);
    const std::pair<Aspect, Answer> verdicts[] = {{Aspect::SafeByRule, answer(verdict.safe_by_rule())},
                                                  {Aspect::Safe, answer(verdict.safe())},
                                                  {Aspect::Deterministic, verdict.deterministic()},
                                                  {Aspect::Confluent, verdict.confluent()}};
    const auto& [aspect, holds] = verdicts[any_dice().below(4)];
    RC_ASSERT(outcome(*t.program, "main", aspect, limit).holds == holds);
    RC_PRE(holds == Answer::No);
    note(true, wording(aspect).key);
    const Tree left = reduced(t.document, "main", aspect);
    RC_ASSERT(left.dump().size() <= t.document.dump().size() + 120);
    const std::optional<Case> smallest = Case::of(left);
    RC_ASSERT(smallest.has_value());
    if (aspect != Aspect::Confluent) return;
    const auto ends = exhaustive::ends(smallest->c, smallest->z, smallest->env, 2'000);
    RC_PRE(ends.has_value());
    RC_ASSERT(std::any_of(ends->begin(), ends->end(),
                          [&](const auto& end) { return !exhaustive::alike(ends->front(), end); }));
  });
}

TEST_CASE("Shrunk: the lost write of toy physics") {
  const Tree left = reduced(example("toy_physics"), "lost_write", Aspect::Confluent);
  CHECK(left["systems"].size() == 1);
  CHECK(left["schedules"] == Tree::parse(R"({ "lost_write": { "conc": "collide" } })"));
  CHECK(left["entities"].size() == 2);
  CHECK(left["frames"] == 1);
  CHECK(left["expect"] == Tree::parse(R"({ "lost_write": { "confluent": false } })"));
  CHECK_FALSE(left.contains("$schema"));
}

TEST_CASE("Shrunk: Definition 4.4 fails, and all runs end alike") {
  const Tree left = reduced(example("deviation_d5_two_determinisms"), "fixed", Aspect::Deterministic);
  CHECK(left["schedules"].size() == 1);
  CHECK(left["expect"] == Tree::parse(R"({ "fixed": { "deterministic": false } })"));
}

TEST_CASE("Shrunk: the message of a run-time error stays, of all that the program has") {
  const Tree program = Tree::parse(R"({ "components": { "A": "int", "B": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a", "B": "b" } } ],
                        "do": [ { "attach": ["A", "e", { "+": ["a", 9223372036854775807] }] },
                                { "attach": ["B", "e", { "quot": [{ "*": ["a", "b"] }, "a"] }] } ] } },
    "schedules": { "one": { "conc": "s" }, "main": { "then": [ { "seq": "s" }, { "conc": "s" } ] } },
    "entities": { "e0": { "A": 0, "B": 3 }, "e1": { "A": 2 } } })");
  const Outcome found = outcome(loaded(program), "main", Aspect::Error, limit);
  const Tree left = reduced(program, "main", Aspect::Error);
  CHECK(left["schedules"].contains("main"));
  CHECK(left["systems"]["s"]["do"].dump().find("quot") != std::string::npos);
  CHECK(left["entities"].size() == 1);
  CHECK(left["expect"]["main"]["error"].get<std::string>().starts_with("/systems/s/do/attach/2/quot: "));
}

TEST_CASE("Shrunk: another run-time error is another failure") {
  const Tree program = Tree::parse(R"({ "components": { "A": "int", "B": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": [ { "attach": ["B", "e", { "quot": [1, "a"] }] },
                                { "attach": ["B", "e", { "+": ["a", 9223372036854775807] }] } ] } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "A": 0 }, "e1": { "A": 5 } } })");
  CHECK(reduced(program, "main", Aspect::Error)["entities"] == Tree::parse(R"({ "e0": { "A": 0 } })"));
}

TEST_CASE("Shrunk: the first invariant that fails stays as it is, the others go") {
  const Tree program = example("invariants");
  const Tree left = reduced(program, "careless", Aspect::Invariant);
  REQUIRE(left["invariants"].size() == 1);
  const std::string name = left["invariants"].begin().key();
  CHECK(name == "in_reach");
  CHECK(left["invariants"][name] == program["invariants"][name]);
  CHECK(left["expect"]["careless"]["invariants"] == Tree{{name, false}});
  CHECK_FALSE(reduced(program, "careless", Aspect::Safe).contains("invariants"));
}

TEST_CASE("Shrunk: a smaller program that has far more matches is not one that fails in the same way") {
  const Tree program = Tree::parse(R"({ "components": { "A": "int" },
    "systems": { "grow": { "match": [ { "incl": { "A": "_" } }, { "incl": { "A": "_" } }, { "incl": { "A": "_" } } ],
                           "do": { "new": ["x", { "attach": ["A", "x", 0] }] } },
                 "idle": { "match": [ { "incl": { "A": "_" } } ], "do": [] },
                 "race": { "match": [ { "incl": { "A": "a" } } ], "do": { "attach": ["A", { "entity": "e0" }, "a"] } } },
    "schedules": { "main": { "then": [ { "conc": "idle" }, { "conc": "idle" }, { "conc": "idle" }, { "conc": "idle" },
                                       { "conc": "race" } ] } },
    "entities": { "e0": { "A": 1 }, "e1": { "A": 2 } } })");
  Tree larger = program;
  for (auto& z : larger["schedules"]["main"]["then"]) z["conc"] = "grow";
  CHECK(outcome(loaded(larger), "main", Aspect::Confluent, limit).holds == Answer::Unknown);
  const Tree left = reduced(program, "main", Aspect::Confluent);
  CHECK(left["schedules"] == Tree::parse(R"({ "main": { "conc": "race" } })"));
}

TEST_CASE("coreecs shrink prints a program, or writes it, and fails when there is nothing to reduce") {
  using shell::coreecs;
  const auto printed = coreecs("shrink --schedule lost_write examples/toy_physics.json");
  CHECK(printed.status == 0);
  CHECK(printed.err == "");
  CHECK(coreecs("test -", printed.out).status == 0);
  CHECK(coreecs("check -", printed.out).status == 1);

  const Scratch scratch;
  const std::string file = scratch.file("small.json");
  const auto written = coreecs("shrink --frames 1 --schedule lost_write examples/toy_physics.json --output " + file);
  CHECK(written.status == 0);
  CHECK(contents(file) == printed.out);
  CHECK(coreecs("shrink --schedule lost_write examples/toy_physics.json --output /no/such/file").status == 2);

  const auto nothing = coreecs("shrink examples/toy_physics.json");
  CHECK(nothing.status == 1);
  CHECK(nothing.out == "");
  CHECK(coreecs("shrink --verdict error examples/toy_physics.json").status == 1);
  CHECK(coreecs("shrink --verdict fast examples/toy_physics.json").status == 2);
  CHECK(coreecs("shrink --schedule averaging examples/run_time_errors.json").status == 2);
}

TEST_CASE("What is to stay stays: the systems, the schedule, the location of the race") {
  const Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int" },
    "systems": {
      "one": { "match": [{ "entity": "e", "incl": { "A": "a" } }],
               "do": [{ "attach": ["A", { "entity": "x" }, "a"] }, { "attach": ["B", { "entity": "y" }, { "+": ["a", 1] }] }] },
      "idle": { "match": [{ "entity": "e", "incl": { "B": "b" } }], "do": [] } },
    "schedules": { "main": { "then": [{ "conc": "idle" }, { "conc": "one" }] }, "other": { "conc": "idle" } },
    "entities": { "x": { "A": 1 }, "y": { "A": 2 }, "z": { "A": 3 } } })");
  const Outcome found = outcome(loaded(document.dump()), "main", Aspect::Confluent, limit);
  REQUIRE(found.holds == Answer::No);
  CHECK(found.location == "A(x)");
  const auto shrunk = [&](const Keep& keep) { return shrink(document, "main", Aspect::Confluent, found, limit, keep); };
  const Tree all = shrunk({});
  CHECK(all["systems"] != document["systems"]);
  CHECK(all["schedules"]["main"] != document["schedules"]["main"]);
  const auto location = [&](const Tree& left) {
    return outcome(loaded(left.dump()), "main", Aspect::Confluent, limit).location;
  };
  CHECK(location(all) != "A(x)");
  const Tree systems = shrunk({.systems = true});
  CHECK(systems["systems"] == document["systems"]);
  CHECK(systems["schedules"]["main"] != document["schedules"]["main"]);
  CHECK(systems["entities"].size() < 3);
  const Tree schedule = shrunk({.schedule = true});
  CHECK(schedule["schedules"]["main"] == document["schedules"]["main"]);
  CHECK(!schedule["schedules"].contains("other"));
  CHECK(schedule["systems"] != document["systems"]);
  const Tree at_x = shrunk({.location = true});
  CHECK(location(at_x) == "A(x)");
  CHECK(at_x["systems"] != document["systems"]);
}
