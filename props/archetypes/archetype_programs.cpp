// Programs of the archetype calculus: what is printed loads as the same program, what is found is what the type system
// finds, and runs are those of the calculus, with their places (interp/archetypes/archetype).
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "interp/archetypes/archetype/judge.hpp"
#include "interp/archetypes/archetype/load.hpp"
#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/archetype/report.hpp"
#include "interp/archetypes/archetype/show.hpp"
#include "props/archetypes/archetype_documents.hpp"
#include "props/archetypes/archetype_print.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

namespace coreecs::archetype {

namespace {

using Tree = nlohmann::ordered_json;

Program loaded_archetypes(const std::string& text) {
  auto result = load(text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&result)) {
    std::string all = text + "\n";
    for (const Problem& problem : *problems) all += coreecs::show("archetypes", problem) + "\n";
    throw std::runtime_error(all);
  }
  return std::get<Program>(std::move(result));
}

bool same_term(const Term& a, const Term& b) {
  if (a.form().index() != b.form().index()) return false;
  const std::vector<Term> of_a = parts(a), of_b = parts(b);
  if (of_a.size() != of_b.size()) return false;
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (!same_term(of_a[i], of_b[i])) return false;
  const auto events = [](const Event& a, const Event& b) {
    const auto labels = [](const Event& evt) {
      return std::visit(Clauses{[](const Create& evt) {
                                  std::vector<Label> all;
                                  for (const auto& each : evt.components) all.push_back(each.first);
                                  return all;
                                },
                                [](const Destroy&) { return std::vector<Label>(); },
                                [](const Add& evt) { return std::vector{evt.C}; },
                                [](const Remove& evt) { return std::vector{evt.C}; }},
                        evt);
    };
    return a.index() == b.index() && labels(a) == labels(b);
  };
  const auto* other = &b;
  return match(
      a.form(),
      [&](const Literal& v) {
        const Literal& v2 = std::get<Literal>(other->form());
        return v.v == v2.v && v.C == v2.C;
      },
      [&](const Variable& x) { return x.x == std::get<Variable>(other->form()).x; }, [](const If&) { return true; },
      [](const Sequence&) { return true; }, [&](const Read& t) { return t.C == std::get<Read>(other->form()).C; },
      [&](const Write& t) { return t.C == std::get<Write>(other->form()).C; },
      [&](const Staged& t) { return events(t.evt, std::get<Staged>(other->form()).evt); },
      [&](const Immediate& t) { return events(t.evt, std::get<Immediate>(other->form()).evt); },
      [&](const Apply& t) {
        const Operation& o = *std::get<Apply>(other->form()).o;
        return t.o->name == o.name && t.o->takes == o.takes && t.o->yields == o.yields;
      });
}

/// Whether a term is one that the rule is about at which a call, or (staged) an event, is stuck.
bool is_about(const Stuck& stuck, bool staged, const Term& t) {
  const auto& form = t.form();
  if (staged) return std::holds_alternative<Staged>(form);
  if (stuck.rule == "reduce/read-comp") return std::holds_alternative<Read>(form);
  if (stuck.rule == "reduce/write-comp") return std::holds_alternative<Write>(form);
  if (stuck.rule == "reduce/seq") return std::holds_alternative<Sequence>(form);
  if (stuck.rule == "reduce/if-true") return std::holds_alternative<If>(form);
  if (stuck.rule.rfind("event/", 0) == 0) return std::holds_alternative<Immediate>(form);
  const Apply* operation = std::get_if<Apply>(&form);
  return stuck.rule == "reduce/operation" && operation && stuck.premise.rfind(operation->o->name + "(", 0) == 0;
}

/// Whether such a term stands at a place of a system.
bool stands_at(const std::string& at, const Stuck& stuck, bool staged, const Term& t, const Origin& origin) {
  if (origin.at() == at && is_about(stuck, staged, t)) return true;
  const std::vector<Term> below = parts(t);
  for (std::size_t i = 0; i < below.size(); ++i)
    if (i < origin.parts().size() && stands_at(at, stuck, staged, below[i], origin.parts()[i])) return true;
  return false;
}

/// Whether the document has something at that JSON Pointer.
bool has(const std::string& text, const std::string& pointer) {
  return Tree::parse(text).contains(Tree::json_pointer(pointer));
}

}  // namespace

