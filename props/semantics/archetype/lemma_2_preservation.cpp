// Lemma 2: what a well-typed state steps to is well typed.
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::archetype {

// [claim/preservation] [type/frame] [type/heap] [type/data-p]
TEST_CASE("Lemma 2: repaired, every step from a typed state leads to a typed one") {
  prop("a typed state steps to a typed state", [] {
    const Choices choices = any_choices();
    const State w = well_typed(choices, Rules::repaired);
    note_kinds(w);
    RC_ASSERT_FALSE(refute(Claim::Preservation, w, small_schema(), environment(choices, Rules::repaired)));
  });
}

// [claim/preservation]
TEST_CASE("Lemma 2: as published it is refuted, and with every repair but one that it takes") {
  const auto ill_typed_by = [](const Rules& rules) {
    const Found found = search(Claim::Preservation, rules, 20'000, 1);
    return found.refutation ? found.refutation->ill_typed->rule : "not found";
  };
  CHECK(ill_typed_by(Rules::published) != "not found");
  CHECK(ill_typed_by(without(&Rules::write_is_unit)) != "not found");
  CHECK(ill_typed_by(without(&Rules::components_are_typed)) != "not found");
  CHECK(ill_typed_by(without(&Rules::queue_is_typed)) != "not found");
  CHECK(ill_typed_by(without(&Rules::effects_accumulate)) == "type/system");
}

// [claim/preservation]
TEST_CASE("Lemma 2: a write writes (), a component is of another type, and so is one in the queue") {
  const auto ill_typed_by = [](const State& w) {
    REQUIRE_FALSE(check(w, small_schema(), published));
    const auto refutation = refute(Claim::Preservation, w, small_schema(), published);
    REQUIRE(refutation);
    CHECK(check(w, small_schema(), repaired));
    return refutation->ill_typed->rule + ": " + refutation->ill_typed->premise;
  };
  CHECK(ill_typed_by({small_heap(), frame({seq({P}, Write{x, P, write(x, P, p(1))}), Sync{}})}) ==
        "type/entity: ⊢ c_i : C_i");
  CHECK(ill_typed_by({small_heap(), frame({seq({P}, im(Add{x, D, unit()})), Sync{}})}) == "type/entity: ⊢ c_i : C_i");
  CHECK(ill_typed_by({small_heap(), frame({par({P}, lz(Create{{{F, component(P, p(1))}}})), Sync{}})}) ==
        "type/entity: ⊢ c_i : C_i");
  CHECK(ill_typed_by({small_heap(), frame({Sync{}}), {Add{id(0), D, unit()}}}) == "type/entity: ⊢ c_i : C_i");
  State untyped{small_heap(), frame({Sync{}})};
  untyped.H.write(Entity(0), P, Unit{});
  CHECK(check(done(step(untyped, published)), small_schema(), published));
  CHECK_FALSE(refute(Claim::Preservation, untyped, small_schema(), published));
}

}  // namespace coreecs::archetype
