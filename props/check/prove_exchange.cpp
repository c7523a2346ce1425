// Whether two schedules can be exchanged on every state (specs/explanation/prove.md).
#include "interp/language/format/tree.hpp"
#include "interp/search/exchange.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "props/kit/resources.hpp"

using namespace coreecs;

namespace {

/// A program with systems, which are each a list of queries and a mutation, and schedules.
Tree program_of(const char* systems, const Tree& schedules) {
  Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int", "R": "real", "Tag": "unit", "To": "entity", "Sum": "int" },
    "resources": { "world": { "Sum": 0 } },
    "entities": { "e0": {}, "e1": {} } })");
  const Tree all = Tree::parse(systems);
  for (const auto& s : all.items())
    document["systems"][s.key()] = {{"match", s.value().at(0)}, {"do", s.value().at(1)}};
  document["schedules"] = schedules;
  return document;
}

/// Of a and b, each under conc, or as the schedules a and b.
Exchange exchanged(const char* systems, const char* schedules = R"({ "c": { "conc": "a" } })") {
  return exchange(program_of(systems, Tree::parse(schedules)), "a", "b", {}, 0);
}
Answer same(const char* systems, const char* schedules = R"({ "c": { "conc": "a" } })") {
  return exchanged(systems, schedules).answer();
}
const char* const both_seq = R"({ "a": { "seq": "a" }, "b": { "seq": "b" } })";

/// A leaf; sometimes two in sequence, or side by side.
Tree any_side(Dice& dice, const std::vector<std::string>& systems) {
  const auto leaf = [&] { return Tree{{dice.percent(50) ? "conc" : "seq", dice.one_of(systems)}}; };
  if (dice.percent(70)) return leaf();
  const Tree left = leaf();
  return {{dice.percent(50) ? "then" : "par", Tree::array({left, leaf()})}};
}

}  // namespace

TEST_CASE("What is proved makes no difference from random starts, and what is refuted makes one") {
  if (!has_solver()) return;
  prop("proofs of exchanges beside both orders", [] {
    Dice dice = any_dice();
    Shape shape;
    shape.leaves = 3;
    shape.conditions = dice.percent(30);
    shape.conveniences = dice.percent(30);
    shape.structural = dice.percent(30);
    shape.may_fail = dice.percent(20);
    Tree document = random_program(dice, shape);
    document = spawned(document, loaded(document));
    if (dice.percent(30)) document = with_resource(dice, document);
    std::vector<std::string> systems;
    for (const auto& s : document["systems"].items()) systems.push_back(s.key());
    document["schedules"]["left"] = any_side(dice, systems);
    document["schedules"]["right"] = any_side(dice, systems);
    if (document["schedules"]["left"] == document["schedules"]["right"]) return;
    RC_LOG() << document.dump() << '\n';
    const Exchange found = exchange(document, "left", "right", {}, 0);
    note(found.answer() == Answer::Yes, "proved", 0.1);
    note(found.answer() == Answer::No, "refuted", 0.1);
    note(found.answer() == Answer::Unknown, "open");
    if (found.answer() == Answer::No) {
      const Program& there = found.refutation->program;
      const auto& [a, b] = std::get<Then>(there.schedules.front().z.form());
      RC_ASSERT(order_matters(a, b, there.start));
      RC_ASSERT((found.refutation->fails || found.refutation->other_fails ||
                 found.refutation->left != found.refutation->left_by_other));
    }
    if (found.answer() != Answer::Yes) return;
    const Starts starts(document, 1, 5, {}, dice.percent(20));
    const Program& program = starts.program();
    const Schedule &a = find_schedule(program, "left")->z, &b = find_schedule(program, "right")->z;
    for (std::uint64_t k = 0; k < 40; ++k) RC_ASSERT(!order_matters(a, b, starts(Random(dice.below(1'000'000), k))));
  });
}

