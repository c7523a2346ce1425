// Loading programs (program format §1 to §5): what is accepted and what it means.
#include "interp/language/format/load.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "interp/language/format/print.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/names.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;

namespace {

const Entity e0{std::uint64_t{0}};

const std::string toy_physics = R"({
  "name": "toy physics",
  "components": { "Pos": "int", "Vel": "int" },
  "systems": {
    "inertia": {
      "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
      "do": { "attach": ["Pos", "e", { "+": ["p", "v"] }] }
    },
    "collide": {
      "match": [ { "entity": "j", "incl": { "Pos": "pj", "Vel": "vj" } },
                 { "entity": "h", "incl": { "Pos": "ph" }, "excl": ["Vel"] } ],
      "do": { "if": [ { "==": ["pj", "ph"] },
        [ { "detach": ["Pos", "j"] },
          { "detach": ["Vel", "j"] },
          { "attach": ["Vel", "h", { "ceil_div": ["vj", 2] }] },
          { "new": ["l", [ { "attach": ["Pos", "l", "pj"] },
                           { "attach": ["Vel", "l", { "ceil_div": [{ "neg": "vj" }, 2] }] } ]] } ] ] }
    }
  },
  "schedules": {
    "main": { "then": [ { "conc": "inertia" }, { "seq": "collide" } ] },
    "lost_write": { "then": [ { "conc": "inertia" }, { "conc": "collide" } ] }
  },
  "entities": { "e0": { "Pos": 1, "Vel": 6 }, "e1": { "Pos": 7 }, "e2": { "Pos": 9, "Vel": -2 } },
  "frames": 2,
  "expect": { "main": { "confluent": true, "invocations": 4, "linearizations": "8.26e55",
                        "final": { "e1": { "Pos": 10, "Vel": 3 }, "e3": { "Pos": 4, "Vel": -3 } } } }
})";

struct Inputs {
  std::int64_t n = 7;
  double v = 2.5;
  Cell out = Value(4);
  Cell ratio = {};
};

/// What the system does for e0 and some inputs.
Mutation done(const Program& program, const Inputs& inputs) {
  const Entity e = e0;
  const Cell cells[] = {Value(true),  Value(inputs.n),  Value(inputs.v),
                        Value("abc"), Value(Entity(1)), Value(Record({Value(3), Value(0.5)})),
                        inputs.out,   inputs.ratio};
  return program.systems.front()->f({std::span(&e, 1), cells});
}

/// The value of a term, of the type of a component.
Value value(const std::string& component, const std::string& term, const Inputs& inputs = {}) {
  const Program program = loaded(system_doing(R"({ "attach": [")" + component + R"(", "e", )" + term + "] }"));
  return std::get<Attach>(done(program, inputs)).k;
}
Value integer(const std::string& term, const Inputs& inputs = {}) { return value("Out", term, inputs); }
Value real(const std::string& term, const Inputs& inputs = {}) { return value("Ratio", term, inputs); }
Value truth(const std::string& term, const Inputs& inputs = {}) { return value("Flag", term, inputs); }

/// The place of the run-time error of a term.
std::string error(const std::string& component, const std::string& term, const Inputs& inputs = {}) {
  const Program program = loaded(system_doing(R"({ "attach": [")" + component + R"(", "e", )" + term + "] }"));
  try {
    (void)done(program, inputs);
  } catch (const RuntimeError& e) {
    CHECK(e.system == "s");
    CHECK(e.entities == std::vector{e0});
    return e.pointer;
  }
  return "none";
}

}  // namespace

TEST_CASE("the toy physics loads") {
  const Program program = loaded(toy_physics);
  CHECK(program.name == "toy physics");
  CHECK(program.frames == 2);
  CHECK(program.entities == std::vector<std::string>{"e0", "e1", "e2"});
  CHECK(*program.start.at({e0, 1}) == Value(6));
  CHECK(program.start.at({Entity(1), 1}) == nullptr);
  REQUIRE(program.schedules.size() == 2);
  CHECK(program.schedules[1].name == "lost_write");
  CHECK(program.schedules[0].z.leaves() == 2);
  REQUIRE(program.systems.size() == 2);
  CHECK(std::get<And>(program.systems[1]->q[1]).conjuncts.size() == 2);
  REQUIRE(program.expectations.size() == 1);
  CHECK(program.expectations[0].linearizations == "8.26e55");
  CHECK(*program.expectations[0].final->at({stand_in(CreatedIndex{0}, *program.stand_ins), 0}) == Value(4));  // e3
  CHECK(program.terms.at("collide").match[0].entity.name == "j");
}

