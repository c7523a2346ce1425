// The primitive operations of the archetype calculus: what the terms of the program format yield, and where they fail.
#include "interp/archetypes/archetype/operations.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace coreecs::archetype {

namespace {

constexpr Tau Bool = Primitive::Bool, Int = Primitive::Int, Float = Primitive::Float, String = Primitive::Text;
constexpr std::int64_t least = INT64_MIN, most = INT64_MAX;

Value text(const char* s) { return s; }

/// What o yields for these operands, of this type; no value where that is undefined.
struct Row {
  std::string name;
  Tau of;
  std::vector<Value> operands;
  std::optional<Value> value;
  std::string why = {};
};

std::vector<Row> rows() {
  return {
      {"+", Int, {1, 2, 3}, 6},
      {"+", Int, {most, 1}, {}, "integer overflow: 9223372036854775807 + 1"},
      {"+", Float, {0.5, 0.25}, 0.75},
      {"+", Float, {1.7e308, 1.7e308}, {}, "real overflow: 1.7e+308 + 1.7e+308"},
      {"*", Int, {2, 3, 7}, 42},
      {"min", Int, {3, 1, 2}, 1},
      {"max", Float, {0.5, 1.5}, 1.5},
      {"-", Int, {1, 3}, -2},
      {"neg", Int, {5}, -5},
      {"neg", Int, {least}, {}, "integer overflow: neg -9223372036854775808"},
      {"abs", Float, {-0.5}, 0.5},
      {"/", Float, {1.0, 4.0}, 0.25},
      {"/", Float, {1.0, 0.0}, {}, "division by zero"},
      {"ceil_div", Int, {-7, 2}, -3},
      {"floor_div", Int, {-7, 2}, -4},
      {"floor_div", Int, {1, 0}, {}, "division by zero"},
      {"quot", Int, {-7, 2}, -3},
      {"rem", Int, {-7, 2}, -1},
      {"mod", Int, {-7, 2}, 1},
      {"==", String, {text("a"), text("a")}, true},
      {"==", Float, {0.0, -0.0}, true},
      {"!=", Bool, {true, false}, true},
      {"<", String, {text("a"), text("b")}, true},
      {"<=", Int, {2, 2}, true},
      {">", Int, {2, 2}, false},
      {">=", Float, {2.0, 2.5}, false},
      {"not", Bool, {true}, false},
      {"to_real", Int, {3}, 3.0},
      {"floor", Float, {-1.5}, -2},
      {"floor", Float, {1e300}, {}, "integer overflow: floor 1e+300"},
      {"ceil", Float, {-1.5}, -1},
      {"trunc", Float, {-1.5}, -1},
      {"round", Float, {2.5}, 3},
      {"sqrt", Float, {2.25}, 1.5},
      {"sqrt", Float, {-1.0}, {}, "square root of -1.0"},
      {"sin", Float, {0.0}, 0.0},
      {"cos", Float, {0.0}, 1.0},
      {"text_of", Int, {12}, text("12")},
      {"concat", String, {text("a"), text("b"), text("c")}, text("abc")},
  };
}

std::shared_ptr<const Operation> of(const std::string& name, const std::vector<Tau>& takes) {
  return operation(name, takes);
}

/// Whether a value has a type: of an entity, whether it is any entity.
bool is_of(const Value& v, const Tau& tau, const Schema& schema) {
  return std::visit(Clauses{[&](Primitive P) { return primitive(v) == P; },
                            [&](Unit) { return std::holds_alternative<Unit>(v.sum()); },
                            [&](Label C) { return is_component(v, schema[C]); },
                            [&](const AType&) { return std::holds_alternative<Entity>(v.sum()); }},
                    tau);
}

}  // namespace

TEST_CASE("Operations of the archetype calculus yield what terms of programs do, and are undefined where these fail") {
  std::set<std::string, std::less<>> seen;
  for (const Row& row : rows()) {
    CAPTURE(row.name);
    const auto o = of(row.name, std::vector<Tau>(row.operands.size(), row.of));
    REQUIRE(o);
    CHECK(o->name == row.name);
    const std::optional<Value> value = o->delta(row.operands);
    CHECK(value == row.value);
    CHECK(why_undefined(*o, row.operands) == row.why);
    if (value) CHECK(is_of(*value, o->yields, {}));
    seen.insert(row.name);
  }
  for (const std::string_view name : operation_names()) {
    CAPTURE(name);
    CHECK(seen.count(name) == 1);
  }
}

TEST_CASE("There is no operation of the archetype calculus for operands of other types, or for more or fewer") {
  for (const char* name : {"+", "*", "min", "-", "abs", "<"}) CHECK(!of(name, {Bool, Bool}));
  for (const char* name : {"+", "==", "<"}) CHECK(!of(name, {Int, Float}));
  CHECK(!of("/", {Int, Int}));
  CHECK(!of("mod", {Float, Float}));
  CHECK(!of("not", {Int}));
  CHECK(!of("not", {Bool, Bool}));
  CHECK(!of("-", {Int, Int, Int}));
  CHECK(!of("+", {Int}));
  CHECK(!of("floor", {Int}));
  CHECK(!of("==", {AType{0}, AType{0}}));
  CHECK(!of("and", {Bool, Bool}));
  CHECK(!of("plus", {Int, Int}));
}

TEST_CASE("δ is undefined, and does not throw, for values of other types, as an ill-typed heap may hold") {
  const std::vector<Value> all = {
      Unit{}, true, 1, 0.5, text("s"), Entity(0), Record{Value(1)}, Record{}, Record{Value(0.5)}};
  const Schema schema = {{"P", {{"n", Primitive::Int}}}};
  std::vector<std::shared_ptr<const Operation>> operations = {field(schema, 0, 0), maker(schema, 0),
                                                              of("==", {Label{0}, Label{0}})};
  for (const Row& row : rows()) operations.push_back(of(row.name, std::vector<Tau>(row.operands.size(), row.of)));
  for (const auto& o : operations) {
    CAPTURE(o->name);
    CHECK(!o->delta({}));
    for (const Value& v : all) {
      std::vector<Value> operands(o->takes.size(), v);
      const bool fits = is_of(v, o->takes[0], schema) || (o->name == "==" && is_of(v, Label{0}, {{"E", {}}}));
      if (!fits && !std::holds_alternative<Label>(o->takes[0])) CHECK(!o->delta(operands));
      for (const Value& other : all) {
        operands.back() = other;
        (void)o->delta(operands);
      }
    }
  }
}

TEST_CASE("Fields and components are operations of the archetype calculus") {
  const Schema schema = {{"Pos", {{"x", Primitive::Int}, {"y", Primitive::Float}}}, {"Tag", {}}};
  const Value c = Record{Value(3), Value(0.5)};
  CHECK(field(schema, 0, 0)->name == ".x");
  CHECK(field(schema, 0, 0)->delta({&c, 1}) == Value(3));
  CHECK(field(schema, 0, 1)->delta({&c, 1}) == Value(0.5));
  CHECK(field(schema, 0, 1)->yields == Float);
  CHECK(maker(schema, 0)->name == "Pos");
  CHECK(maker(schema, 0)->delta(std::vector<Value>{3, 0.5}) == c);
  CHECK(!maker(schema, 0)->delta(std::vector<Value>{0.5, 3}));
  CHECK(maker(schema, 1)->delta({}) == Value(Record{}));
  const Value unit = Unit{};
  CHECK(!field(schema, 0, 0)->delta({&unit, 1}));
}

}  // namespace coreecs::archetype