TEST_CASE("Systems that add to one component can be exchanged, and one that multiplies cannot") {
  if (!has_solver()) return;
  const Tree score = example("prove/score");
  CHECK(exchange(score, "collect", "reward").answer() == Answer::Yes);
  const Exchange capped = exchange(score, "reward", "cap");
  REQUIRE(capped.answer() == Answer::No);
  CHECK(capped.refutation->document["entities"].size() == 1);
  CHECK(capped.refutation->place == "Score(e0)");
  CHECK_FALSE(capped.refutation->by_search);
  CHECK(capped.refutation->document["schedules"] ==
        Tree::parse(R"({ "reward_then_cap": { "then": [{ "conc": "reward" }, { "conc": "cap" }] },
                         "cap_then_reward": { "then": [{ "conc": "cap" }, { "conc": "reward" }] } })"));
}

TEST_CASE("What schedules use is there in a counterexample") {
  if (!has_solver()) return;
  const Exchange found = exchanged(R"({ "add": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 1] }],
                                        "b": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["A", "e", 2] }] })",
                                   R"({ "a": { "use": "p" }, "p": { "then": [{ "use": "q" }, { "use": "q" }] },
                                        "q": { "conc": "add" }, "b": { "conc": "b" } })");
  REQUIRE(found.answer() == Answer::No);
  CHECK(found.refutation->program.schedules.size() == 4);
}

TEST_CASE("Only one of two orders may fail") {
  if (!has_solver()) return;
  const Exchange found = exchanged(R"({
    "a": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["A", "e", { "+": ["n", 1] }] }],
    "b": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["A", "e", { "-": ["n", 1] }] }] })");
  REQUIRE(found.answer() == Answer::No);
  CHECK(found.refutation->fails != found.refutation->other_fails);
  // The condition of b is evaluated for what a lets match, and fails.
  const Tree fails = Tree::parse(R"({ "==": [{ "quot": [1, 0] }, 0] })");
  Tree document = program_of(R"({ "a": [[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["B", "e", 1] }],
                                  "b": [[{ "entity": "e", "incl": { "B": "_" } }], { "attach": ["B", "e", 1] }] })",
                             Tree::parse(R"({ "c": { "conc": "a" } })"));
  CHECK(exchange(document, "a", "b", {}, 0).answer() == Answer::Yes);
  document["systems"]["b"]["where"] = fails;
  CHECK(exchange(document, "a", "b", {}, 0).answer() == Answer::No);
}

TEST_CASE("Matches that one creates or removes for the other make a difference") {
  if (!has_solver()) return;
  const char* const b = R"("b": [[{ "entity": "e", "incl": { "Tag": "_" } }], { "attach": ["B", "e", 1] }])";
  const auto with_b = [&](const char* a) { return "{ " + std::string(b) + R"(, "a": )" + a + " }"; };
  CHECK(same(with_b(R"([[{ "entity": "e", "incl": { "A": "_" } }], { "attach": ["Tag", "e"] }])").c_str()) ==
        Answer::No);
  CHECK(same(with_b(R"([[{ "entity": "e", "incl": { "A": "_" } }], { "detach": ["Tag", "e"] }])").c_str()) ==
        Answer::No);
  CHECK(same(with_b(R"([[{ "entity": "e", "incl": { "A": "_" } }], { "new": ["x", { "attach": ["Tag", "x"] }] }])")
                 .c_str()) == Answer::No);
  CHECK(same(with_b(R"([[{ "entity": "e", "incl": { "A": "_" } }], { "new": ["x", { "attach": ["A", "x", 1] }] }])")
                 .c_str()) == Answer::Yes);
}

