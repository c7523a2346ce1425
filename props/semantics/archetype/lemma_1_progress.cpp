// Lemma 1: a well-typed state with a frame has a step.
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::archetype {

// [claim/progress] [frame/system] [frame/sync] [type/frame] [type/system]
TEST_CASE("Lemma 1: repaired, every state of a run from a typed one is done or has a step") {
  prop("a typed state is not stuck", [] {
    const Choices choices = any_choices();
    const State w = well_typed(choices, Rules::repaired);
    note_kinds(w);
    RC_ASSERT_FALSE(refute(Claim::Progress, w, small_schema(), environment(choices, Rules::repaired)));
  });
}

// [claim/progress]
TEST_CASE("Lemma 1: as published it is refuted, and with every repair but one that it takes") {
  const auto stuck_at = [](const Rules& rules) {
    const Found found = search(Claim::Progress, rules, 20'000, 1);
    return found.refutation ? found.refutation->stuck->rule : "not found";
  };
  CHECK(stuck_at(Rules::published) != "not found");
  CHECK(stuck_at(without(&Rules::any_value_before)) == "reduce/seq");
  CHECK(stuck_at(without(&Rules::immediate_retypes)).starts_with("reduce/"));
}

// [claim/progress]
TEST_CASE("Lemma 1: destroyed, then something added: typed, and stuck at sync") {
  const State w{small_heap(), frame({par({P}, then(lz(destroy(x)), lz(add(x, D, tag())))), Sync{}})};
  REQUIRE_FALSE(check(w, small_schema(), published));
  const auto refutation = refute(Claim::Progress, w, small_schema(), published);
  REQUIRE(refutation);
  CHECK(refutation->stuck == Stuck{.rule = "event/add", .premise = "e ∈ 𝓗[A]", .e = Entity(0), .event = 1});
  CHECK(refutation->w.fr.steps().size() == 1);
  CHECK_FALSE(refute(Claim::Progress, w, small_schema(), repaired));
  const State untyped{small_heap(), frame({seq({P}, Read{x, F}), Sync{}})};
  CHECK(stuck(step(untyped, published)));
  CHECK_FALSE(refute(Claim::Progress, untyped, small_schema(), published));
}

}  // namespace coreecs::archetype