// [archetype/format]
TEST_CASE("Programs of the archetype calculus load again as they are printed") {
  prop("load ∘ print = id", [] {
    const Program program = loaded_archetypes(any_document());
    const std::string printed = print(program);
    const Program again = loaded_archetypes(printed);
    RC_ASSERT(print(again) == printed);
    RC_ASSERT(again.schema.size() == program.schema.size());
    RC_ASSERT(again.entities == program.entities);
    RC_ASSERT(again.start == program.start);
    RC_ASSERT(again.frames == program.frames);
    RC_ASSERT(show(again.frame) == show(program.frame));
    RC_ASSERT(again.systems.size() == program.systems.size());
    for (std::size_t k = 0; k < program.systems.size(); ++k) {
      const Leaf one = leaves(program.systems[k]).front(), other = leaves(again.systems[k]).front();
      RC_ASSERT(one.parallel == other.parallel);
      RC_ASSERT(one.function->A == other.function->A);
      RC_ASSERT(one.function->x == other.function->x);
      RC_ASSERT(same_term(one.function->t, other.function->t));
    }
  });
}

// [archetype/judge]
TEST_CASE("What is found to be ill-typed is what the type system refuses") {
  prop("there are findings just where ⊢ 𝓗, fr, nil does not hold, each at a place of the document", [] {
    const std::string text = any_document();
    const Program program = loaded_archetypes(text);
    for (const RuleSet set : {RuleSet::Published, RuleSet::Repaired}) {
      const std::vector<Finding> found = findings(program, rules(set));
      const auto ill = check(State{program.start, program.frame}, program.schema, {.rules = rules(set)});
      RC_ASSERT(found.empty() == !ill);
      note(!ill, "well typed", 0.02);
      for (const Finding& finding : found) {
        RC_ASSERT(has(text, finding.at));
        RC_ASSERT(has(text, finding.step));
        for (const Finding::Cause& cause : finding.causes) RC_ASSERT(has(text, cause.at));
        note(finding.kind == Finding::Kind::Residual, "residual", 0.005);
        note(finding.kind == Finding::Kind::Concurrent, "concurrent", 0.005);
      }
      if (ill) {
        const auto first = [&](const Finding& finding) {
          return finding.rule == ill->rule && finding.premise == ill->premise;
        };
        RC_ASSERT(std::any_of(found.begin(), found.end(), first));
      }
    }
  });
}

// [archetype/run]
TEST_CASE("Runs are those of the calculus, and say where they are stuck") {
  prop("frame by frame the end of a run is that of archetype::run", [] {
    const std::string text = any_document();
    const Program program = loaded_archetypes(text);
    for (const RuleSet set : {RuleSet::Published, RuleSet::Repaired}) {
      const Environment env{.rules = rules(set)};
      std::vector<Heap> seen;
      const Outcome outcome =
          run(program, env, program.frames, [&](std::uint64_t, const Heap& H) { seen.push_back(H); });
      Heap H = program.start;
      std::uint64_t frame = 0;
      std::optional<Stuck> stuck;
      while (frame < program.frames && !stuck) {
        const End end = archetype::run(State{H, program.frame}, env);
        stuck = end.stuck;
        H = end.w.H;
        if (!stuck) RC_ASSERT(seen.at(frame++) == H);
      }
      RC_ASSERT(outcome.frames == frame);
      RC_ASSERT(outcome.w.H == H);
      RC_ASSERT(outcome.failure.has_value() == stuck.has_value());
      note(stuck.has_value(), "stuck", 0.05);
      if (!stuck) continue;
      RC_ASSERT(outcome.failure->stuck == *stuck);
      RC_ASSERT(has(text, outcome.failure->part.at));
      // Of a term that is stuck, and of an event, it is a place in the system that is said, not only the step.
      const bool of_term = !stuck->x.empty() || stuck->event;
      if (of_term) {
        const std::size_t index = outcome.failure->part.index.value();
        RC_ASSERT(stands_at(outcome.failure->part.at, *stuck, stuck->event.has_value(),
                            leaves(program.systems[index]).front().function->t, program.origins[index]));
      }
      note(stuck->event.has_value(), "stuck at an event");
      RC_ASSERT(!of_term || outcome.failure->part.at.rfind("/systems/", 0) == 0);
      RC_ASSERT(stuck->rule != "reduce/operation" || !outcome.failure->why.empty());
      (void)archetype::show(*outcome.failure, program, outcome.w.H, {"file", text});
    }
  });
}

