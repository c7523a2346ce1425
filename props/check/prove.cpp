// Proofs for every state, and counterexamples (specs/explanation/prove.md).
#include "interp/search/prove.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "props/kit/resources.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// A schedule a ∥ b, or conc(a), or what is given, of systems that are each a list of queries and a mutation.
Tree program_of(const Tree& systems, const Tree& schedule = {{"par", {{{"conc", "a"}}, {{"conc", "b"}}}}}) {
  Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int", "R": "real", "S": "real", "Tag": "unit", "To": "entity", "Name": "text",
                    "L": { "list": "int", "most": 3 }, "Mode": { "enum": ["on", "off"] } },
    "entities": { "e0": {}, "e1": {} } })");
  for (const auto& s : systems.items())
    document["systems"][s.key()] = {{"match", s.value().at(0)}, {"do", s.value().at(1)}};
  document["schedules"]["main"] = schedule;
  return document;
}

Proof proof(const Tree& document, const std::string& schedule = "main") { return prove(document, schedule, {}, 0); }
Answer safe(const char* systems) { return proof(program_of(Tree::parse(systems))).answer(); }
Answer safe(const char* systems, const char* schedule) {
  return proof(program_of(Tree::parse(systems), Tree::parse(schedule))).answer();
}
const char* const conc_a = R"({ "conc": "a" })";

bool is_safe_from(const Program& program, const State& start) {
  Program here = program;
  here.start = start;
  try {
    return is_safe(safety(Instance(here, here.schedules.front().z, 1, 1000).po));
  } catch (const RuntimeError&) {  // D12
    return true;
  } catch (const fast::TooManyMatches&) {
    return true;
  }
}

}  // namespace

TEST_CASE("What is proved is safe from random starts, what is refuted is not safe, and no static answer is refuted") {
  if (!has_solver()) return;
  prop("proofs beside Definition 4.3", [] {
    Dice dice = any_dice();
    Shape shape;
    shape.leaves = 3;
    shape.conditions = dice.percent(40);
    shape.conveniences = dice.percent(30);
    shape.structural = dice.percent(30);
    Tree document = random_program(dice, shape);
    document = spawned(document, loaded(document));
    if (dice.percent(30)) document = with_resource(dice, document);
    RC_LOG() << document.dump() << '\n';
    const Program program = loaded(document);
    const Proof found = proof(document);
    note(found.answer() == Answer::Yes, "proved", 0.2);
    note(found.answer() == Answer::No, "refuted", 0.2);
    note(found.answer() == Answer::Unknown, "open");
    if (static_report(program, program.schedules.front().z).safe()) RC_ASSERT(found.answer() == Answer::Yes);
    if (found.answer() == Answer::No)
      RC_ASSERT(!is_safe_from(found.refutation->program, found.refutation->program.start));
    const Answer brief = prove_briefly(program, program.schedules.front().z)->safe;
    note(brief == found.answer(), "found in brief", 0.8);
    if (brief == Answer::Yes) RC_ASSERT(found.answer() == Answer::Yes);
    if (brief == Answer::No) RC_ASSERT(found.answer() != Answer::Yes);  // other orders of entities show it to one only
    if (found.answer() != Answer::Yes) return;
    const Starts starts(document, 1, 5, {}, dice.percent(20));
    for (std::uint64_t k = 0; k < 40; ++k)
      RC_ASSERT(is_safe_from(starts.program(), starts(Random(dice.below(1'000'000), k))));
  });
}

TEST_CASE("The examples of the paper, and of the pages") {
  if (!has_solver()) return;
  CHECK(proof(example("disjoint_entities")).answer() == Answer::Yes);  // appendix B.2
  CHECK(proof(example("tower_defense")).answer() == Answer::Yes);
  const Proof residual = proof(example("tower_defense"), "residual");
  REQUIRE(residual.answer() == Answer::No);
  CHECK(residual.refutation->program.entities.size() <= 4);
  CHECK_FALSE(residual.refutation->by_search);
}

// A document cannot say that a resource has a component of entities.
TEST_CASE("In a counterexample, a resource has its own components only") {
  if (!has_solver()) return;
  const auto answer = [](const char* match, const char* mutation, Aspect about) {
    Tree document = program_of(Tree{{"a", {Tree::parse(match), Tree::parse(mutation)}}}, Tree::parse(conc_a));
    document["components"]["Once"] = "int";
    document["resources"] = {{"cfg", {{"Once", 2}}}};
    return prove(document, "main", {}, 0, {}, about).answer();
  };
  CHECK(answer(R"([{ "incl": { "A": "a" } }])", R"({ "attach": ["Once", { "entity": "cfg" }, "a"] })", Aspect::Safe) ==
        Answer::No);
  CHECK(answer(R"([{ "entity": "e", "incl": { "A": "_" } }, { "entity": "f", "incl": { "To": "t" } },
                   { "entity": { "is": { "entity": "cfg" } }, "incl": { "A": "_" } }])",
               R"({ "attach": ["To", "e", "t"] })", Aspect::Safe) == Answer::Unknown);
}

