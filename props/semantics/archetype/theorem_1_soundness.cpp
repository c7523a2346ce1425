// Theorem 1: a well-typed state runs until nothing is left of its frame and its queue.
#include "props/semantics/archetype/programs.hpp"

namespace coreecs::archetype {

// [claim/soundness] [evaluate/data-p] [archetype/merge]
TEST_CASE("Theorem 1: repaired, every typed state runs to the end") {
  prop("a typed state runs to [] with nothing queued", [] {
    const Choices choices = any_choices();
    const State w = well_typed(choices, Rules::repaired);
    note_kinds(w);
    const Environment env = environment(choices, Rules::repaired);
    RC_ASSERT_FALSE(refute(Claim::Soundness, w, small_schema(), env));
    Environment alone = env;
    alone.parts = 1;
    const bool same = env.part || run(w, alone).w.H == run(w, env).w.H;  // however many threads there are
    RC_ASSERT(same);
  });
}

// [evaluate/data-p] [type/data-p]
TEST_CASE("However par divides its entities a typed state without creation ends alike (A4)") {
  prop("any two partitions leave the same heap", [] {
    const Choices choices = any_choices();
    const State w =
        *rc::gen::element(true, false) ? well_typed(choices, Rules::repaired) : entangled(choices, Rules::repaired);
    const bool creates = any_of_events(w, [](const Event& evt) { return std::holds_alternative<Create>(evt); });
    note(!creates, "nothing is created", 0.1);
    if (creates) return;
    const auto threads = *rc::gen::container<std::vector<std::size_t>>(8, rc::gen::inRange<std::size_t>(0, 3));
    const Environment one{.parts = 1},
        many{.parts = 3, .part = [&](std::size_t i, std::size_t) { return threads[i % 8]; }};
    const bool same = run(w, one).w.H == run(w, many).w.H;
    RC_ASSERT(same);
  });
  const State pairs{small_heap(), frame({DataParallel{{{{P}, {D}}, lz(Add{y, P, Read{x, P}})}}, Sync{}})};
  const Environment crosswise{.part = [](std::size_t i, std::size_t) { return 1 - i; }};
  CHECK_FALSE(run(pairs, {}).w.H == run(pairs, crosswise).w.H);
  CHECK(check(pairs, small_schema(), repaired));
}

// [claim/soundness]
TEST_CASE("Theorem 1: what is typed by the repaired rules is typed by the published ones, but for writes and names") {
  prop("the repairs of the type system refuse, and but for A15 and A17 do not accept, what was not typed", [] {
    const Rules lenient{.write_is_unit = true, .immediate_retypes = true};
    const State w = well_typed(any_choices(), Rules::repaired);
    RC_ASSERT_FALSE(check({w.H, w.fr, {}}, small_schema(), {.rules = lenient}));
  });
}

// [claim/soundness]
TEST_CASE("Theorem 1: as published it is refuted") {
  const Found found = search(Claim::Soundness, Rules::published, 200, 1);
  REQUIRE(found.refutation);
  CHECK(found.refutation->stuck);
  const State w{small_heap(), frame({par({P}, then(lz(destroy(x)), lz(add(x, D, tag())))), Sync{}})};
  CHECK(refute_soundness(w, small_schema(), published)->stuck->rule == "event/add");
  CHECK_FALSE(refute_soundness(w, small_schema(), repaired));
  const State untyped{small_heap(), frame({seq({P}, Read{x, F}), Sync{}})};
  CHECK(run(untyped, published).stuck);
  CHECK_FALSE(refute_soundness(untyped, small_schema(), published));
}

// [claim/soundness]
TEST_CASE("Theorem 1: an event on an entity that is gone dirties nothing, and is queued all the same (A18)") {
  State w{small_heap(), frame({seq({P}, unit())}), {destroy(id(3))}};
  w.H.erase({D}, Entity(3));
  const auto refutation = refute_soundness(w, small_schema(), {.rules = without(&Rules::queue_is_typed)});
  REQUIRE(refutation);
  CHECK_FALSE(refutation->stuck);
  CHECK_FALSE(refute_soundness(w, small_schema(), repaired));
}

// [claim/soundness]
TEST_CASE("Theorem 1: with every repair but one a search finds what is stuck") {
  const auto stuck_at = [](const Rules& rules) {
    const Found found = search(Claim::Soundness, rules, 20'000, 1);
    return found.refutation ? found.refutation->stuck->rule : "not found";
  };
  CHECK(stuck_at(without(&Rules::gone_is_nothing)) != "not found");
  CHECK(stuck_at(without(&Rules::any_value_before)) == "reduce/seq");
  CHECK(stuck_at(without(&Rules::events_are_contexts)) != "not found");
  CHECK(stuck_at(without(&Rules::immediate_retypes)).starts_with("reduce/"));
  CHECK(stuck_at(without(&Rules::effects_accumulate)) == "archetype/no-conflict");
}

// [claim/soundness]
TEST_CASE("Theorem 1: more that is typed and stuck as published, and not as repaired") {
  const auto stuck_at = [](const System& s) {
    const State w{small_heap(), frame({s, Sync{}})};
    REQUIRE_FALSE(check(w, small_schema(), published));
    const auto refutation = refute_soundness(w, small_schema(), published);
    REQUIRE(refutation);
    const bool typed_when_repaired = !check(w, small_schema(), repaired);
    CHECK_FALSE(refute_soundness(w, small_schema(), repaired));
    return refutation->stuck->rule + (typed_when_repaired ? ", done" : ", refused");
  };
  CHECK(stuck_at(par({P}, then(lz(destroy(x)), lz(destroy(x))))) == "event/destroy, done");
  CHECK(stuck_at(par({P}, then(Read{x, P}, lz(destroy(x))))) == "reduce/seq, done");
  CHECK(stuck_at(par({P}, lz(destroy(then(unit(), x))))) == "event/destroy, done");
  CHECK(stuck_at(seq({P}, im(destroy(then(unit(), x))))) == "event/destroy, done");
  CHECK(stuck_at(seq({P}, then(im(destroy(x)), Read{x, P}))) == "reduce/read-comp, refused");
  CHECK(stuck_at(seq({P}, then(im(remove(x, P)), write(x, P, p(1))))) == "reduce/write-comp, refused");
  CHECK(stuck_at(seq({P}, Write{x, P, then(im(destroy(x)), component(P, p(1)))})) == "reduce/write-comp, refused");
  CHECK(stuck_at(seq({P}, then(im(destroy(x)), im(destroy(x))))) == "event/destroy, refused");
  CHECK(stuck_at(DataParallel{{{{P}, {P, D}}, lz(destroy(y))}}) == "event/destroy, done");
}

}  // namespace coreecs::archetype