TEST_CASE("a system function yields the mutation that is written down") {
  const Program program = loaded(toy_physics);
  const Entity e[] = {e0, Entity(1)};
  const Cell w[] = {Value(7), Value(5), Value(7), std::nullopt};
  const Attach moved = std::get<Attach>(program.systems[0]->f({std::span(e, 1), std::span(w, 2)}));
  CHECK(moved.e == e0);
  CHECK(moved.k == Value(12));
  const Mutation collided = program.systems[1]->f({e, w});
  const std::vector<Mutation>& parts = std::get<Compose>(collided).parts();
  REQUIRE(parts.size() == 4);
  CHECK(std::get<Attach>(parts[2]).k == Value(3));
  const Mutation created = std::get<New>(parts[3]).f(Entity(9));
  CHECK(std::get<Attach>(std::get<Compose>(created).parts()[1]).k == Value(-2));
  CHECK(std::get<Attach>(std::get<Compose>(created).parts()[1]).e == Entity(9));
  const Cell apart[] = {Value(7), Value(5), Value(8), std::nullopt};
  CHECK(std::holds_alternative<Nil>(program.systems[1]->f({e, apart})));
}

TEST_CASE("terms have the values of the format") {
  CHECK(integer("5") == Value(5));
  CHECK(integer("\"p.x\"") == Value(3));
  CHECK(value("Label", R"({"text": "p.x"})") == Value("p.x"));
  CHECK(value("Friend", R"({"entity": "e1"})") == Value(Entity(1)));
  CHECK(value("Tag", "null") == Value(Unit{}));
  CHECK(value("Place", R"({"record": {"y": 1, "x": 2}})") == Value(Record({Value(2), Value(1.0)})));
  CHECK(integer(R"({"+": ["n", 1, 2]})") == Value(10));
  CHECK(integer(R"({"*": ["n", 2, 3]})") == Value(42));
  CHECK(integer(R"({"-": ["n", 10]})") == Value(-3));
  CHECK(integer(R"({"abs": {"neg": "n"}})") == Value(7));
  CHECK(integer(R"({"min": ["n", 3, 5]})") == Value(3));
  CHECK(integer(R"({"max": ["n", 3, 9]})") == Value(9));
  CHECK(real(R"({"/": ["v", 2]})") == Value(1.25));
  CHECK(truth(R"({"<": [{"text": "ab"}, "l"]})") == Value(true));
  CHECK(truth(R"({"<": [{"text": "z"}, {"text": "ä"}]})") == Value(true));
  CHECK(truth(R"({"and": ["b", {">=": ["n", 7]}, {"not": {"!=": ["f", {"entity": "e1"}]}}]})") == Value(true));
  CHECK(truth(R"({"or": [{">": ["n", 7]}, {"<=": ["v", 2]}]})") == Value(false));
  CHECK(integer(R"({"if": ["b", 1, 2]})") == Value(1));
  CHECK(integer(R"({"let": ["x", "n", {"+": ["x", "x"]}]})") == Value(14));
}

TEST_CASE("the five divisions") {
  const auto all = [](std::int64_t a, int b) {
    std::vector<Value> values;
    for (const char* operation : {"ceil_div", "floor_div", "quot", "rem", "mod"})
      values.push_back(integer("{\"" + std::string(operation) + "\": [\"n\", " + std::to_string(b) + "]}", {.n = a}));
    return values;
  };
  CHECK(all(7, 2) == std::vector<Value>{4, 3, 3, 1, 1});
  CHECK(all(-7, 2) == std::vector<Value>{-3, -4, -3, -1, 1});
  CHECK(all(7, -2) == std::vector<Value>{-3, -4, -3, 1, -1});
  CHECK(all(-7, -2) == std::vector<Value>{4, 3, 3, -1, -1});
  CHECK(all(6, 2) == std::vector<Value>{3, 3, 3, 0, 0});
  CHECK(integer(R"({"rem": ["n", -1]})", {.n = INT64_MIN}) == Value(0));
  CHECK(integer(R"({"mod": ["n", -1]})", {.n = INT64_MIN}) == Value(0));
}