// [archetype/run]
TEST_CASE("Where a run is stuck is found at the heap that the calls before left, and by the rules of the run") {
  const auto failure = [](const std::string& match, const std::string& term, RuleSet set) {
    const Program program = loaded_archetypes(R"({ "calculus": "archetype", "components": { "P": { "n": "int" } },
      "frame": ["s", "sync"], "entities": { "e0": { "P": { "n": 2 } }, "e1": { "P": { "n": 9 } } },
      "systems": { "s": { "match": [)" + match +
                                              R"(], "do": )" + term + "} } }");
    return run(program, {.rules = rules(set)}, 1).failure.value();
  };
  const std::string x = R"({ "entity": "x", "archetype": ["P"] })", y = R"({ "entity": "y", "archetype": ["P"] })";
  // e0 is counted down by the first call and the third one, of ⟨e1, e0⟩.
  const Failure third = failure(
      x + "," + y, R"([{ "set": ["y.P.n", { "-": ["y.P.n", 1] }] }, { "quot": [6, "y.P.n"] }])", RuleSet::Repaired);
  CHECK(third.part.at == "/systems/s/do/1/quot");
  CHECK_FALSE(third.why.empty());
  CHECK(third.x == std::vector{Entity(1), Entity(0)});
  // The entity of an event is not evaluated (A13).
  const Failure event = failure(x, R"([null, { "now": { "destroy": [null, "x"] } }])", RuleSet::Published);
  CHECK(event.part.at == "/systems/s/do/1/now");
  CHECK(event.stuck.premise == "t is an entity");
}

TEST_CASE("A list of a hundred thousand terms is no problem" * doctest::test_suite("slow")) {
  std::string text = R"({ "calculus": "archetype", "components": { "P": { "n": "int" } }, "frame": ["s", "sync"],
    "entities": { "e": { "P": { "n": 0 } } },
    "systems": { "s": { "match": [{ "entity": "x", "archetype": ["P"] }], "do": [)";
  for (int k = 0; k < 100'000; ++k) text += R"({ "set": ["x.P.n", 1] },)";
  text += "[]] } } }";
  const Program program = loaded_archetypes(text);
  CHECK(judge(program, RuleSet::Repaired, 1).good());
  CHECK(print(loaded_archetypes(print(program))) == print(program));
  CHECK(!show(program, Rules::repaired).empty());
}

TEST_CASE("The examples of the archetype calculus do what they expect, and load again as they are printed") {
  auto examples = files("examples/archetypes", ".json");
  std::erase_if(examples, [](const auto& path) { return path.parent_path().filename() == "bridge"; });  // of Core ECS
  CHECK(examples.size() >= 7);
  for (const auto& path : examples) {
    CAPTURE(path);
    const Program program = loaded_archetypes(contents(path));
    CHECK(!program.expectations.empty());
    for (const Expectation& expected : program.expectations)
      for (const std::string& difference : differences(program, expected, program.frames)) FAIL_CHECK(difference);
    const Program again = loaded_archetypes(print(program));
    CHECK(print(again) == print(program));
    CHECK(again.expectations.size() == program.expectations.size());
  }
}

TEST_CASE("What is otherwise than expected of a program of the archetype calculus is told, each by its key") {
  Program program = loaded_archetypes(contents(source_dir / "examples/archetypes/toy.json"));
  Expectation wrong;
  wrong.well_typed = false;
  wrong.ill_typed = "type/comp";
  wrong.runs = false;
  wrong.stuck = "event/add";
  wrong.conflicts = std::vector<std::string>{"residual"};
  wrong.refuted = std::vector<std::string>{"progress"};
  wrong.final = program.start;
  const std::vector<std::string> found = differences(program, wrong, program.frames);
  const std::vector<std::string> keys{"well_typed", "ill_typed", "runs", "stuck", "conflicts", "refuted", "final"};
  REQUIRE(found.size() == keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) CHECK_MESSAGE(found[k].starts_with(keys[k]), found[k]);
}

// [archetype/judge]
TEST_CASE("Of several systems side by side, any two are looked at") {
  const Program program = loaded_archetypes(R"({ "calculus": "archetype",
    "components": { "P": { "n": "int" }, "Q": { "n": "int" } }, "frame": [{ "parallel": ["p", "q", "r"] }, "sync"],
    "entities": { "e": { "P": { "n": 0 } }, "f": { "Q": { "n": 0 } } },
    "systems": { "p": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": "par", "do": { "set": ["x.P.n", 1] } },
                 "q": { "match": [{ "entity": "x", "archetype": ["Q"] }], "run": "par", "do": { "set": ["x.Q.n", 1] } },
                 "r": { "match": [{ "entity": "x", "archetype": ["Q"] }], "run": "par", "do": { "set": ["x.Q.n", 2] } } } })");
  const std::vector<Finding> found = findings(program, rules(RuleSet::Repaired));
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Finding::Kind::Concurrent);
  CHECK(found[0].system == "r");
  REQUIRE(found[0].causes.size() == 1);
  CHECK(found[0].causes[0].system == "q");
}

namespace {

/// A program of components P and F with fields, and tags B and D.
Program small(const std::string& systems, const std::string& frame, const std::string& entities) {
  return loaded_archetypes(R"({ "calculus": "archetype",
    "components": { "P": { "n": "int" }, "F": { "n": "int" }, "B": {}, "D": {} },
    "systems": {)" + systems +
                           R"(}, "frame": [)" + frame + R"(, "sync"], "entities": {)" + entities + "} }");
}
/// A system s on entities x with a P, and others y.
std::string pairs(const std::string& other, const std::string& term) {
  return R"("s": { "match": [{ "entity": "x", "archetype": ["P"] }, { "entity": "y", "archetype": [")" + other +
         R"("] }], "run": "par", "do": )" + term + "}";
}
const std::string one_p = R"("a": { "P": { "n": 1 } })", two_p = one_p + R"(, "b": { "P": { "n": 2 } })";
using Rule = std::pair<std::string, std::string>;

