// Programs of the archetype calculus: what is printed loads as the same program, what is found is what the type system
// finds, and runs are those of the calculus, with their places (interp/archetype).
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "interp/archetype/judge.hpp"
#include "interp/archetype/load.hpp"
#include "interp/archetype/operations.hpp"
#include "interp/archetype/print.hpp"
#include "interp/archetype/report.hpp"
#include "interp/archetype/show.hpp"
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

/// Random documents: choices, one after the other; those that are left out are 0, the simplest.
class Documents {
 public:
  explicit Documents(std::vector<std::uint8_t> choices) : choices_(std::move(choices)) {}

  Tree program() {
    Tree out;
    out["calculus"] = "archetype";
    out["components"] = {{"P", {{"n", "int"}, {"r", "real"}}},
                         {"F", {{"b", "bool"}, {"s", "text"}}},
                         {"D", Tree::object()},
                         {"if_", {{"if", "int"}}}};
    pool_ = {1 + choose(15), 1 + choose(15)};
    std::vector<std::string> names;
    for (std::size_t n = 1 + choose(3); n > 0; --n) {
      names.push_back("s" + std::to_string(names.size()));
      out["systems"][names.back()] = system();
    }
    out["frame"] = Tree::array();
    for (std::size_t n = 1 + choose(4); n > 0; --n) out["frame"].push_back(step(names, 2));
    out["frame"].push_back("sync");
    for (std::size_t n = choose(5); n > 0; --n) out["entities"]["e" + std::to_string(n)] = entity();
    out["entities"]["x"] = {{"P", {{"n", 1}, {"r", 0.5}}}};
    out["frames"] = 1 + choose(2);
    return out;
  }

 private:
  std::size_t choose(std::size_t n) { return at_ < choices_.size() ? choices_[at_++] % n : 0; }
  static Tree keyed(const std::string& key, Tree value) {
    Tree out;
    out[key] = std::move(value);
    return out;
  }
  static Tree pair(Tree a, Tree b) { return Tree::array({std::move(a), std::move(b)}); }

  Tree step(const std::vector<std::string>& names, int depth) {
    const std::size_t kind = choose(6);
    if (kind == 5 && depth == 2) return "sync";
    if (kind < 4 || depth == 0) return names[choose(names.size())];
    Tree all = Tree::array();
    for (std::size_t n = 2 + choose(2); n > 0; --n) all.push_back(step(names, depth == 2 ? 1 : 0));
    return keyed("parallel", std::move(all));
  }
  Tree entity() {
    Tree out = Tree::object();
    const std::size_t bits = pool_[choose(2)];
    if (bits & 1) out["P"] = {{"n", choose(4)}, {"r", 1.5}};
    if (bits & 2) out["F"] = {{"b", choose(2) == 0}, {"s", "t"}};
    if (bits & 4) out["D"] = Tree::object();
    if (bits & 8) out["if_"] = {{"if", choose(3)}};
    return out;
  }
  Tree system() {
    Tree out;
    arity_ = 1 + (choose(4) == 3 ? 1 : 0);
    for (std::size_t i = 0; i < arity_; ++i) {
      Tree A = Tree::array();
      const std::size_t bits = choose(4) == 3 ? 1 + choose(15) : pool_[choose(2)];
      for (std::size_t C = 0; C < 4; ++C)
        if (bits >> C & 1) A.push_back(names_[C]);
      out["match"].push_back({{"entity", i == 0 ? "x" : "y"}, {"archetype", A}});
    }
    parallel_ = choose(2) == 0;
    if (parallel_) out["run"] = "par";
    out["do"] = statement(4);
    return out;
  }

