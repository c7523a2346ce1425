// Figure 5, rule by rule, and the heap that events change (§4.2).
#include "semantics/archetype/event.hpp"

#include "props/semantics/archetype/terms.hpp"

namespace coreecs::archetype {

// [heap]
TEST_CASE("A heap is its tables and its components, and no number is given out twice") {
  Heap H(2);
  CHECK(H[{P}].empty());
  CHECK(H.archetype_of(Entity(7)) == nullptr);
  add_entity(H, Entity(7), {{F, f(true)}, {P, p(1)}});
  CHECK(in(H, 7) == AType{P, F});
  CHECK(*H.at(Entity(7), P) == p(1));
  CHECK(H.fresh() == Entity(8));
  H.erase({P, F}, Entity(7));
  CHECK(H.tables().empty());
  CHECK(H.fresh() == Entity(8));
  H.insert({P}, Entity(7));
  H.insert({F}, Entity(7));
  H.insert({F}, Entity(3));
  CHECK(H.fresh() == Entity(8));
  CHECK(in(H, 7) == AType{P});  // the first of two (A7)
}

// [event/create]
TEST_CASE("create makes a fresh entity in the table of what it is created with") {
  const Heap H = done(perform(small_heap(), create(P, p(9)), published));
  CHECK(in(H, 4) == AType{P});
  CHECK(*H.at(Entity(4), P) == p(9));
  CHECK(H[{P}].size() == 3);
  const Heap two = done(perform(H, Create{{{P, component(P, p(1))}, {F, component(F, f(true))}}}, published));
  CHECK(in(two, 5) == AType{P, F});
  CHECK(*two.at(Entity(5), P) == p(1));
  CHECK(*two.at(Entity(5), F) == f(true));
  const Heap after = done(perform(done(perform(H, destroy(id(4)), repaired)), create(D, tag()), repaired));
  CHECK(in(after, 5) == AType{D});
  check_stuck(perform(H, Create{{{P, x}}}, repaired), "event/create", "t is a component");
}

// [event/destroy]
TEST_CASE("destroy takes an entity out of its table: repaired, its components too, and one that is gone is no matter") {
  const Heap H = done(perform(small_heap(), destroy(id(2)), published));
  CHECK(H[{P, D}].empty());
  CHECK(*H.at(Entity(2), P) == p(3));
  check_stuck(perform(H, destroy(id(2)), published), "event/destroy", "e ∈ 𝓗[A]");
  const Heap R = done(perform(small_heap(), destroy(id(2)), repaired));
  CHECK(R[{P, D}].empty());
  CHECK_FALSE(R.at(Entity(2), P));
  CHECK(*R.at(Entity(1), P) == p(2));
  CHECK(done(perform(R, destroy(id(2)), repaired)) == R);
  check_stuck(perform(R, destroy(x), repaired), "event/destroy", "t is an entity");
}

// [event/add]
TEST_CASE("add moves an entity to the table with one component type more: what is there already is written") {
  const Heap H = done(perform(small_heap(), add(id(0), F, f(true)), published));
  CHECK(in(H, 0) == AType{P, F});
  CHECK(*H.at(Entity(0), F) == f(true));
  CHECK(*H.at(Entity(0), P) == p(1));
  CHECK(H[{P}].size() == 1);
  const Heap again = done(perform(H, add(id(0), F, f(false)), published));
  CHECK(in(again, 0) == AType{P, F});
  CHECK(*again.at(Entity(0), F) == f(false));
  check_stuck(perform(H, add(id(9), F, f(true)), published), "event/add", "e ∈ 𝓗[A]");
  CHECK(done(perform(H, add(id(9), F, f(true)), repaired)) == H);
  check_stuck(perform(H, Add{id(0), F, x}, repaired), "event/add", "t is a component");
}

// [event/remove]
TEST_CASE("remove moves an entity to the table with one component type less") {
  const Heap H = done(perform(small_heap(), remove(id(2), D), published));
  CHECK(in(H, 2) == AType{P});
  CHECK_FALSE(H.at(Entity(2), D));
  CHECK(H[{P}].size() == 3);
  CHECK(in(done(perform(H, remove(id(2), D), published)), 2) == AType{P});
  CHECK(in(done(perform(H, remove(id(2), P), published)), 2) == AType{});
  check_stuck(perform(H, remove(id(9), D), published), "event/remove", "e ∈ 𝓗[A]");
  CHECK(done(perform(H, remove(id(9), D), repaired)) == H);
}

}  // namespace coreecs::archetype