TEST_CASE("anyway variables are optional values") {
  const Inputs none{.out = {}};
  CHECK(truth(R"({"present": "o"})") == Value(true));
  CHECK(truth(R"({"present": "o"})", none) == Value(false));
  CHECK(integer(R"({"default": ["o", -1]})") == Value(4));
  CHECK(integer(R"({"default": ["o", -1]})", none) == Value(-1));
  CHECK(integer(R"({"default": ["o", {"quot": [1, 0]}]})") == Value(4));
  CHECK(integer(R"({"case": ["o", "x", {"*": ["x", "x"]}, 0]})") == Value(16));
  CHECK(integer(R"({"case": ["o", "_", 1, 0]})", none) == Value(0));
  CHECK(real(R"({"default": ["r", 1]})") == Value(1.0));
}

TEST_CASE("an integer literal stands for a real where a real is expected") {
  CHECK(real("1") == Value(1.0));
  CHECK(real(R"({"+": [1, 2]})") == Value(3.0));
  CHECK(real(R"({"+": [1, {"*": [2, "v"]}]})") == Value(6.0));
  CHECK(real(R"({"-": ["v", {"min": [1, {"max": [0, {"neg": 2}]}]}]})") == Value(2.5));
  CHECK(real(R"({"if": ["b", 1, "v"]})") == Value(1.0));
  CHECK(real(R"({"let": ["x", 1, {"abs": -2}]})") == Value(2.0));
  CHECK(real(R"({"case": ["o", "x", 1, "v"]})") == Value(1.0));
  CHECK(real(R"({"/": [1, 4]})") == Value(0.25));
  CHECK(truth(R"({"==": [2, 2.0]})") == Value(true));
  CHECK(truth(R"({"==": ["p", {"record": {"x": 3, "y": 1}}]})") == Value(false));
  CHECK(truth(R"({"==": [{"record": {"a": 1, "b": "v"}}, {"record": {"a": "v", "b": 1}}]})") == Value(false));
  CHECK(truth(R"({"==": [{"let": ["x", 2, "x"]}, {"default": ["o", 2]}]})") == Value(false));
  CHECK(integer(R"({"+": ["n", {"*": [9223372036854775807, 1]}]})", {.n = 0}) == Value(INT64_MAX));
  CHECK(real(R"({"*": [9223372036854775807, 2]})") == Value(18446744073709551616.0));
}

TEST_CASE("reals are compared numerically, and min and max keep the first of equals") {
  CHECK(truth(R"({"==": [0.0, -0.0]})") == Value(true));
  CHECK(truth(R"({"==": [{"record": {"z": 0.0}}, {"record": {"z": -0.0}}]})") == Value(true));
  CHECK(real(R"({"min": [0.0, -0.0]})") == Value(0.0));
  CHECK(real(R"({"max": [-0.0, 0.0]})") == Value(-0.0));
  CHECK(real(R"({"neg": 0.0})") == Value(-0.0));
}

TEST_CASE("run-time errors name the term") {
  const Inputs large{.n = INT64_MAX};
  const Inputs small{.n = INT64_MIN};
  CHECK(error("Out", R"({"+": [{"+": ["n", 0]}, 1]})", large) == "/systems/s/do/attach/2/+");
  CHECK(error("Out", R"({"*": ["n", 2]})", large) == "/systems/s/do/attach/2/*");
  CHECK(error("Out", R"({"-": ["n", 1]})", small) == "/systems/s/do/attach/2/-");
  CHECK(error("Out", R"({"neg": "n"})", small) == "/systems/s/do/attach/2/neg");
  CHECK(error("Out", R"({"abs": "n"})", small) == "/systems/s/do/attach/2/abs");
  for (const std::string operation : {"quot", "ceil_div", "floor_div"})
    CHECK(error("Out", "{\"" + operation + "\": [\"n\", -1]}", small) == "/systems/s/do/attach/2/" + operation);
  for (const std::string operation : {"quot", "ceil_div", "floor_div", "rem", "mod"})
    CHECK(error("Out", "{\"" + operation + "\": [\"n\", 0]}") == "/systems/s/do/attach/2/" + operation);
  CHECK(error("Ratio", R"({"/": ["v", -0.0]})") == "/systems/s/do/attach/2/~1");
  CHECK(error("Ratio", R"({"/": ["v", 1e-308]})") == "/systems/s/do/attach/2/~1");
  CHECK(error("Ratio", R"({"*": ["v", 1e308]})") == "/systems/s/do/attach/2/*");
}

