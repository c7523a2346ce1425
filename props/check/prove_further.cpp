// Proofs of further answers, and counterexamples to them (specs/explanation/prove.md).
#include "interp/check/decide/further.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/search/prove.hpp"
#include "interp/search/starts.hpp"
#include "interp/views/report/reasons.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "props/kit/resources.hpp"

using namespace coreecs;

namespace {

/// The answer of check from a start; Unknown if the run fails.
Answer answer_from(const Program& program, const State& start, Aspect about) {
  Program here = program;
  here.start = start;
  try {
    return first_frame(about, here, here.schedules.front(), 1000);
  } catch (const RuntimeError&) {
    return Answer::Unknown;
  } catch (const fast::TooManyMatches&) {
    return Answer::Unknown;
  }
}

Answer proved_for(const Tree& document, Aspect about, const std::string& schedule = "main") {
  return prove(document, schedule, {}, 0, {}, about).answer();
}

Tree program_with(const char* systems, const char* schedule) {
  Tree document = Tree::parse(R"({ "components": { "A": "int", "B": "int", "R": "real", "Tag": "unit", "To": "entity" },
                                   "entities": { "e0": {}, "e1": {} } })");
  const Tree all = Tree::parse(systems);
  for (const auto& s : all.items())
    document["systems"][s.key()] = {{"match", s.value().at(0)}, {"do", s.value().at(1)}};
  document["schedules"]["main"] = Tree::parse(schedule);
  return document;
}

/// Appends to the schedule, for most components, a conc that overwrites it or takes it away.
void overwrite(Tree& document, Dice& dice) {
  for (const auto& component : document["components"].items()) {
    if (dice.percent(30)) continue;
    const bool overwrites = component.value() == "int" && dice.percent(70);
    const std::string name = "overwrite_" + component.key();
    document["systems"][name] = {
        {"match", {{{"entity", "e"}, {overwrites ? "incl" : "anyway", {{component.key(), "_"}}}}}},
        {"do", overwrites ? Tree{{"attach", {component.key(), "e", 0}}}
                          : Tree{{"detach", Tree::array({component.key(), "e"})}}}};
    Tree& main = document["schedules"]["main"];
    main = {{"then", Tree::array({main, {{"conc", name}}})}};
  }
}

const char* const a_beside_b = R"({ "par": [{ "conc": "a" }, { "conc": "b" }] })";

}  // namespace

TEST_CASE("Further proofs agree with check from random starts, and counterexamples are confirmed") {
  if (!has_solver()) return;
  prop("further proofs beside check", [] {
    Dice dice = any_dice();
    Shape shape;
    shape.leaves = 3;
    shape.conditions = dice.percent(40);
    shape.conveniences = dice.percent(30);
    shape.structural = dice.percent(20);
    Tree document = random_program(dice, shape);
    const Aspect about = provable[1 + dice.below(std::size(provable) - 1)];
    if (about == Aspect::Confluent && dice.percent(80)) overwrite(document, dice);
    document = spawned(document, loaded(document));
    if (dice.percent(30)) document = with_resource(dice, document);
    const std::string question = wording(about).key;
    RC_LOG() << question << ' ' << document.dump() << '\n';
    const Proof found = prove(document, "main", {}, 0, {}, about);
    note(found.answer() == Answer::Yes, question + " proved", 0.05);
    note(found.answer() == Answer::No, question + " refuted", 0.05);
    note(found.answer() == Answer::Unknown, question + " open");
    if (found.answer() == Answer::No)
      RC_ASSERT(answer_from(found.refutation->program, found.refutation->program.start, about) == Answer::No);
    if (found.answer() != Answer::Yes) return;
    note(found.report.runs.has_value(), "confluent where not safe");
    const Starts starts(document, 1, 5, {}, dice.percent(20));
    for (std::uint64_t k = 0; k < 30; ++k) {
      const State start = starts(Random(dice.below(1'000'000), k));
      RC_LOG() << starts.document(start).dump() << '\n';
      RC_ASSERT(answer_from(starts.program(), start, about) != Answer::No);
    }
  });
}

TEST_CASE("Confluent where a later step overwrites what a race left, or the same in each run") {
  if (!has_solver()) return;
  const Tree d6 = example("deviation_d6_deterministic_not_safe");
  CHECK(proved_for(d6, Aspect::Confluent) == Answer::Yes);
  CHECK(proved_for(d6, Aspect::Confluent, "race") == Answer::No);
  CHECK(proved_for(d6, Aspect::Safe) == Answer::No);
  const char* const systems = R"({
    "a": [[{ "entity": "e", "incl": { "B": "b" } }], [{ "attach": ["A", "e", 1] }, { "attach": ["B", "e", { "+": ["b", 1] }] }]],
    "b": [[{ "entity": "e", "incl": { "Tag": "_" } }], { "attach": ["A", "e", 2] }],
    "reset": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 0] }],
    "spawn": [[{ "incl": { "R": "_" } }], { "new": ["x", [{ "attach": ["B", "x", 1] }, { "attach": ["Tag", "x"] }]] }],
    "by_race": [[{ "entity": "e", "incl": { "A": "n" } }], [{ "attach": ["B", "e", "n"] }, { "attach": ["A", "e", 0] }]],
    "fails": [[{ "entity": "e", "incl": { "A": "n" } }],
              [{ "attach": ["A", "e", 0] }, { "if": [{ "==": [{ "quot": [1, { "-": ["n", 2] }] }, 7] }, { "attach": ["B", "e", 0] }] }]] })";
  // B is written beside the race, which is about A only.
  CHECK(proved_for(program_with(systems,
                                R"({ "then": [{ "par": [{ "conc": "a" }, { "conc": "b" }] }, { "conc": "reset" }] })"),
                   Aspect::Confluent) == Answer::Yes);
  // What is created before the race is the same in each run.
  CHECK(
      proved_for(
          program_with(
              systems,
              R"({ "then": [{ "conc": "spawn" }, { "par": [{ "conc": "a" }, { "conc": "b" }] }, { "conc": "reset" }] })"),
          Aspect::Confluent) == Answer::Yes);
  CHECK(
      proved_for(program_with(systems,
                              R"({ "then": [{ "par": [{ "conc": "a" }, { "conc": "b" }] }, { "conc": "by_race" }] })"),
                 Aspect::Confluent) == Answer::No);
  // Only one of two runs ends in an error.
  CHECK(proved_for(program_with(systems,
                                R"({ "then": [{ "par": [{ "conc": "a" }, { "conc": "b" }] }, { "conc": "fails" }] })"),
                   Aspect::Confluent) != Answer::Yes);
}

