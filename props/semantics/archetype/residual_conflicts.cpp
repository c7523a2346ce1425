// §4.4: no system uses an archetype that staged events have dirtied.
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::archetype {

// [claim/residual] [archetype/atype] [archetype/no-conflict] [type/system]
TEST_CASE("Residual conflicts: repaired, no system runs on what the queue will change") {
  prop("what a system of a typed frame queries is as the next sync leaves it", [] {
    const Choices choices = any_choices();
    const State w = well_typed(choices, Rules::repaired);
    note_kinds(w);
    RC_ASSERT_FALSE(refute(Claim::NoResidualConflict, w, small_schema(), environment(choices, Rules::repaired)));
  });
}

// [claim/residual] [type/data-p]
TEST_CASE("Residual conflicts: of two components added, the archetype with both is dirty, and nothing says so") {
  const System both = par({P}, then(lz(add(x, D, tag())), lz(add(x, E, tag()))));
  const State w{small_heap(), frame({both, par({P, D, E}, lz(destroy(x))), Sync{}})};
  REQUIRE_FALSE(check(w, small_schema(), published));
  const auto refutation = refute(Claim::NoResidualConflict, w, small_schema(), published);
  REQUIRE(refutation);
  CHECK(refutation->A == AType{P, D, E});
  CHECK(refutation->w.fr.done() == 1);
  check_ill(check(w, small_schema(), repaired), "type/system", "R ∩ 𝒟 = ∅");
  check_stuck(step(refutation->w, repaired), "archetype/no-conflict", "A ∉ atype(𝓗, q)");
  CHECK_FALSE(refute_no_residual_conflict(refutation->w, repaired));  // for there is no step
}

}  // namespace coreecs::archetype