TEST_CASE("terms are evaluated from left to right, and lazily in branches") {
  CHECK(error("Out", R"({"+": [{"quot": ["n", 0]}, {"rem": ["n", 0]}]})") == "/systems/s/do/attach/2/+/0/quot");
  CHECK(error("Place", R"({"record": {"y": {"/": ["v", 0]}, "x": {"quot": ["n", 0]}}})") ==
        "/systems/s/do/attach/2/record/y/~1");
  CHECK(integer(R"({"if": ["b", 1, {"quot": [1, 0]}]})") == Value(1));
  CHECK(truth(R"({"and": [false, {"==": [{"quot": [1, 0]}, 1]}]})") == Value(false));
  CHECK(truth(R"({"or": [true, {"==": [{"quot": [1, 0]}, 1]}]})") == Value(true));
  CHECK(error("Out", R"({"let": ["x", {"quot": [1, 0]}, 1]})") == "/systems/s/do/attach/2/let/1/quot");
}

TEST_CASE("mutations mean what the format says") {
  const auto run = [](const std::string& mutation, const Inputs& inputs = {}) {
    return done(loaded(system_doing(mutation)), inputs);
  };
  CHECK(std::holds_alternative<Nil>(run("[]")));
  CHECK(std::get<Attach>(run(R"({"attach": ["Tag", "e"]})")).k == Value(Unit{}));
  CHECK(std::get<Attach>(run(R"([[{"attach": ["Tag", "f", null]}]])")).e == Entity(1));
  const Mutation destroyed = run(R"({"destroy": "e"})");
  REQUIRE(std::get<Compose>(destroyed).parts().size() == 9);
  CHECK(std::get<Detach>(std::get<Compose>(destroyed).parts()[8]).i == 8);
  CHECK(std::holds_alternative<Nil>(run(R"({"if": [{"not": "b"}, {"detach": ["Out", "e"]}]})")));
  CHECK(std::get<Attach>(run(R"({"let": ["x", {"+": ["n", 1]}, {"attach": ["Out", "e", "x"]}]})")).k == Value(8));
  CHECK(std::get<Attach>(run(R"({"case": ["o", "x", {"attach": ["Out", "e", {"neg": "x"}]}]})")).k == Value(-4));
  CHECK(std::holds_alternative<Nil>(run(R"({"case": ["r", "x", {"attach": ["Ratio", "e", "x"]}]})")));
  // A ν may be performed more than once, and nested ones see the variables around them.
  const Mutation created = run(R"({"new": ["a", {"new": ["c", {"attach": ["Friend", "a", "c"]}]}]})");
  for (const std::uint64_t a : {5u, 6u}) {
    const Mutation inner = std::get<New>(created).f(Entity(a));
    const Attach attached = std::get<Attach>(std::get<New>(inner).f(Entity(a + 10)));
    CHECK(attached.e == Entity(a));
    CHECK(attached.k == Value(Entity(a + 10)));
  }
  const Mutation failing = run(R"({"new": ["_", {"attach": ["Out", "e", {"quot": ["n", 0]}]}]})");
  CHECK_THROWS_AS((void)std::get<New>(failing).f(Entity(5)), RuntimeError);
}

// [static/conc] [static/par]
TEST_CASE("effects follow entity literals through defaults and fields of records") {
  const auto writes_literal = [](const std::string& target) {
    return loaded(R"({ "components": { "Of": "entity", "N": "int" },
      "systems": { "s": { "match": [ { "entity": "e", "anyway": { "Of": "o" } } ], "do": )" +
                  target + R"( } },
      "schedules": { "main": { "conc": "s" } }, "entities": { "e0": {} } })")
        .systems[0]
        ->effects->writes_entity_literal;
  };
  CHECK(writes_literal(R"({ "attach": ["N", { "default": ["o", { "entity": "e0" }] }, 1] })"));
  CHECK_FALSE(writes_literal(R"({ "attach": ["N", { "default": ["o", "e"] }, 1] })"));
  CHECK(writes_literal(
      R"({ "let": ["r", { "record": { "a": { "entity": "e0" }, "b": 1 } }, { "detach": ["N", "r.a"] }] })"));
  CHECK(writes_literal(
      R"({ "let": ["r", { "record": { "b": 1, "a": { "entity": "e0" } } }, { "detach": ["N", "r.a"] }] })"));
}