TEST_CASE("What is matches instead makes a difference, though the match was none before") {
  if (!has_solver()) return;
  // Where e has A, e0 takes the place of t, which may have what e0 lacks; the condition fails for what matches.
  const auto with_where = [](const std::string& where) {
    Tree document = program_of(R"({
      "a": [[{ "entity": "e", "incl": { "To": "_" } }], { "attach": ["A", "e", 1] }],
      "b": [[{ "entity": "e", "incl": { "To": "t" }, "anyway": { "A": "n" } },
             { "entity": { "is": { "case": ["n", "x", { "entity": "e0" }, "t"] } }, "incl": { "B": "_" } }],
            { "attach": ["Tag", "e"] }] })",
                               Tree::parse(R"({ "c": { "conc": "a" } })"));
    document["systems"]["b"]["where"] = Tree::parse(where);
    return exchange(document, "a", "b", {}, 0).answer();
  };
  CHECK(with_where("false") == Answer::Yes);
  CHECK(with_where("true") == Answer::No);
  CHECK(with_where(R"({ "==": [{ "quot": [1, 0] }, 2] })") == Answer::No);
}

TEST_CASE("The matches of a seq see what those before them leave, and those of a conc do not") {
  if (!has_solver()) return;
  // Both add to one resource.
  const char* const sums = R"({
    "a": [[{ "incl": { "A": "n" } }, { "entity": "w", "incl": { "Sum": "s" } }], { "attach": ["Sum", "w", { "+": ["s", 2] }] }],
    "b": [[{ "incl": { "B": "n" } }, { "entity": "w", "incl": { "Sum": "s" } }], { "attach": ["Sum", "w", { "+": ["s", 3] }] }] })";
  CHECK(same(sums, both_seq) == Answer::Yes);
  // A conc adds once, whatever the number of its matches; so does the other one, but only to what it sees.
  CHECK(same(sums, R"({ "a": { "seq": "a" }, "b": { "seq": "b" }, "c": { "conc": "a" } })") == Answer::Yes);
  // The second match of a observes what the first one of b left.
  CHECK(same(R"({ "a": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["A", "e", { "+": ["n", 1] }] }],
                  "b": [[{ "incl": { "A": "n" } }, { "entity": "e", "incl": { "B": "_" } }], { "attach": ["B", "e", "n"] }] })",
             both_seq) == Answer::No);
}

TEST_CASE("What a seq matches at its start counts, though no single match makes a difference") {
  if (!has_solver()) return;
  // If a tags e before b begins, b visits e again after another match has given it A.
  CHECK(same(R"({
    "a": [[{ "entity": "e", "incl": { "R": "_" } }], { "attach": ["Tag", "e"] }],
    "b": [[{ "entity": "e", "anyway": { "A": "n", "To": "o" }, "any": [{ "incl": { "Tag": "_" } }, { "incl": { "A": "_" } }] }],
          { "case": ["n", "x", [{ "attach": ["B", "e", 1] }, { "case": ["o", "t", { "attach": ["A", "t", 1] }, []] }], []] }] })",
             both_seq) != Answer::Yes);
}

TEST_CASE("Schedules: each leaf of one with each leaf of the other") {
  if (!has_solver()) return;
  const char* const systems = R"({
    "x": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["A", "e", { "+": ["n", 1] }] }],
    "y": [[{ "entity": "e", "incl": { "A": "n" } }], { "attach": ["A", "e", { "+": ["n", 2] }] }],
    "z": [[{ "entity": "e", "incl": { "B": "n" } }], { "attach": ["B", "e", { "*": ["n", "n"] }] }] })";
  CHECK(same(systems, R"({ "a": { "then": [{ "conc": "x" }, { "conc": "z" }] }, "b": { "conc": "y" } })") ==
        Answer::Yes);
  // Beside z, x observes A before b does, and writes it after.
  CHECK(same(systems, R"({ "a": { "par": [{ "conc": "x" }, { "conc": "z" }] }, "b": { "conc": "y" } })") != Answer::No);
  CHECK(same(systems, R"({ "a": { "par": [{ "conc": "x" }, { "conc": "x" }] }, "b": { "conc": "z" } })") ==
        Answer::Yes);
  const Exchange found = exchanged(
      systems,
      R"({ "a": { "then": [{ "conc": "x" }, { "conc": "z" }] }, "b": { "then": [{ "conc": "y" }, { "conc": "z" }] } })");
  REQUIRE(found.answer() == Answer::Yes);
  CHECK(found.proof.pairs.size() == 4);
}
