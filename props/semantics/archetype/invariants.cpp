// §4.2: archetypes group entities with just their components.
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::archetype {

// [claim/invariants]
TEST_CASE("Archetype invariants: every entity is in one table, with the components of that, all along a run") {
  prop("every entity with components is in exactly one table, that of its components", [] {
    const Choices choices = any_choices();
    const State w = well_typed(choices, Rules::repaired);
    note_kinds(w);
    RC_ASSERT_FALSE(refute(Claim::Invariants, w, small_schema(), environment(choices, Rules::repaired)));
  });
}

// [claim/invariants] [event/destroy]
TEST_CASE("Archetype invariants: as published, destroy leaves components that are in no table") {
  for (const Rules& rules : {Rules::published, without(&Rules::destroy_clears)}) {
    const Found found = search(Claim::Invariants, rules, 200, 1);
    REQUIRE(found.refutation);
    CHECK(found.refutation->how == "∃A. e ∈ 𝓗[A]");
  }
}

// [claim/invariants]
TEST_CASE("Archetype invariants: heaps that break them are told apart") {
  const auto how = [](const Heap& H) {
    const auto refutation = refute_invariants({H, {}, {}});
    return refutation ? refutation->how : "";
  };
  CHECK(how(small_heap()).empty());
  Heap two = small_heap(), wrong = small_heap(), less = small_heap(), none = small_heap();
  two.insert({P, D}, Entity(0));
  CHECK(how(two) == "∃!A. e ∈ 𝓗[A]");
  wrong.write(Entity(0), D, tag());
  CHECK(how(wrong) == "dom(𝓗[e]) = A");
  less.write(Entity(0), P, std::nullopt);
  CHECK(how(less) == "dom(𝓗[e]) = A");
  none.erase({P}, Entity(0));
  CHECK(how(none) == "∃A. e ∈ 𝓗[A]");
}

}  // namespace coreecs::archetype