TEST_CASE("An answer is the same each time") {
  if (!has_solver()) return;
  const Tree document = example("tower_defense");
  CHECK(proof(document, "residual").report.steps == proof(document, "residual").report.steps);
}

TEST_CASE("Entities: those of the program differ, created ones differ from all that is observed, others need not") {
  if (!has_solver()) return;
  CHECK(safe(R"({ "a": [[{ "incl": { "B": "_" } }], { "attach": ["A", { "entity": "e0" }, 1] }],
                  "b": [[{ "incl": { "B": "_" } }], { "attach": ["A", { "entity": "e1" }, 2] }] })") == Answer::Yes);
  CHECK(
      safe(
          R"({ "a": [[{ "incl": { "To": "t" } }], { "new": ["x", [{ "attach": ["A", "x", 1] }, { "attach": ["A", "t", 2] }]] }] })",
          conc_a) == Answer::Yes);
  CHECK(safe(R"({ "a": [[{ "incl": { "To": "t" } }], { "attach": ["A", "t", 1] }],
                  "b": [[{ "entity": "e", "incl": { "B": "_" } }], { "attach": ["A", "e", 2] }] })") == Answer::No);
  CHECK(safe(R"({ "a": [[{ "entity": "e", "incl": { "B": "b" } }, { "entity": "f", "incl": { "To": "t" } }],
                        { "attach": ["A", "t", "b"] }] })",
             conc_a) == Answer::No);
}

TEST_CASE("A match is live, satisfies each alternative that it takes, and its condition") {
  if (!has_solver()) return;
  // Nothing that is live lacks every component.
  CHECK(safe(R"({ "a": [[{ "entity": "e", "excl": ["A", "B", "R", "S", "Tag", "To", "Name", "L", "Mode"] }],
                        { "attach": ["A", { "entity": "e0" }, 1] }],
                  "b": [[{ "incl": { "B": "_" } }], { "attach": ["A", { "entity": "e0" }, 2] }] })") == Answer::Yes);
  CHECK(
      safe(
          R"({ "a": [[{ "entity": "e", "any": [{ "incl": { "A": "_" } }, { "incl": { "B": "_" } }] }], { "attach": ["Name", "e", { "text": "a" }] }],
                  "b": [[{ "entity": "e", "excl": ["A", "B"] }], { "attach": ["Name", "e", { "text": "b" }] }] })") ==
      Answer::Yes);
}

TEST_CASE("What earlier systems do counts: what they may write, and what they cannot") {
  if (!has_solver()) return;
  const char* const systems = R"({
    "clear": [[{ "entity": "e", "incl": { "Tag": "_" } }], { "detach": ["Tag", "e"] }],
    "mark": [[{ "entity": "e", "incl": { "B": "b" } }], { "attach": ["Tag", "e"] }],
    "a": [[{ "entity": "e", "incl": { "A": "_", "Tag": "_" } }], { "attach": ["Name", "e", { "text": "a" }] }],
    "b": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["Name", "e", { "text": "b" }] }] })";
  CHECK(safe(systems, R"({ "then": [{ "conc": "clear" }, { "par": [{ "conc": "a" }, { "conc": "b" }] }] })") ==
        Answer::Yes);
  CHECK(
      safe(systems,
           R"({ "then": [{ "conc": "clear" }, { "conc": "mark" }, { "par": [{ "conc": "a" }, { "conc": "b" }] }] })") ==
      Answer::No);
  // Only a match of s that observes what an earlier match of s did conflicts.
  CHECK(safe(R"({ "s": [[{ "incl": { "A": "_" } },
                         { "entity": { "is": { "entity": "e0" } }, "incl": { "B": "_" }, "anyway": { "Tag": "g" } }],
                        [{ "if": [{ "present": "g" }, { "attach": ["Name", { "entity": "e0" }, { "text": "s" }] }] },
                         { "attach": ["Tag", { "entity": "e0" }] }]],
                  "b": [[{ "entity": { "is": { "entity": "e0" } }, "incl": { "B": "_" }, "excl": ["Tag"] }],
                        { "attach": ["Name", { "entity": "e0" }, { "text": "b" }] }] })",
             R"({ "par": [{ "seq": "s" }, { "conc": "b" }] })") == Answer::No);
}