TEST_CASE("An update is lost if an invocation overwrites it without having seen it") {
  if (!has_solver()) return;
  const auto lost = [](const char* systems, const char* schedule) {
    return proved_for(program_with(systems, schedule), Aspect::LostUpdates);
  };
  CHECK(lost(R"({ "a": [[{ "incl": { "To": "t" } }, { "entity": { "is": "t" }, "incl": { "A": "n" } }],
                        { "attach": ["A", "t", { "+": ["n", 1] }] }] })",
             R"({ "conc": "a" })") == Answer::No);  // safe: all leave the same
  CHECK(lost(R"({ "a": [[{ "incl": { "To": "t" } }, { "entity": { "is": "t" }, "incl": { "A": "_" } }],
                        { "attach": ["A", "t", 7] }] })",
             R"({ "conc": "a" })") == Answer::Yes);
  // Had b seen 0, it would have failed.
  CHECK(lost(R"({ "a": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 0] }],
                  "b": [[{ "entity": "e", "incl": { "A": "n" } }],
                        { "if": [{ "==": [{ "quot": [1, "n"] }, 0] }, { "attach": ["A", "e", 0] }, { "attach": ["A", "e", 0] }] }] })",
             a_beside_b) == Answer::No);
}

// What becomes of the entity that one invocation creates is looked up, though no other has observed it.
TEST_CASE("An update may be lost after another system, by an invocation that writes to an entity that it creates") {
  if (!has_solver()) return;
  CHECK(proved_for(program_with(R"({
          "a": [[{ "incl": { "To": "t" } }, { "entity": "f", "incl": { "To": "u" } }],
                { "new": ["n", [{ "attach": ["To", "n", "u"] },
                                { "if": [{ "!=": ["t", { "entity": "e0" }] }, { "attach": ["To", "t", "n"] },
                                         { "attach": ["To", "f", "u"] }] }] ] }],
          "b": [[{ "entity": "e", "incl": { "To": "_" } }],
                { "if": [{ "!=": ["e", { "entity": "e0" }] }, { "attach": ["To", "e", { "entity": "e0" }] }] }] })",
                                R"({ "then": [{ "conc": "b" }, { "conc": "a" }] })"),
                   Aspect::LostUpdates) == Answer::No);
}

TEST_CASE("Shared visibility: what one writes may not change what a concurrent one does") {
  if (!has_solver()) return;
  const auto shared = [](const char* systems, const char* schedule = a_beside_b) {
    return proved_for(program_with(systems, schedule), Aspect::SharedState);
  };
  const char* const copies = R"([[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["B", "e", "n"] }])";
  const auto with = [&](const char* a) { return R"({ "b": )" + std::string(copies) + R"(, "a": )" + a + " }"; };
  CHECK(shared(with(R"([[{ "entity": "e", "incl": { "R": "_" } }], { "attach": ["A", "e", 1] }])").c_str()) ==
        Answer::No);
  // It leaves A as it is: a seq of its own observes that, and so does b.
  CHECK(shared(with(R"([[{ "entity": "e", "incl": { "A": "n" }, "excl": ["A"] }], { "attach": ["A", "e", 1] }])")
                   .c_str()) == Answer::Yes);
  // What a writes, b observes on other entities only.
  CHECK(
      shared(
          R"({ "a": [[{ "entity": "e", "incl": { "A": "n", "Tag": "_" } }], { "attach": ["A", "e", { "+": ["n", 1] }] }],
                    "b": [[{ "entity": "e", "incl": { "A": "n" }, "excl": ["Tag"] }], { "attach": ["B", "e", "n"] }] })") ==
      Answer::Yes);
  // If a comes first, b fails, as each of its invocations does.
  CHECK(shared(R"({ "a": [[{ "entity": "e", "incl": { "R": "_" } }], { "attach": ["A", "e", 1] }],
                    "b": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["B", "e", { "quot": [1, 0] }] }] })") ==
        Answer::No);
  // If a comes first, b matches e with e0; it never matches e with t.
  CHECK(shared(R"({ "a": [[{ "entity": "e", "incl": { "R": "_" } }], { "attach": ["Tag", "e"] }],
                    "b": [[{ "entity": "e", "incl": { "To": "t" }, "anyway": { "Tag": "g" } },
                           { "entity": { "is": { "case": ["g", "x", { "entity": "e0" }, "t"] } }, "incl": { "A": "_" } },
                           { "entity": { "is": "e" }, "incl": { "Tag": "_" } }, { "entity": { "is": "t" }, "excl": ["A"] }],
                          { "attach": ["B", "e", 1] }] })") == Answer::No);
  // It creates what b matches.
  CHECK(shared(with(R"([[{ "incl": { "R": "_" } }], { "new": ["x", { "attach": ["A", "x", 1] }] }])").c_str()) ==
        Answer::No);
}