TEST_CASE("effects follow entities to where they come from") {
  const auto of = [](const std::string& mutation) { return *loaded(system_doing(mutation)).systems[0]->effects; };
  const Effects own = of(R"([{"attach": ["Out", "e", 1]}, {"new": ["x", {"attach": ["Friend", "x", "f"]}]}])");
  CHECK(own.writes == LabelSet{0, 7});
  CHECK(own.reads == LabelSet{0, 1, 3, 4, 5, 6, 7, 8});
  CHECK_FALSE(own.writes_entity_literal);
  CHECK_FALSE(own.writes_component_entity);
  CHECK(of(R"({"destroy": "e"})").writes.size() == 9);
  CHECK(of(R"({"detach": ["Tag", "f"]})").writes_component_entity);
  CHECK(of(R"({"let": ["x", {"if": ["b", "e", {"entity": "e0"}]}, {"detach": ["Tag", "x"]}]})").writes_entity_literal);
  CHECK(of(R"({"let": ["x", {"record": {"a": "f"}}, {"detach": ["Tag", "x.a"]}]})").writes_component_entity);
  const Effects mentioned = of(R"({"if": [{"==": ["e", {"entity": "e0"}]}, {"detach": ["Tag", "e"]}]})");
  CHECK_FALSE(mentioned.writes_entity_literal);
}

TEST_CASE("an invariant holds where its term is true of every match") {
  const Program program = loaded(R"({
    "components": { "Health": "int", "Armour": "int", "Of": "entity" },
    "systems": { "s": { "match": [ { "incl": { "Health": "_" } } ], "do": [] } },
    "schedules": { "z": { "conc": "s" } },
    "invariants": {
      "sane": { "match": [ { "entity": "e", "incl": { "Health": "h" }, "excl": ["Of"], "anyway": { "Armour": "a" } } ],
                "holds": { ">=": [{ "+": ["h", { "case": ["a", "x", { "neg": "x" }, 0] }] }, 0] } },
      "owners": { "match": [ { "incl": { "Of": "o" } }, { "entity": "e", "incl": { "Health": "h" } } ],
                  "holds": { "or": [{ "!=": ["e", "o"] }, { "!=": [{ "rem": [6, "h"] }, 0] }] } } },
    "entities": { "e0": { "Health": 1 }, "e1": { "Health": 3, "Armour": 2 }, "e2": { "Of": "e1" }, "e3": { "Of": "e0" } },
    "expect": { "z": { "invariants": { "owners": false, "sane": true } } } })");
  REQUIRE(program.invariants.size() == 2);
  const Invariant& sane = program.invariants[0];
  const Invariant& owners = program.invariants[1];
  using Entities = std::vector<Entity>;
  const auto first = [](const Invariant& invariant, const State& c, const Environment& env) {
    const std::optional<Violation> found = violation(invariant, c, c, env);
    return found ? std::optional(found->entities) : std::nullopt;
  };
  CHECK(sane.name == "sane");
  CHECK(first(sane, State(3), {}) == std::nullopt);
  CHECK(first(sane, program.start, {}) == std::nullopt);
  CHECK(first(sane, State(program.start).with(1, e0, 2), {}) == Entities{e0});
  CHECK(first(sane, State(program.start).with(1, Entity(1), 4).with(0, e0, -1), {}) == Entities{e0});
  CHECK(first(owners, program.start, {}) == Entities{Entity(2), Entity(1)});
  const Environment backwards{{}, [](std::span<const Entity> a, std::span<const Entity> b) { return b[0] < a[0]; }};
  CHECK(first(owners, program.start, backwards) == Entities{Entity(3), e0});
  CHECK(program.expectations[0].invariants ==
        std::vector<std::pair<std::string, bool>>{{"owners", false}, {"sane", true}});
  try {
    (void)first(owners, State(program.start).with(0, Entity(1), 0), {});
    FAIL_CHECK("no run-time error");
  } catch (const RuntimeError& error) {
    CHECK(error.invariant);
    CHECK(error.system == "owners");
    CHECK(error.entities == Entities{Entity(2), Entity(1)});
    CHECK(error.pointer == "/invariants/owners/holds/or/1/!=/0/rem");
  }
}