TEST_CASE("Arithmetic that is an error is no behaviour (D12), and reals are those of IEEE (D14)") {
  if (!has_solver()) return;
  CHECK(safe(R"({ "a": [[{ "entity": "e", "incl": { "A": "n" } }],
                        { "if": [{ "<": [{ "+": ["n", 1] }, "n"] }, { "attach": ["B", "e", 1] }] }],
                  "b": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["B", "e", 2] }] })") == Answer::Yes);
  CHECK(safe(R"({ "a": [[{ "entity": "e", "incl": { "R": "r" } }],
                        { "if": [{ "==": ["r", 0.0] }, { "attach": ["S", "e", "r"] }] }],
                  "b": [[{ "entity": "e", "incl": { "R": "r" } }],
                        { "if": [{ "==": ["r", 0.0] }, { "attach": ["S", "e", 0.0] }] }] })") == Answer::No);
  CHECK(safe(R"({ "a": [[{ "entity": "e", "incl": { "R": "r" } }], { "attach": ["S", "e", { "+": ["r", "r"] }] }],
                  "b": [[{ "entity": "e", "incl": { "R": "r" } }], { "attach": ["S", "e", { "*": ["r", 2.0] }] }] })") !=
        Answer::No);
}

TEST_CASE("An error counts only where the term is evaluated") {
  if (!has_solver()) return;
  // They conflict only if n is 0; then the division is not evaluated.
  CHECK(safe(R"({ "a": [[{ "entity": "e", "incl": { "A": "n" } }],
                        { "if": [{ "==": ["n", 0] }, { "attach": ["B", "e", 1] },
                                 { "attach": ["B", "e", { "if": [{ "<": [{ "quot": [6, "n"] }, 9] }, 2, 2] }] }] }],
                  "b": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["B", "e", 2] }] })") == Answer::No);
}

TEST_CASE("Without an answer: which invocations, and why") {
  if (!has_solver()) return;
  Tree document = program_of(
      Tree::parse(R"({ "a": [[{ "entity": "e", "incl": { "A": "n", "To": "t" } }], { "attach": ["A", "t", "n"] }] })"),
      Tree::parse(conc_a));
  const Program loaded_program = loaded(document);
  const ProofReport report = prove_safe(loaded_program, loaded_program.schedules.front().z, {1, 1});
  REQUIRE(report.places.size() == 1);
  CHECK(report.answer() == Answer::Unknown);
  CHECK(report.places.front().pairs.front().gap == ProofGap::Limit);
  document["components"]["L"]["most"] = 40;
  document["systems"]["a"]["match"][0]["incl"]["L"] = "l";
  const Proof open = proof(document);
  CHECK(open.answer() == Answer::Unknown);
  CHECK(open.report.places.front().pairs.front().gap == ProofGap::Unsupported);
  CHECK(prove(document, "main").answer() == Answer::No);  // by search
}

TEST_CASE("prove_briefly names the place that is refuted, and the invariants that a proof needs") {
  if (!has_solver()) return;
  const Program clock = loaded(example("prove/one_clock"));
  const auto brief = [&](const char* schedule) {
    return prove_briefly(clock, find_schedule(clock, schedule)->z).value_or(BySolver());
  };
  CHECK(brief("main").safe == Answer::Yes);
  CHECK(brief("main").given == std::vector<std::string>{"one_clock"});
  const BySolver strike = brief("strike");
  CHECK(strike.safe == Answer::No);
  REQUIRE(strike.refuted);
  CHECK(strike.refuted->s->name == "wait");
}

