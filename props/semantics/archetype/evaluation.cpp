// Figure 7, rule by rule.
#include "props/semantics/archetype/terms.hpp"

namespace coreecs::archetype {

namespace {

Tuples all_of(const std::vector<Entity>& e) {
  Tuples es(1);
  for (const Entity& e_i : e) es.push_back(std::span(&e_i, 1));
  return es;
}
std::vector<std::uint64_t> destroyed(const Queue& q) {
  std::vector<std::uint64_t> e;
  for (const Event& evt : q) e.push_back(entity(std::get<Destroy>(evt).t)->number());
  return e;
}
using Numbers = std::vector<std::uint64_t>;

}  // namespace

// [evaluate/iter]
TEST_CASE("λx.t @ es goes through es in order, each on the heap that the last left, with a queue of its own") {
  const Produced two =
      done(iterate(small_heap(), function({P}, lz(destroy(x))), all_of({Entity(1), Entity(0)}), published));
  CHECK(destroyed(two.q) == Numbers{1, 0});
  CHECK(two.H == small_heap());
  const auto gone = iterate(small_heap(), function({P}, im(destroy(x))), all_of({Entity(1), Entity(1)}), published);
  check_stuck(gone, "event/destroy", "e ∈ 𝓗[A]");
  CHECK(stuck(gone)->x == std::vector{Entity(1)});
  CHECK(done(iterate(small_heap(), function({P}, im(destroy(x))), all_of({Entity(1)}), published)).H[{P}].size() == 1);
}

// [evaluate/iter]
TEST_CASE("Of several archetypes every tuple is visited, but those of which an entity has left (A4)") {
  const Term hit = then(im(destroy(y)), write(x, P, p(0)));
  const Produced end = done(evaluate(small_heap(), Sequential{{{{P}, {P, D}}, hit}}, published));
  CHECK(end.H[{P, D}].empty());
  CHECK(*end.H.at(Entity(0), P) == p(0));
  CHECK(*end.H.at(Entity(1), P) == p(2));
  const Tuples es = entities(small_heap(), {{P}, {D}, {P}}, published);
  REQUIRE(es.size() == 4);
  CHECK(std::vector(es[1].begin(), es[1].end()) == std::vector{Entity(0), Entity(3), Entity(1)});
}

// [evaluate/seq]
TEST_CASE("A sequential system visits the entities of its archetype, in the order of the environment") {
  CHECK(destroyed(done(evaluate(small_heap(), seq({P}, lz(destroy(x))), published)).q) == Numbers{0, 1});
  const Environment backwards{.rules = Rules::published, .before = [](Entity a, Entity b) { return b < a; }};
  CHECK(destroyed(done(evaluate(small_heap(), seq({P}, lz(destroy(x))), backwards)).q) == Numbers{1, 0});
  CHECK(done(evaluate(small_heap(), seq({F}, im(destroy(x))), published)).H == small_heap());
}

// [evaluate/data-p]
TEST_CASE("par runs its parts on the heap of its start, and merges what they write") {
  const Produced end = done(evaluate(small_heap(), par({P}, then(write(x, P, p(9)), lz(destroy(x)))), published));
  CHECK(*end.H.at(Entity(0), P) == p(9));
  CHECK(*end.H.at(Entity(1), P) == p(9));
  CHECK(destroyed(end.q) == Numbers{0, 1});
  const Environment crosswise{.rules = Rules::published, .part = [](std::size_t i, std::size_t) { return 1 - i; }};
  CHECK(destroyed(done(evaluate(small_heap(), par({P}, lz(destroy(x))), crosswise)).q) == Numbers{1, 0});
  check_stuck(evaluate(small_heap(), par({P}, im(destroy(x))), repaired), "archetype/merge", "∀A. 𝓗[A] = 𝓗_i[A]");
}

// [evaluate/data-p]
TEST_CASE("No part of par sees what another one writes, and the parts are stretches of entities, however many tuples") {
  const System copies = DataParallel{{{{P}, {P}}, Write{x, P, Read{y, P}}}};
  const Produced end = done(evaluate(small_heap(), copies, published));
  CHECK(*end.H.at(Entity(0), P) == p(2));
  CHECK(*end.H.at(Entity(1), P) == p(1));
  const auto sizes = [](const Tuples& es, std::size_t parts) {
    std::vector<std::size_t> sizes;
    for (const Tuples& part : split(es, {.parts = parts})) sizes.push_back(part.size());
    return sizes;
  };
  using Sizes = std::vector<std::size_t>;
  CHECK(sizes(all_of({Entity(0), Entity(1), Entity(2)}), 2) == Sizes{2, 1});
  CHECK(split(all_of({Entity(0), Entity(1), Entity(2)}), {.parts = 2})[1][0][0] == Entity(2));
  CHECK(sizes(all_of({}), 2) == Sizes{0, 0});
  CHECK(sizes(entities(small_heap(), {{P}, {P}}, published), 4) == Sizes{2, 0, 2, 0});
}

// [evaluate/task-p]
TEST_CASE("No system of a task-parallel one sees what another one writes, and the place of what is stuck is named") {
  const System copies = TaskParallel{{seq({P}, write(x, P, p(9))), seq({P, D}, Write{x, P, Read{id(0), P}})}};
  const Produced end = done(evaluate(small_heap(), copies, published));
  CHECK(*end.H.at(Entity(0), P) == p(9));
  CHECK(*end.H.at(Entity(2), P) == p(1));
  const System inner = TaskParallel{{seq({P}, unit()), seq({D}, Read{x, F})}};
  const auto nested = evaluate(small_heap(), TaskParallel{{inner}}, published);
  REQUIRE(stuck(nested));
  CHECK(stuck(nested)->s == std::vector<std::size_t>{0, 1});
}

// [evaluate/task-p]
TEST_CASE("Systems of a task-parallel one run on the heap of its start, and have no archetype in common") {
  const System both =
      TaskParallel{{par({P}, lz(destroy(x))), seq({P, D}, write(x, P, p(5))), seq({D}, lz(destroy(x)))}};
  const Produced end = done(evaluate(small_heap(), both, published));
  CHECK(destroyed(end.q) == Numbers{0, 1, 3});
  CHECK(*end.H.at(Entity(2), P) == p(5));
  check_stuck(evaluate(small_heap(), TaskParallel{{seq({P}, unit()), par({P}, unit())}}, repaired), "evaluate/task-p",
              "query(s_1) ∩ query(s_2) = ∅");
  const auto inner = evaluate(small_heap(), TaskParallel{{seq({D}, unit()), seq({P}, Read{x, F})}}, published);
  check_stuck(inner, "reduce/read-comp", "C ∈ A");
  CHECK(stuck(inner)->s == std::vector<std::size_t>{1});
}

// [frame/system] [frame/sync]
TEST_CASE("A system adds to the queue what it stages, and does not run on what is dirty: sync performs it in order") {
  const Frame fr =
      frame({par({P}, lz(add(x, F, f(true)))), seq({D}, unit()), Sync{}, seq({P, F}, write(x, F, f(false)))});
  const State first = done(step({small_heap(), fr}, published));
  CHECK(first.q.size() == 2);
  CHECK(first.fr.steps().size() == 3);
  check_stuck(step({first.H, frame({seq({P, F}, unit())}), first.q}, published), "archetype/no-conflict",
              "A ∉ atype(𝓗, q)");
  const End end = run({small_heap(), fr}, published);
  CHECK_FALSE(end.stuck);
  CHECK(end.w.q.empty());
  CHECK(*end.w.H.at(Entity(0), F) == f(false));
  CHECK(in(end.w.H, 1) == AType{P, F});
  const End twice =
      run({small_heap(), frame({Sync{}}), {add(id(3), P, p(1)), destroy(id(3)), destroy(id(3))}}, published);
  REQUIRE(twice.stuck);
  CHECK(twice.stuck->rule == "event/destroy");
  CHECK(twice.stuck->event == 2);
}

// [frame/system]
TEST_CASE("What a system stages comes after what is queued") {
  const Frame fr = frame({par({P}, lz(destroy(x))), par({D}, lz(destroy(x))), Sync{}});
  const State second = done(step(done(step({small_heap(), fr}, published)), published));
  CHECK(destroyed(second.q) == Numbers{0, 1, 3});
}

// [frame/system]
TEST_CASE("Long frames and nested task-parallel systems are run and typed") {
  System nested = seq({P}, unit());
  for (int i = 0; i < 4'000; ++i) nested = TaskParallel{{nested}};
  std::vector<Step> steps(20'000, seq({F}, unit()));
  steps.emplace_back(nested);
  steps.emplace_back(Sync{});
  const State w{small_heap(), frame(steps)};
  CHECK_FALSE(run(w, published).stuck);
  CHECK_FALSE(check(w, small_schema(), published));
}

// [frame/sync]
TEST_CASE("A hundred thousand entities of one archetype are written, moved and destroyed in little time") {
  Heap H(4);
  for (std::uint64_t e = 0; e < 100'000; ++e) add_entity(H, Entity(e), {{P, p(1)}});
  const End end =
      run({H, frame({par({P}, then(write(x, P, p(2)), lz(add(x, D, tag())))), Sync{}, seq({P, D}, im(destroy(x)))})},
          repaired);
  CHECK_FALSE(end.stuck);
  CHECK(end.w.H.tables().empty());
}

}  // namespace coreecs::archetype