TEST_CASE("entities are numbered in the order of their names") {
  const Program program = loaded(R"({
    "components": { "N": "int", "To": "entity" },
    "systems": { "s": { "match": [ { "incl": { "N": "_" } } ], "do": [] } },
    "schedules": { "z": { "conc": "s" } },
    "entities": { "zed": { "N": 1 }, "e10": { "To": "zed" }, "e9": { "N": 2 }, "Abe": {}, "e09": {} },
    "expect": { "z": { "final": { "e11": { "To": "e12" } } } } })");
  CHECK(program.entities == std::vector<std::string>{"e09", "e9", "e10", "Abe", "zed"});
  CHECK(*program.start.at({Entity(2), 1}) == Value(Entity(4)));
  CHECK(*program.start.at({Entity(1), 0}) == Value(2));
  const Entity e11 = stand_in(CreatedIndex{0}, *program.stand_ins), e12 = stand_in(CreatedIndex{1}, *program.stand_ins);
  CHECK(*program.expectations[0].final->at({e11, 1}) == Value(e12));
  CHECK(program.frames == 1);
}

TEST_CASE("schedules are grouped from the left, however wide") {
  std::string parts = R"({"conc": "s"})";
  for (int k = 1; k < 100'000; ++k) parts += R"(, {"seq": "s"})";
  const Program program = loaded(R"({"components": {"N": "int"},
    "systems": {"s": {"match": [{"excl": ["N"]}], "do": []}},
    "schedules": {"wide": {"then": [)" +
                                 parts + R"(]}, "one": {"par": [{"par": [{"conc": "s"}]}]}}})");
  CHECK(program.schedules[0].z.leaves() == 100'000);
  CHECK(std::holds_alternative<Seq>(std::get<Then>(program.schedules[0].z.form()).right.form()));
  CHECK(std::holds_alternative<Conc>(program.schedules[1].z.form()));
}

TEST_CASE("a tree is read as its text is: the same program, or the same problems in the same places") {
  using nlohmann::ordered_json;
  std::string deep = "1";
  for (int k = 0; k < 300; ++k) deep = "[" + deep + "]";
  const std::string wrong =
      R"({ "components": { "Pos": "imt", "Vel": true }, "entities": { "e0": null, "e1": { "P": [] } },
    "systems": { "s": { "match": [ { "incl": { "Vel": -1 } } ], "do": 1.5 } }, "schedules": 9223372036854775808 })";
  for (const std::string& text : {toy_physics, wrong, "{ \"name\": " + deep + " }"}) {
    auto of_text = load(text);
    const auto of_tree = load_tree(ordered_json::parse(text));
    if (auto* problems = std::get_if<1>(&of_text))
      for (Problem& problem : *problems) problem.at.reset();  // a tree has no lines
    REQUIRE(of_text.index() == of_tree.index());
    if (of_text.index() == 0)
      CHECK(print(std::get<0>(of_text)) == print(std::get<0>(of_tree)));
    else
      CHECK(std::get<1>(of_text) == std::get<1>(of_tree));
  }
}

TEST_CASE("states and schedules become the trees that they are loaded from") {
  using nlohmann::ordered_json;
  const ordered_json document = ordered_json::parse(R"({
    "components": { "U": "unit", "B": "bool", "I": "int", "R": "real", "T": "text", "E": "entity",
                    "S": { "x": "real", "y": { "z": "entity" } } },
    "systems": { "s": { "match": [ { "incl": { "U": "_" } } ], "do": [] } },
    "schedules": { "main": { "then": [ { "conc": "s" }, { "par": [ { "seq": "s" }, { "conc": "s" }, { "seq": "s" } ] } ] } },
    "entities": { "e0": { "U": null, "B": false, "I": -7, "R": 2.0, "T": "\"\u00e9", "E": "e2",
                          "S": { "x": -0.5, "y": { "z": "e0" } } },
                  "e1": {}, "e2": { "B": true } } })");
  const Program program = std::get<0>(load_tree(document));
  CHECK(tree(program.start, program) == document["entities"]);
  CHECK(tree(program.schedules[0].z) == document["schedules"]["main"]);
}