/// Which premises of which rules do not hold, and of which kind of conflict.
std::map<Rule, Finding::Kind> premises(const Program& program, RuleSet set = RuleSet::Repaired) {
  std::map<Rule, Finding::Kind> out;
  for (const Finding& finding : findings(program, rules(set))) out[{finding.rule, finding.premise}] = finding.kind;
  return out;
}

}  // namespace

// [archetype/judge]
TEST_CASE("Of an event that has no type it is said which component its entity has or lacks") {
  const Program program = small(
      R"("s": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": "par", "do": { "lazy": { "remove": ["D", "x"] } } },
         "u": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": "par",
                "do": { "lazy": { "add": ["P", "x", { "n": 1 }] } } })",
      R"("s", "sync", "u")", one_p);
  const std::vector<Finding> found = findings(program, Rules::repaired);
  REQUIRE(found.size() == 2);
  CHECK(found[0].C == 3);
  CHECK(found[0].instead.find("no D,") != std::string::npos);
  CHECK(found[1].C == 0);
  CHECK(found[1].instead.find("a P already") != std::string::npos);
}

// [archetype/judge]
TEST_CASE("Two threads of a par that bring values to one entity are a concurrent conflict") {
  const std::string b = two_p + R"(, "c": { "B": {} })";
  const auto concurrent = [](const Program& program, const std::string& premise) {
    for (const RuleSet set : {RuleSet::Published, RuleSet::Repaired})
      CHECK(premises(program, set) ==
            std::map<Rule, Finding::Kind>{{{"type/data-p", premise}, Finding::Kind::Concurrent}});
  };
  concurrent(small(pairs("B", R"({ "lazy": { "add": ["F", "y", { "n": "x.P.n" }] } })"), R"("s")", b),
             "t adds C ≠ {} to x_1 only");
  concurrent(small(pairs("F", R"({ "set": ["y.F.n", "x.P.n"] })"), R"("s")", b), "t writes x_1 only");
  concurrent(small(pairs("P", R"({ "set": ["x.P.n", 1] })"), R"("s")", b), "A_1 ∉ {A_2, ..., A_n} where t writes");
  CHECK(premises(small(pairs("P", R"({ "lazy": { "destroy": "y" } })"), R"("s")", b)).empty());
}