TEST_CASE("Invariants: those that no frame breaks are hypotheses, and the others are not") {
  if (!has_solver()) return;
  using Known = InvariantProof::Known;
  const auto known = [](const Proof& found) { return found.report.invariants.front().known; };
  Tree clock = Tree::parse(R"({
    "components": { "Clock": "int", "Timer": "int" },
    "systems": {
      "tick": { "match": [{ "entity": "c", "incl": { "Clock": "t" } }], "do": { "attach": ["Clock", "c", { "+": ["t", 1] }] } },
      "wait": { "match": [{ "incl": { "Clock": "now" } }, { "entity": "e", "incl": { "Timer": "left" } }],
                "do": { "attach": ["Timer", "e", { "-": ["now", "left"] }] } },
      "more": { "match": [{ "entity": "e", "incl": { "Timer": "_" } }], "do": { "new": ["x", { "attach": ["Clock", "x", 0] }] } } },
    "invariants": { "one_clock": { "measure": { "clocks": { "count": { "match": [{ "incl": { "Clock": "_" } }] } } },
                                   "holds": { "<=": ["clocks", 1] } } },
    "schedules": { "main": { "then": [{ "conc": "tick" }, { "conc": "wait" }] },
                   "two": { "then": [{ "conc": "more" }, { "conc": "wait" }] } },
    "entities": { "clock": { "Clock": 0 }, "a": { "Timer": 3 } } })");
  const Proof one = proof(clock);
  CHECK(one.answer() == Answer::Yes);
  CHECK(known(one) == Known::Inductive);
  const Proof two = proof(clock, "two");
  CHECK(two.answer() == Answer::No);
  CHECK(known(two) == Known::Broken);
  CHECK(two.report.invariants.front().broken_from.has_value());
  const Proof assumed = prove(clock, "two", {}, 0, {"one_clock"});
  CHECK(known(assumed) == Known::Assumed);
  CHECK(assumed.answer() == Answer::No);  // after `more`, there may be two
  clock["entities"]["other"] = {{"Clock", 1}};
  const Proof not_at_start = proof(clock);
  CHECK(known(not_at_start) == Known::NotAtStart);
  CHECK(not_at_start.answer() == Answer::No);
  clock["invariants"].erase("one_clock");
  CHECK(proof(clock).answer() == Answer::No);
}

TEST_CASE("A counterexample satisfies each invariant that is assumed, understood or not") {
  if (!has_solver()) return;
  Tree document = program_of(Tree::parse(R"({
    "a": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 1] }],
    "b": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 2] }] })"));
  document["entities"]["e0"]["A"] = 0;
  document["invariants"]["none"] = Tree::parse(
      R"({ "measure": { "n": { "count": { "match": [{ "incl": { "A": "_" } }] } } }, "holds": { "<": ["n", 0] } })");
  CHECK(prove(document, "main").answer() == Answer::No);
  CHECK(prove(document, "main", {}, 200, {"none"}).answer() == Answer::Unknown);
}

TEST_CASE("Invariants on matches and on unique values") {
  if (!has_solver()) return;
  const Tree teams = Tree::parse(R"({
    "components": { "Red": "unit", "Blue": "unit", "Hp": "int", "Turncoat": "unit" },
    "systems": {
      "heal": { "match": [{ "entity": "e", "incl": { "Red": "_", "Hp": "h" } }], "do": { "attach": ["Hp", "e", { "+": ["h", 1] }] } },
      "burn": { "match": [{ "entity": "e", "incl": { "Blue": "_", "Hp": "h" } }], "do": { "attach": ["Hp", "e", { "-": ["h", 1] }] } },
      "turn": { "match": [{ "entity": "e", "incl": { "Turncoat": "_" }, "anyway": { "Red": "r" } }],
                "do": { "if": [{ "present": "r" }, [{ "detach": ["Red", "e"] }, { "attach": ["Blue", "e"] }],
                               [{ "attach": ["Red", "e"] }, { "detach": ["Blue", "e"] }]] } },
      "join": { "match": [{ "entity": "e", "incl": { "Turncoat": "_" } }], "do": { "attach": ["Red", "e"] } } },
    "invariants": { "apart": { "match": [{ "incl": { "Red": "_", "Blue": "_" } }], "holds": false } },
    "schedules": { "main": { "then": [{ "conc": "turn" }, { "par": [{ "conc": "heal" }, { "conc": "burn" }] }] },
                   "joined": { "then": [{ "conc": "join" }, { "par": [{ "conc": "heal" }, { "conc": "burn" }] }] } },
    "entities": { "ann": { "Red": null, "Hp": 3 }, "bob": { "Blue": null, "Hp": 3, "Turncoat": null } } })");
  CHECK(proof(teams).answer() == Answer::Yes);
  CHECK(proof(teams, "joined").answer() == Answer::No);
  const Tree items = Tree::parse(R"({
    "components": { "Wants": "entity", "Owner": "entity", "Free": "unit" },
    "systems": {
      "pick": { "match": [{ "entity": "p", "incl": { "Wants": "i" } }, { "entity": { "is": "i" }, "incl": { "Free": "_" } }],
                "do": [{ "attach": ["Owner", "i", "p"] }, { "detach": ["Free", "i"] }, { "detach": ["Wants", "p"] }] } },
    "invariants": { "one_each": { "measure": { "apart": { "unique": { "match": [{ "incl": { "Wants": "i" } }], "of": "i" } } },
                                  "holds": "apart" } },
    "schedules": { "main": { "conc": "pick" } },
    "entities": { "ann": { "Wants": "sword" }, "bob": { "Wants": "helm" }, "sword": { "Free": null }, "helm": { "Free": null } } })");
  CHECK(proof(items).answer() == Answer::Yes);
}
