// Figure 8, function by function.
#include "props/semantics/archetype/terms.hpp"
#include "semantics/archetype/auxiliary.hpp"

namespace coreecs::archetype {

// [archetype/query]
TEST_CASE("query is the archetypes of all parts of a system") {
  CHECK(query(seq({P}, unit())) == Set{{P}});
  CHECK(query(par({P, D}, unit())) == Set{{P, D}});
  CHECK(query(TaskParallel{{par({P}, unit()), Sequential{{{{D}, {}}, unit()}}}}) == Set{{P}, {D}, {}});
}

// [archetype/merge]
TEST_CASE("merge takes what one of them wrote, or both alike, and no change of a table") {
  const Heap H = small_heap();
  Heap H_1 = H, H_2 = H;
  H_1.write(Entity(0), P, p(5));
  H_2.write(Entity(1), P, p(6));
  const Heap merged = done(merge(H, std::vector{H_1, H_2}));
  CHECK(*merged.at(Entity(0), P) == p(5));
  CHECK(*merged.at(Entity(1), P) == p(6));
  CHECK(*merged.at(Entity(2), P) == p(3));
  CHECK(merged.tables() == H.tables());
  H_2.write(Entity(0), P, p(5));
  CHECK(*done(merge(H, std::vector{H_1, H_2})).at(Entity(0), P) == p(5));
  H_2.write(Entity(0), P, p(4));
  check_stuck(merge(H, std::vector{H_1, H_2}), "archetype/merge", "∀e, i. if 𝓗_i[e] ≠ 𝓗[e] then 𝓗'[e] = 𝓗_i[e]");
  Heap moved = H;
  moved.erase({P}, Entity(0));
  check_stuck(merge(H, std::vector{H, moved}), "archetype/merge", "∀A. 𝓗[A] = 𝓗_i[A]");
  Heap without = H;
  without.write(Entity(2), D, std::nullopt);
  CHECK_FALSE(done(merge(H, std::vector{without, H})).at(Entity(2), D));
}

// [archetype/atype]
TEST_CASE("atype is where an event takes an entity from, and where to: repaired, after the events before") {
  const Heap H = small_heap();
  const auto of = [&](const Queue& q, const Environment& env) { return done(atype(H, q, env)); };
  for (const Environment& env : {published, repaired}) {
    CHECK(of({}, env).empty());
    CHECK(of({Create{{{P, unit()}, {F, unit()}}}}, env) == Set{{P, F}});
    CHECK(of({destroy(id(2))}, env) == Set{{P, D}});
    CHECK(of({add(id(2), E, tag())}, env) == Set{{P, D}, {P, D, E}});
    CHECK(of({remove(id(2), P)}, env) == Set{{P, D}, {D}});
    CHECK(of({destroy(id(0)), remove(id(3), D)}, env) == Set{{P}, {D}, {}});
    check_stuck(atype(H, {destroy(x)}, env), "archetype/atype", "t is an entity");
  }
  const Queue twice = {add(id(0), D, tag()), add(id(0), E, tag())};
  CHECK(of(twice, published) == Set{{P}, {P, D}, {P, E}});
  CHECK(of(twice, repaired) == Set{{P}, {P, D}, {P, D, E}});
  const Queue after = {destroy(id(0)), add(id(0), E, tag())};
  CHECK(of(after, published) == Set{{P}, {P, E}});
  CHECK(of(after, repaired) == Set{{P}});
  check_stuck(atype(H, {destroy(id(9))}, published), "archetype/atype", "e ∈ 𝓗[A]");
  CHECK(of({destroy(id(9))}, repaired).empty());
}

// [archetype/no-conflict]
TEST_CASE("A system is in conflict with a queue that changes one of its archetypes") {
  const Queue q = {add(id(3), P, p(1))};
  const auto at = [&](const System& s) { return conflict(small_heap(), s, q, published); };
  CHECK_FALSE(at(seq({P}, unit())));
  CHECK(at(seq({D}, unit()))->A == AType{D});
  CHECK(at(par({P, D}, unit()))->premise == "A ∉ atype(𝓗, q)");
  CHECK(at(TaskParallel{{seq({P}, unit()), par({P, D}, unit())}}));
  CHECK(at(Sequential{{{{P}, {D}}, unit()}}));
}

}  // namespace coreecs::archetype