// [archetype/judge]
TEST_CASE(
    "Every premise of a par that does not hold is reported and what it stages after an immediate event is known") {
  const Program both =
      small(pairs("P", R"([{ "set": ["y.P.n", 2] }, { "now": { "destroy": "x" } }])"), R"("s")", one_p);
  CHECK(premises(both).size() == 2);
  CHECK(premises(both).contains({"type/data-p", "s has no immediate events"}));
  CHECK(premises(both).contains({"type/data-p", "t writes x_1 only"}));

  const Program later = small(
      R"("s": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": "par",
                "do": [{ "now": { "add": ["D", "x"] } }, { "lazy": { "destroy": "x" } }] },
         "u": { "match": [{ "entity": "x", "archetype": ["P", "D"] }], "do": { "set": ["x.P.n", 2] } },
         "v": { "match": [{ "entity": "x", "archetype": ["P"] }], "do": { "set": ["x.P.n", 2] } })",
      R"("s", "u", "v")", one_p);
  std::vector<std::string> residual;
  for (const Finding& finding : findings(later, Rules::repaired))
    if (finding.kind == Finding::Kind::Residual) residual.push_back(finding.system);
  CHECK(residual == std::vector<std::string>{"u"});
}

// [archetype/judge] [claim/soundness]
TEST_CASE("Theorem 1 is asked of every state of a run and not only where a frame begins") {
  const Program program = small(
      R"("s": { "match": [{ "entity": "x", "archetype": ["P"] }], "run": "par",
                "do": [{ "if": [false, { "set": ["x.P.n", 2] }] }, { "lazy": { "destroy": "x" } },
                       { "lazy": { "destroy": "x" } }] })",
      R"("s")", one_p);
  const Verdict verdict = judge(program, RuleSet::Published, 1);
  CHECK_FALSE(verdict.well_typed());
  for (const Claim claim : {Claim::Progress, Claim::Soundness}) {
    const auto& refuted = verdict.refuted.at(static_cast<std::size_t>(claim));
    REQUIRE(refuted);
    CHECK(refuted->step == 1);
  }
}

// [archetype/judge]
TEST_CASE("A system that is never called is told with the archetypes that have all of its own and more") {
  const std::string drift =
      R"("drift": { "match": [{ "entity": "x", "archetype": ["P"] }], "do": { "set": ["x.P.n", 2] } })";
  const Verdict verdict =
      judge(small(drift, R"("drift")", R"("a": { "P": { "n": 1 }, "D": {} })"), RuleSet::Repaired, 2);
  REQUIRE(verdict.unmatched.size() == 1);
  CHECK(verdict.unmatched[0].system == "drift");
  CHECK(verdict.unmatched[0].A == AType{0});
  CHECK(verdict.unmatched[0].larger == std::vector{AType{0, 3}});
  CHECK(verdict.good());
  CHECK(judge(small(drift, R"("drift")", one_p), RuleSet::Repaired, 1).unmatched.empty());
  const std::string gone =
      R"("gone": { "match": [{ "entity": "x", "archetype": ["P"] }], "do": { "now": { "destroy": "x" } } },)";
  CHECK(judge(small(gone + drift, R"("gone", "drift")", one_p), RuleSet::Repaired, 1).unmatched.empty());
}

// [archetype/format]
TEST_CASE("A field that is set leaves the others as its value leaves them in whatever order they are declared") {
  for (const char* fields : {R"("b": "bool", "r": "real")", R"("r": "real", "b": "bool")"}) {
    const Program program = loaded_archetypes(R"({ "calculus": "archetype", "components": { "Q": {)" +
                                              std::string(fields) + R"(} }, "frame": ["s", "sync"],
      "systems": { "s": { "match": [{ "entity": "x", "archetype": ["Q"] }], "run": "par",
                          "do": { "set": ["x.Q.r", [{ "set": ["x.Q.b", true] }, 1.5]] } } },
      "entities": { "a": { "Q": { "r": 0, "b": false } } },
      "expect": { "repaired": { "well_typed": true, "final": { "a": { "Q": { "r": 1.5, "b": true } } } } } })");
    CHECK(differences(program, program.expectations.at(0), 1).empty());
  }
}

}  // namespace coreecs::archetype
