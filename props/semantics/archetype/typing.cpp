// Figures 9 to 12, rule by rule.
#include "props/semantics/archetype/terms.hpp"

namespace coreecs::archetype {

namespace {

const Rules& old = Rules::published;
const Rules& fixed = Rules::repaired;

Set writes(const Term& t, const AType& A, const Rules& rules) { return typed(type(t, A, rules)).W; }

}  // namespace

// [type/var] [type/value] [type/id]
TEST_CASE("Variables and entities have archetypes, values have their types") {
  CHECK(typed(type(x, {P, D}, old)).type == Tau(AType{P, D}));
  check_ill(type(y, {P}, old), "type/var", "Γ(x) is defined");
  CHECK(typed(type(number(1), {}, old)).type == Tau(Primitive::Int));
  CHECK(typed(type(Literal{Value(0.5)}, {}, old)).type == Tau(Primitive::Float));
  CHECK(typed(type(Literal{Value("a")}, {}, old)).type == Tau(Primitive::Text));
  CHECK(typed(type(unit(), {}, old)).type == Tau(Unit{}));
  CHECK(typed(type(component(P, p(1)), {}, old)).type == Tau(P));
  check_ill(type(component(P, f(true)), {}, old), "type/value", "⊢ c : C");
  check_ill(type(component(P, Unit{}), {}, old), "type/value", "⊢ c : C");
  check_ill(type(Literal{p(1)}, {}, old), "type/value", "⊢ c : C");
  check_ill(type(component(P, Value(1)), {}, old), "type/value", "⊢ c : C");
  Context Gamma{{}, {{Entity(3), AType{D}}}};
  CHECK(typed(type_of(id(3), Gamma, small_schema(), old)).type == Tau(AType{D}));
  Context two{{AType{P}, AType{D}}};
  CHECK(typed(type_of(y, two, small_schema(), old)).type == Tau(AType{D}));
  check_ill(type_of(id(4), Gamma, small_schema(), old), "type/id", "Γ(e) is defined");
}

// [type/seq] [type/if]
TEST_CASE("Effects of a sequence and of both branches are united: a condition has none") {
  const Term both = then(lz(destroy(x)), lz(create(F, f(true))));
  CHECK(writes(both, {P}, old) == Set{{P}, {F}});
  CHECK(writes(If{boolean(true), lz(destroy(x)), lz(create(F, f(true)))}, {P}, old) == Set{{P}, {F}});
  check_ill(type(If{number(1), unit(), unit()}, {P}, old), "type/if", "Γ ⊢ t : Bool");
  check_ill(type(If{boolean(true), unit(), number(1)}, {P}, old), "type/if", "Γ ⊢ t_2 : τ & W_2");
  check_ill(type(If{then(lz(destroy(x)), boolean(true)), unit(), unit()}, {P}, old), "type/if", "Γ ⊢ t : Bool & ∅");
  const auto inner = type(then(unit(), If{boolean(true), unit(), Read{x, F}}), {P}, old);
  check_ill(inner, "type/comp", "C ∈ Γ(x)");
  CHECK(ill_typed(inner)->place == std::vector<std::size_t>{1, 2, 0});
}

// [type/comp]
TEST_CASE("What is read and written is there: repaired, a write has the type of ()") {
  CHECK(typed(type(Read{x, P}, {P}, old)).type == Tau(P));
  check_ill(type(Read{x, F}, {P}, old), "type/comp", "C ∈ Γ(x)");
  check_ill(type(Read{then(unit(), x), P}, {P}, old), "type/comp", "t is a variable");
  CHECK(typed(type(write(x, P, p(1)), {P}, old)).type == Tau(P));
  CHECK(typed(type(write(x, P, p(1)), {P}, fixed)).type == Tau(Unit{}));
  check_ill(type(write(x, F, f(true)), {P}, fixed), "type/comp", "C ∈ Γ(x)");
  check_ill(type(Write{x, P, number(1)}, {P}, fixed), "type/comp", "Γ ⊢ t : C & W");
  CHECK(writes(Write{x, P, then(lz(destroy(x)), component(P, p(1)))}, {P}, old) == Set{{P}});
  const Term leaves = Write{x, P, then(im(remove(x, P)), component(P, p(1)))};
  CHECK_FALSE(ill_typed(type(leaves, {P}, old)));
  check_ill(type(leaves, {P}, fixed), "type/comp", "C ∈ Γ(x)");
}

// [type/create] [type/destroy] [type/add] [type/remove]
TEST_CASE("Events dirty the archetype of their entity, and the one that they lead to") {
  for (const Rules& rules : {old, fixed}) {
    CHECK(writes(lz(create(P, p(1))), {}, rules) == Set{{P}});
    CHECK(writes(lz(Create{{{P, component(P, p(1))}, {D, component(D, tag())}}}), {}, rules) == Set{{P, D}});
    CHECK(writes(lz(destroy(x)), {P}, rules) == Set{{P}});
    CHECK(writes(lz(add(x, D, tag())), {P}, rules) == Set{{P}, {P, D}});
    CHECK(writes(lz(remove(x, D)), {P, D}, rules) == Set{{P}, {P, D}});
    check_ill(type(lz(add(x, P, p(1))), {P}, rules), "type/add", "C ∉ τ");
    check_ill(type(lz(remove(x, D)), {P}, rules), "type/remove", "C ∈ τ");
    check_ill(type(lz(destroy(unit())), {P}, rules), "type/destroy", "τ is an archetype");
    CHECK(writes(lz(destroy(then(lz(create(F, f(true))), x))), {P}, rules) == Set{{P}, {F}});
    const Term staging = then(lz(create(F, f(true))), component(D, tag()));
    CHECK(writes(lz(Add{x, D, staging}), {P}, rules) == Set{{P}, {P, D}, {F}});
    CHECK(writes(lz(Create{{{D, staging}}}), {P}, rules) == Set{{D}, {F}});
  }
  const Term wrong = lz(Add{x, D, component(P, p(1))}), no = lz(Create{{{P, unit()}}});
  CHECK_FALSE(ill_typed(type(wrong, {P}, old)));
  CHECK_FALSE(ill_typed(type(no, {P}, old)));
  check_ill(type(wrong, {P}, fixed), "type/add", "Γ ⊢ c : C");
  check_ill(type(no, {P}, fixed), "type/create", "Γ ⊢ c : C");
}

// [type/event]
TEST_CASE("The effect of an immediate event is not tracked: repaired, the archetype of its entity is") {
  CHECK(writes(im(destroy(x)), {P}, old).empty());
  CHECK(writes(im(destroy(x)), {P}, fixed).empty());
  const Term after = then(im(destroy(x)), Read{x, P}), more = then(im(add(x, D, tag())), Read{x, D});
  CHECK_FALSE(ill_typed(type(after, {P}, old)));
  check_ill(type(after, {P}, fixed), "type/var", "Γ(x) is defined");
  check_ill(type(more, {P}, old), "type/comp", "C ∈ Γ(x)");
  CHECK(typed(type(more, {P}, fixed)).type == Tau(D));
  const Term less = then(im(remove(x, D)), Read{x, P});
  CHECK(typed(type(less, {P, D}, fixed)).type == Tau(P));
  check_ill(type(then(less, Read{x, D}), {P, D}, fixed), "type/comp", "C ∈ Γ(x)");
  const Term maybe = If{boolean(true), im(add(x, D, tag())), unit()};
  check_ill(type(then(maybe, Read{x, P}), {P}, fixed), "type/var", "Γ(x) is defined");
  const Term otherwise = If{boolean(true), unit(), im(add(x, D, tag()))};
  check_ill(type(then(otherwise, Read{x, P}), {P}, fixed), "type/var", "Γ(x) is defined");
  const Term surely = If{boolean(true), im(add(x, D, tag())), im(add(x, D, tag()))};
  CHECK_FALSE(ill_typed(type(then(surely, Read{x, D}), {P}, fixed)));
  Context same{{AType{P}, AType{P}}}, other{{AType{P}, AType{D}}};
  const Term of_y = then(im(destroy(x)), lz(destroy(y)));
  check_ill(type_of(of_y, same, small_schema(), fixed), "type/var", "Γ(x) is defined");
  CHECK_FALSE(ill_typed(type_of(of_y, other, small_schema(), fixed)));
  Context evaluated{{}, {{Entity(0), AType{P}}, {Entity(1), AType{P}}, {Entity(2), AType{P, D}}}};
  CHECK_FALSE(ill_typed(type_of(im(destroy(id(0))), evaluated, small_schema(), fixed)));
  check_ill(type_of(Read{id(0), P}, evaluated, small_schema(), fixed), "type/id", "Γ(e) is defined");
  check_ill(type_of(Read{id(1), P}, evaluated, small_schema(), fixed), "type/id", "Γ(e) is defined");
  CHECK_FALSE(ill_typed(type_of(Read{id(2), P}, evaluated, small_schema(), fixed)));
  check_ill(type(im(destroy(If{boolean(true), x, x})), {P}, fixed), "type/event", "the entity of im evt has a name");
}

// [type/operation]
TEST_CASE("An operation takes what it says, and yields it") {
  const auto n = std::make_shared<const Operation>(
      Operation{"n", {P}, Primitive::Int, [](std::span<const Value> v) { return v[0].as<Record>().fields()[0]; }});
  CHECK(typed(type(Apply{n, {Read{x, P}}}, {P}, old)).type == Tau(Primitive::Int));
  CHECK(writes(Apply{n, {then(lz(destroy(x)), Read{x, P})}}, {P}, old) == Set{{P}});
  const auto take = std::make_shared<const Operation>(
      Operation{"take", {P, D}, D, [](std::span<const Value> v) { return std::optional(v[1]); }});
  const Term two = Apply{take, {then(lz(destroy(x)), Read{x, P}), then(lz(create(F, f(true))), Read{x, D})}};
  CHECK(typed(type(two, {P, D}, old)).type == Tau(D));
  CHECK(writes(two, {P, D}, old) == Set{{P, D}, {F}});
  check_ill(type(Apply{n, {Read{x, F}}}, {F}, old), "type/operation", "Γ ⊢ t_i : τ_i & W_i");
}

// [type/sequential] [type/data-p] [type/task-p]
TEST_CASE("Sequential systems stage nothing, parallel ones do nothing at once, and have no archetype in common") {
  const auto of = [](const System& s, const Rules& rules) { return type_of(s, small_schema(), rules); };
  for (const Rules& rules : {old, fixed}) {
    CHECK(typed(of(seq({P}, im(destroy(x))), rules)).R == Set{{P}});
    CHECK(typed(of(seq({P}, im(destroy(x))), rules)).W == Archetypes{});
    const auto staged = of(seq({P}, then(unit(), lz(destroy(x)))), rules);
    check_ill(staged, "type/sequential", "t has no staged events");
    CHECK(ill_typed(staged)->place == std::vector<std::size_t>{1});
    CHECK(typed(of(par({P}, lz(destroy(x))), rules)).W.contains({P}));
    check_ill(of(par({P}, im(destroy(x))), rules), "type/data-p", "s has no immediate events");
    const System task = TaskParallel{{par({P}, lz(destroy(x))), par({D}, lz(create(F, f(true))))}};
    CHECK(typed(of(task, rules)).R == Set{{P}, {D}});
    CHECK(typed(of(task, rules)).W.listed == Set{{P}, {F}});
    const auto overlap = of(TaskParallel{{seq({P}, unit()), par({P}, unit())}}, rules);
    check_ill(overlap, "type/task-p", "R_1 ∩ R_2 = ∅");
    CHECK(ill_typed(overlap)->A == AType{P});
    check_ill(of(TaskParallel{{seq({P}, im(destroy(x)))}}, rules), "type/task-p", "s has no immediate events");
    const Function pairs{{{P}, {D}}, lz(destroy(y))};
    CHECK(typed(of(DataParallel{pairs}, rules)).R == Set{{P}, {D}});
    CHECK_FALSE(ill_typed(of(DataParallel{{{{P}, {D}}, write(x, P, p(1))}}, rules)));
  }
  const System both = par({P}, then(lz(add(x, D, tag())), lz(add(x, E, tag()))));
  CHECK_FALSE(typed(of(both, old)).W.contains({P, D, E}));
  CHECK(typed(of(both, fixed)).W.contains({P, D, E}));
  CHECK(typed(of(both, fixed)).W.contains({P}));
  CHECK_FALSE(typed(of(both, fixed)).W.contains({D, E}));
  CHECK_FALSE(typed(of(both, fixed)).W.contains({P, F}));
  CHECK(typed(of(TaskParallel{{both, par({F}, unit())}}, fixed)).W.contains({P, D, E}));
  const System less = par({P, D, E}, then(lz(remove(x, D)), lz(remove(x, E))));
  CHECK_FALSE(typed(of(less, old)).W.contains({P}));
  CHECK(typed(of(less, fixed)).W.contains({P}));
  CHECK_FALSE(typed(of(less, fixed)).W.contains({}));
}

// [type/data-p]
TEST_CASE(
    "No two threads of pairs bring values to one entity and a thread that only reads or destroys may share (A4)") {
  for (const Rules& rules : {old, fixed}) {
    const auto of = [&](std::vector<AType> A, Term t) {
      return type_of(DataParallel{{std::move(A), std::move(t)}}, small_schema(), rules);
    };
    const auto of_y = of({{D}, {P}}, then(unit(), write(y, P, p(1))));
    check_ill(of_y, "type/data-p", "t writes x_1 only");
    CHECK(ill_typed(of_y)->place == std::vector<std::size_t>{1});
    CHECK(ill_typed(of_y)->A == AType{P});
    CHECK(ill_typed(of_y)->C == P);
    check_ill(of({{P}, {P}}, write(x, P, p(1))), "type/data-p", "A_1 ∉ {A_2, ..., A_n} where t writes");
    check_ill(of({{P}, {D}}, lz(Add{y, F, component(F, f(true))})), "type/data-p", "t adds C ≠ {} to x_1 only");
    check_ill(of({{P}, {D}}, lz(Add{If{boolean(true), y, y}, F, component(F, f(true))})), "type/data-p",
              "t adds C ≠ {} to x_1 only");
    check_ill(of({{P}, {P}}, lz(Add{If{boolean(true), x, y}, F, component(F, f(true))})), "type/data-p",
              "t adds C ≠ {} to x_1 only");
    CHECK_FALSE(ill_typed(of({{P}, {D}}, lz(add(x, F, f(true))))));
    CHECK_FALSE(ill_typed(of({{P}, {D}}, lz(add(then(unit(), If{boolean(true), x, x}), F, f(true))))));
    CHECK_FALSE(ill_typed(of({{P}, {P}}, lz(add(x, F, f(true))))));
    CHECK_FALSE(ill_typed(of({{P}, {D}}, lz(add(y, E, tag())))));
    CHECK_FALSE(ill_typed(of({{P}, {P}}, lz(destroy(y)))));
    CHECK_FALSE(ill_typed(of({{P}, {P}}, then(Read{y, P}, lz(remove(y, P))))));
  }
}

// [type/add] [type/remove]
TEST_CASE("What is refused of an event names the component that it is about") {
  for (const Rules& rules : {old, fixed}) {
    CHECK(ill_typed(type(lz(remove(x, D)), {P}, rules))->C == D);
    CHECK(ill_typed(type(lz(add(x, P, p(1))), {P}, rules))->C == P);
  }
}

// [type/system] [type/sync] [type/nil]
TEST_CASE("No system of a typed frame accesses what those since the last sync have dirtied") {
  const auto of = [](std::vector<Step> steps, Archetypes D = {}) {
    return check(frame(std::move(steps)), std::move(D), small_schema(), old);
  };
  const System dirties = par({P}, lz(add(x, D, tag())));
  CHECK_FALSE(of({dirties, seq({F}, unit()), Sync{}, seq({P}, unit()), Sync{}}));
  const auto ill = of({Sync{}, dirties, seq({P, D}, unit()), Sync{}});
  check_ill(ill, "type/system", "R ∩ 𝒟 = ∅");
  CHECK(ill->place == std::vector<std::size_t>{2});
  CHECK(ill->A == AType{P, D});
  const auto later = of({dirties, seq({F}, unit()), seq({P}, unit()), Sync{}});
  check_ill(later, "type/system", "R ∩ 𝒟 = ∅");
  CHECK(later->place == std::vector<std::size_t>{2});
  const Frame rest = frame({Sync{}, dirties, seq({P, D}, unit()), Sync{}}).rest();
  CHECK(check(rest, {}, small_schema(), old)->place == std::vector<std::size_t>{2});
  check_ill(of({dirties}), "type/nil", "𝒟 = ∅");
  CHECK_FALSE(of({}));
  check_ill(of({seq({F}, unit()), Sync{}}, {{{F}}}), "type/system", "R ∩ 𝒟 = ∅");
  CHECK_FALSE(of({Sync{}, seq({F}, unit())}, {{{F}}}));
  CHECK(of({seq({P}, Read{x, F}), Sync{}})->place == std::vector<std::size_t>{0, 0});
}

// [type/sub]
TEST_CASE("A frame that is typed with more archetypes dirty is typed with fewer, and W has none but those of events") {
  const Frame fr = frame({par({P}, lz(add(x, D, tag()))), seq({F}, unit()), Sync{}});
  const std::vector<AType> all = {{P, D}, {E}, {D, E}};
  for (std::size_t more = 0; more <= all.size(); ++more)
    CHECK_FALSE(
        check(fr, Archetypes{Set(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(more))}, small_schema(), old));
  CHECK(check(fr, Archetypes{Set{{P, D}, {F}}}, small_schema(), old));
  CHECK(writes(then(Read{x, P}, write(x, P, p(1))), {P}, old).empty());
}

// [type/entity] [type/heap]
TEST_CASE("A heap is typed where each entity of a table has the components of its archetype, and no others") {
  CHECK_FALSE(check(small_heap(), small_schema()));
  Heap H = small_heap();
  H.write(Entity(0), F, f(true));
  check_ill(check(H, small_schema()), "type/entity", "dom(𝓗[e]) = A");
  check_ill(check(H, Entity(0), {P}, small_schema()), "type/entity", "dom(𝓗[e]) = A");
  CHECK_FALSE(check(H, Entity(0), {P, F}, small_schema()));
  check_ill(check(small_heap(), Entity(0), {P, F}, small_schema()), "type/entity", "dom(𝓗[e]) = A");
  Heap second = small_heap();
  second.write(Entity(1), P, f(true));
  CHECK(check(second, small_schema())->e == Entity(1));
  Heap wrong = small_heap();
  wrong.write(Entity(2), D, Unit{});
  check_ill(check(wrong, small_schema()), "type/entity", "⊢ c_i : C_i");
  CHECK(check(wrong, small_schema())->e == Entity(2));
}

// [type/iter]
TEST_CASE("λx.t @ es is typed where its entities are in the table, and t with each of them for x") {
  const Heap H = small_heap();
  const Function g = function({P}, lz(add(x, D, tag())));
  const auto of = [&](const Function& g, const Tuples& es) { return type_of(H, g, es, small_schema(), old); };
  CHECK(typed(of(g, entities(H, {{P}}, published))).W.listed == Set{{P}, {P, D}});
  check_ill(of(g, entities(H, {{D}}, published)), "type/iter", "e_i ∈ 𝓗[A]");
  check_ill(of(function({P}, Read{x, F}), entities(H, {{P}}, published)), "type/comp", "C ∈ Γ(x)");
  const Function pairs{{{P}, {D}}, then(Read{x, P}, Read{y, D})};
  CHECK(typed(of(pairs, entities(H, pairs.A, published))).R == Set{{P}, {D}});
}

// [type/frame]
TEST_CASE("A state is typed where its frame is, with what its queue has dirtied") {
  const auto of = [](Queue q, std::vector<Step> steps, const Environment& env) {
    return check(State{small_heap(), frame(std::move(steps)), std::move(q)}, small_schema(), env);
  };
  const Queue q = {add(id(0), F, f(true))};
  CHECK_FALSE(of(q, {seq({D}, unit()), Sync{}}, published));
  check_ill(of(q, {seq({P, F}, unit()), Sync{}}, published), "type/system", "R ∩ 𝒟 = ∅");
  check_ill(of({destroy(id(9))}, {Sync{}}, published), "type/frame", "𝒟 ⊇ atype(𝓗, q)");
  check_ill(of({destroy(id(9))}, {Sync{}}, repaired), "type/frame", "e is no fresh integer");
  check_ill(of({destroy(id(4))}, {Sync{}}, repaired), "type/frame", "e is no fresh integer");
  Heap gone = small_heap();
  gone.erase({D}, Entity(3));
  CHECK_FALSE(check(State{gone, frame({Sync{}}), {destroy(id(3))}}, small_schema(), repaired));
  const Queue wrong = {Add{id(0), F, unit()}};
  CHECK_FALSE(of(wrong, {Sync{}}, published));
  check_ill(of(wrong, {Sync{}}, repaired), "type/frame", "⊢ c : C");
  check_ill(of({Create{{{P, component(P, p(1))}, {D, unit()}}}}, {Sync{}}, repaired), "type/frame", "⊢ c : C");
  const Queue of_gone = {destroy(id(3))};
  CHECK_FALSE(check(State{gone, frame({seq({P}, unit()), Sync{}}), of_gone}, small_schema(), repaired));
  check_ill(check(State{gone, frame({seq({P}, unit())}), of_gone}, small_schema(), repaired), "type/frame",
            "q = nil or sync ∈ fr");
  Heap H = small_heap();
  H.write(Entity(0), P, Unit{});
  check_ill(check(State{H, frame({Sync{}})}, small_schema(), published), "type/entity", "⊢ c_i : C_i");
}

}  // namespace coreecs::archetype