  std::string variable() { return arity_ > 1 && choose(2) == 1 ? "y" : "x"; }
  std::string label() { return names_[choose(4)]; }
  Tree entity_term(int depth) {
    if (depth > 0 && choose(8) == 7) return pair(statement(depth - 1), variable());
    return variable();
  }
  Tree integer(int depth) {
    switch (depth > 0 ? choose(8) : choose(2)) {
      case 0:
        return choose(5);
      case 1:
        return variable() + ".P.n";
      case 2:
        return keyed("+", pair(integer(depth - 1), integer(depth - 1)));
      case 3:
        return keyed("floor_div", pair(integer(depth - 1), integer(depth - 1)));
      case 4:
        return keyed("if", Tree::array({truth(depth - 1), integer(depth - 1), integer(depth - 1)}));
      case 5:
        return keyed("floor", real(depth - 1));
      case 6:
        return keyed("field", pair("if", component_term("if_", depth - 1)));
      default:
        return keyed("neg", integer(depth - 1));
    }
  }
  Tree real(int depth) {
    switch (depth > 0 ? choose(4) : choose(2)) {
      case 0:
        return 0.5;
      case 1:
        return variable() + ".P.r";
      case 2:
        return keyed("*", pair(real(depth - 1), choose(4)));
      default:
        return keyed("to_real", integer(depth - 1));
    }
  }
  Tree truth(int depth) {
    switch (depth > 0 ? choose(6) : choose(2)) {
      case 0:
        return choose(2) == 0;
      case 1:
        return variable() + ".F.b";
      case 2:
        return keyed("<", pair(integer(depth - 1), integer(depth - 1)));
      case 3:
        return keyed("and", pair(truth(depth - 1), truth(depth - 1)));
      case 4:
        return keyed("or", pair(truth(depth - 1), truth(depth - 1)));
      default:
        return keyed("==", pair(component_term("P", depth - 1), component_term("P", depth - 1)));
    }
  }
  Tree fields(const std::string& C, int depth) {
    Tree out = Tree::object();
    if (C == "P") out = {{"n", integer(depth)}, {"r", real(depth)}};
    if (C == "F") out = {{"b", truth(depth)}, {"s", keyed("text", "u")}};
    if (C == "if_") out["if"] = integer(depth);
    return out;
  }
  /// A term that yields a component of C.
  Tree component_term(const std::string& C, int depth) {
    switch (choose(depth > 0 ? 4 : 2)) {
      case 0:
        return variable() + "." + C;
      case 1:
        return keyed(C, fields(C, depth - 1));
      case 2:
        return keyed("get", pair(C, entity_term(depth - 1)));
      default:
        return keyed("if", Tree::array({truth(depth - 1), component_term(C, depth - 1), component_term(C, depth - 1)}));
    }
  }
  /// The same where it is expected: its fields, a term, or another one, which has no type.
  Tree component(const std::string& C, int depth) {
    switch (choose(8)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return fields(C, depth);
      case 4:
      case 5:
        return Tree::array({component_term(C, depth)});
      case 6:
        return component_term(label(), 0).is_string() ? Tree(variable() + "." + label()) : Tree();
      default:
        return Tree::array({keyed("if", Tree::array({truth(0), component_term(C, 0), component_term(C, 0)}))});
    }
  }
  Tree event(int depth) {
    const std::string C = label();
    switch (choose(4)) {
      case 0:
        return keyed("destroy", entity_term(depth));
      case 1:
        if (C == "D" && choose(2) == 0) return keyed("add", pair(C, entity_term(depth)));
        return keyed("add", Tree::array({C, entity_term(depth), component(C, depth)}));
      case 2:
        return keyed("remove", pair(C, entity_term(depth)));
      default:
        return keyed("create", keyed(C, component(C, depth)));
    }
  }
  Tree statement(int depth) {
    const std::string C = label();
    switch (depth > 0 ? choose(10) : choose(4)) {
      case 0:
        return keyed("set", pair(variable() + ".P.n", integer(1)));
      case 1:
        return keyed(parallel_ ? "lazy" : "now", event(1));
      case 2:
        return component_term(C, 1);
      case 3:
        return keyed(parallel_ == (choose(8) < 7) ? "lazy" : "now", event(1));
      case 4:
        return keyed("set", pair(variable() + "." + C, component(C, 1)));
      case 5:
        return keyed("if", pair(truth(1), statement(depth - 1)));
      case 6:
        return keyed("if", Tree::array({truth(1), statement(depth - 1), statement(depth - 1)}));
      case 7:
        return keyed("set", Tree::array({C, entity_term(1), component(C, 1)}));
      default: {
        Tree all = Tree::array();
        for (std::size_t n = choose(4); n > 0; --n) all.push_back(statement(depth - 1));
        return all;
      }
    }
  }

  const std::vector<std::string> names_ = {"P", "F", "D", "if_"};
  std::vector<std::uint8_t> choices_;
  std::size_t at_ = 0;
  std::size_t arity_ = 1;
  bool parallel_ = false;
  std::vector<std::size_t> pool_ = {1, 1};
};

std::string any_document() {
  const auto length = *rc::gen::inRange<std::size_t>(0, 160);
  return Documents(*rc::gen::container<std::vector<std::uint8_t>>(length, rc::gen::arbitrary<std::uint8_t>()))
      .program()
      .dump();
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
        const Literal& v_ = std::get<Literal>(other->form());
        return v.v == v_.v && v.C == v_.C;
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
  CHECK(third.why == "division by zero");
  CHECK(third.x == std::vector{Entity(1), Entity(0)});
  // The entity of an event is not evaluated (A13).
  const Failure event = failure(x, R"([null, { "now": { "destroy": [null, "x"] } }])", RuleSet::Published);
  CHECK(event.part.at == "/systems/s/do/1/now");
  CHECK(event.stuck.premise == "t is an entity");
}

TEST_CASE("A list of a hundred thousand terms is no problem") {
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
  const auto examples = files("examples/archetype", ".json");
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
  Program program = loaded_archetypes(contents(source_dir / "examples/archetype/toy.json"));
  Expectation wrong;
  wrong.well_typed = false;
  wrong.ill_typed = "type/comp";
  wrong.runs = false;
  wrong.stuck = "event/add";
  wrong.conflicts = std::vector<std::string>{"residual"};
  wrong.refuted = std::vector<std::string>{"progress"};
  wrong.final = program.start;
  const std::vector<std::string> found = differences(program, wrong, program.frames);
  REQUIRE(found.size() == 7);
  CHECK(found[0] == "well_typed: expected false, found true");
  CHECK(found[1] == R"(ill_typed: expected "type/comp", found nothing)");
  CHECK(found[2] == "runs: expected false, found true");
  CHECK(found[3] == R"(stuck: expected "event/add", found nothing)");
  CHECK(found[4] == R"(conflicts: expected ["residual"], found [])");
  CHECK(found[5] == R"(refuted: expected ["progress"], found [])");
}

}  // namespace coreecs::archetype
