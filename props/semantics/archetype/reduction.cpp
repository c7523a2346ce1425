// Figure 6, rule by rule.
#include "semantics/archetype/term.hpp"

#include "props/semantics/archetype/terms.hpp"

namespace coreecs::archetype {

namespace {

Configuration start(Term t) { return {small_heap(), std::move(t), {}}; }
/// The value that t steps to.
Value stepped(const Term& t, const Environment& env = published) {
  const Configuration c = done(reduce(start(t), env));
  REQUIRE(value(c.t));
  return value(c.t)->v;
}

}  // namespace

// [reduce/if-true] [reduce/if-false]
TEST_CASE("if takes one branch, and only on true or false") {
  CHECK(stepped(If{boolean(true), number(1), number(2)}) == Value(1));
  CHECK(stepped(If{boolean(false), number(1), number(2)}) == Value(2));
  check_stuck(reduce(start(If{number(1), unit(), unit()}), repaired), "reduce/if-true", "v is true or false");
}

// [reduce/seq]
TEST_CASE("After () goes on t: repaired, after every value") {
  CHECK(stepped(then(unit(), number(1))) == Value(1));
  check_stuck(reduce(start(then(number(2), number(1))), published), "reduce/seq", "v = ()");
  CHECK(stepped(then(number(2), number(1)), repaired) == Value(1));
}

// [reduce/read-comp]
TEST_CASE("e.C is the component, where e is in a table with C") {
  CHECK(stepped(Read{id(1), P}) == p(2));
  CHECK(value(done(reduce(start(Read{id(1), P}), published)).t)->C == P);
  check_stuck(reduce(start(Read{id(9), P}), repaired), "reduce/read-comp", "e ∈ 𝓗[A]");
  check_stuck(reduce(start(Read{id(3), P}), repaired), "reduce/read-comp", "C ∈ A");
  check_stuck(reduce(start(Read{unit(), P}), repaired), "reduce/read-comp", "v is an entity");
  Heap H(4);
  H.insert({P}, Entity(0));
  check_stuck(reduce({H, Read{id(0), P}, {}}, repaired), "reduce/read-comp", "𝓗[e][C] is defined");
}

// [reduce/write-comp]
TEST_CASE("e.C := v writes the component, where e is in a table with C") {
  const Configuration c = done(reduce(start(write(id(1), P, p(7))), published));
  CHECK(*c.H.at(Entity(1), P) == p(7));
  CHECK(*c.H.at(Entity(0), P) == p(1));
  CHECK(c.H.tables() == small_heap().tables());
  CHECK(value(c.t)->v == Value(Unit{}));
  check_stuck(reduce(start(write(id(9), P, p(7))), repaired), "reduce/write-comp", "e ∈ 𝓗[A]");
  check_stuck(reduce(start(write(id(3), P, p(7))), repaired), "reduce/write-comp", "C ∈ A");
}

// [reduce/staged-event]
TEST_CASE("lz puts an event behind the queue and leaves the heap alone") {
  const Configuration first = done(reduce(start(lz(remove(id(2), D))), published));
  const Configuration both = done(reduce({first.H, lz(destroy(id(1))), first.q}, published));
  CHECK(both.H == small_heap());
  REQUIRE(both.q.size() == 2);
  CHECK(std::holds_alternative<Remove>(both.q[0]));
  CHECK(std::holds_alternative<Destroy>(both.q[1]));
}

// [reduce/immediate-event]
TEST_CASE("im performs an event at once, and is stuck where that is") {
  const Configuration c = done(reduce(start(im(destroy(id(1)))), published));
  CHECK(c.q.empty());
  CHECK(c.H[{P}].size() == 1);
  CHECK(value(c.t)->v == Value(Unit{}));
  check_stuck(reduce(start(im(destroy(id(9)))), published), "event/destroy", "e ∈ 𝓗[A]");
}

// [reduce/context]
TEST_CASE("A step is one in the leftmost place that is no value: published, not in the entity of an event") {
  const Term one = then(unit(), id(1));
  for (const Environment& env : {published, repaired}) {
    CHECK(value(done(reduce_all(start(Read{one, P}), env)).t)->v == p(2));
    CHECK(*done(reduce_all(start(Write{one, P, then(unit(), component(P, p(8)))}), env)).H.at(Entity(1), P) == p(8));
    const Configuration half = done(reduce(start(Write{one, P, then(unit(), component(P, p(8)))}), env));
    CHECK(entity(std::get<Write>(half.t.form()).t) == Entity(1));
    CHECK_FALSE(value(std::get<Write>(half.t.form()).t2));
    const Create two = {{{P, component(P, p(4))}, {F, then(unit(), component(F, f(true)))}}};
    for (const Term& t : parts(done(reduce_all(start(lz(two)), env)).q.at(0))) CHECK(value(t));
    CHECK(value(done(reduce_all(start(If{then(unit(), boolean(true)), number(1), number(2)}), env)).t)->v == Value(1));
    const Configuration left = done(reduce(start(then(then(unit(), unit()), number(3))), env));
    CHECK(std::get<Sequence>(left.t.form()).t1.form().index() == unit().form().index());
    check_stuck(reduce(start(x), env), "reduce/context", "t is closed");
    const Configuration added = done(reduce(start(lz(Add{id(0), F, Read{id(2), P}})), env));
    CHECK(added.q.empty());
  }
  const Configuration staged = done(reduce(start(lz(destroy(one))), published));
  CHECK_FALSE(entity(std::get<Destroy>(staged.q.at(0)).t));
  check_stuck(reduce(start(im(destroy(one))), published), "event/destroy", "t is an entity");
  CHECK(entity(std::get<Destroy>(done(reduce_all(start(lz(destroy(one))), repaired)).q.at(0)).t) == Entity(1));
}

// [reduce/operation]
TEST_CASE("An operation is applied to values, from the left, and is stuck where it is undefined") {
  const auto divide = std::make_shared<const Operation>(Operation{
      "div", {Primitive::Int, Primitive::Int}, Primitive::Int, [](std::span<const Value> v) -> std::optional<Value> {
        const auto a = v[0].as<std::int64_t>(), b = v[1].as<std::int64_t>();
        return b == 0 ? std::nullopt : std::optional(Value(a / b));
      }});
  CHECK(stepped(Apply{divide, {number(7), number(2)}}) == Value(3));
  CHECK(value(done(reduce_all(start(Apply{divide, {then(unit(), number(9)), number(2)}}), published)).t)->v ==
        Value(4));
  check_stuck(reduce(start(Apply{divide, {number(7), number(0)}}), repaired), "reduce/operation", "div(v⃗) is defined");
  const auto operand = [](std::uint64_t e, int n) { return then(lz(destroy(id(e))), number(n)); };
  const Configuration end = done(reduce_all(start(Apply{divide, {operand(1, 8), operand(0, 2)}}), published));
  CHECK(value(end.t)->v == Value(4));
  CHECK(entity(std::get<Destroy>(end.q.at(0)).t) == Entity(1));
  const auto wrap = std::make_shared<const Operation>(
      Operation{"P", {Primitive::Int}, P, [](std::span<const Value> v) { return Value(Record{v[0]}); }});
  CHECK(value(done(reduce(start(Apply{wrap, {number(7)}}), published)).t)->v == p(7));
  CHECK(value(done(reduce(start(Apply{wrap, {number(7)}}), published)).t)->C == P);
}

// [reduce/context]
TEST_CASE("Deep terms are substituted in, reduced and typed") {
  Term t = x, left = unit();
  for (int i = 0; i < 100'000; ++i) t = then(unit(), std::move(t));
  const Entity e(1);
  CHECK(entity(done(reduce_all(start(substitute(std::span(&e, 1), t)), published)).t) == e);
  CHECK(std::get<AType>(typed(type(t, {P}, Rules::published)).type) == AType{P});
  for (int i = 0; i < 100'000; ++i) left = then(std::move(left), x);
  CHECK(std::get<AType>(typed(type(left, {P}, Rules::repaired)).type) == AType{P});
  CHECK_FALSE(value(done(reduce(start(substitute(std::span(&e, 1), left)), repaired)).t));
}

}  // namespace coreecs::archetype
