// Where the rules as published and Core ECS part: one repair left out, the smallest program at which that shows.
#include "props/archetypes/bridge.hpp"

namespace coreecs::bridge {

namespace {

enum class Parting {
  None,
  Stuck,          ///< the archetype calculus is stuck, and Core ECS goes on
  Ends,           ///< they come to different states
  NoTranslation,  ///< what is typed has no translation
};

/// How a run and its translation part.
Parting parting(const archetype::State& w, const archetype::Environment& env, Events events = Events::Queued) {
  const auto translation = translate(archetype::small_schema(), w, {.events = events});
  if (std::holds_alternative<Untranslatable>(translation)) return Parting::NoTranslation;
  SideBySide both(w, std::get<Translation>(translation), env);
  while (!both.ended()) {
    if (both.step()) return Parting::Stuck;
    if (!both.w().q.empty()) continue;
    const auto expected = both.expected();
    if (std::holds_alternative<Untranslatable>(expected)) return Parting::NoTranslation;
    if (std::get<State>(expected) != both.c()) return Parting::Ends;
  }
  return Parting::None;
}

/// The first of so many random typed states at which they part so, without the steps that this does not take.
std::optional<archetype::State> search(const Rules& rules, Parting how, std::size_t states) {
  const archetype::Environment env{.rules = rules};
  std::mt19937 random(7);
  for (std::size_t i = 0; i < states; ++i) {
    Choices choices(random() % 120);
    for (std::uint8_t& choice : choices) choice = static_cast<std::uint8_t>(random());
    archetype::State w = archetype::well_typed(choices, rules);
    if (parting(w, env) != how) continue;
    for (std::size_t k = 0; k < w.fr.steps().size();) {
      std::vector<archetype::Step> steps(w.fr.steps().begin(), w.fr.steps().end());
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(k));
      const archetype::State fewer{w.H, archetype::Frame(steps), w.q};
      const bool still = !archetype::check(fewer, archetype::small_schema(), env) && parting(fewer, env) == how;
      if (still) w = fewer;
      k = still ? 0 : k + 1;
    }
    return w;
  }
  return std::nullopt;
}

struct Case {
  bool Rules::*repair;
  Parting how;
  archetype::State w;
};
std::vector<Case> cases() {
  const archetype::Heap H = archetype::small_heap();
  const auto of = [&](const archetype::System& s, archetype::Queue q = {}) {
    return archetype::State{H, archetype::frame({s, archetype::Sync{}}), std::move(q)};
  };
  const archetype::Term wrong = archetype::Write{x, P, archetype::write(x, P, archetype::p(1))};
  archetype::State queued{
      H, archetype::frame({archetype::Sync{}}), {archetype::Add{archetype::id(0), D, archetype::unit()}}};
  return {
      {&Rules::gone_is_nothing, Parting::Stuck,
       of(archetype::par({P}, then(lz(archetype::destroy(x)), lz(archetype::destroy(x)))))},
      {&Rules::destroy_clears, Parting::Ends, of(archetype::seq({P}, im(archetype::destroy(x))))},
      {&Rules::any_value_before, Parting::Stuck,
       of(archetype::par({P}, then(archetype::Read{x, P}, archetype::unit())))},
      {&Rules::events_are_contexts, Parting::Stuck,
       of(archetype::par({P}, lz(archetype::destroy(then(archetype::unit(), x)))))},
      {&Rules::write_is_unit, Parting::NoTranslation, of(archetype::seq({P}, wrong))},
      {&Rules::components_are_typed, Parting::NoTranslation,
       of(archetype::seq({P}, im(archetype::Add{x, D, archetype::unit()})))},
      {&Rules::immediate_retypes, Parting::NoTranslation,
       of(archetype::seq({P}, then(im(archetype::destroy(x)), archetype::Read{x, P})))},
      {&Rules::queue_is_typed, Parting::NoTranslation, std::move(queued)},
  };
}

}  // namespace

// [bridge/frame] [bridge/heap]
TEST_CASE("The bridge, as published: the smallest program at which each repair shows") {
  for (const Case& c : cases()) {
    const Rules rules = archetype::without(c.repair);
    CAPTURE(static_cast<int>(c.how));
    CHECK_FALSE(archetype::check(c.w, archetype::small_schema(), {.rules = rules}));
    CHECK(parting(c.w, {.rules = rules}) == c.how);
  }
}

// [bridge/frame] [bridge/heap]
TEST_CASE("The bridge, as published: a search finds one for each of them, of one system or a queue and a sync") {
  for (const Case& c : cases()) {
    CAPTURE(static_cast<int>(c.how));
    const auto found = search(archetype::without(c.repair), c.how, 3'000);
    REQUIRE(found);
    CHECK(found->fr.steps().size() <= 2);
    CHECK_FALSE(search(Rules::repaired, c.how, 100));
  }
}

// [bridge/direct] [bridge/frame]
TEST_CASE("The bridge, as published: of A14 the queued translation runs as published, and the direct one does not") {
  const archetype::System both =
      archetype::par({P}, then(lz(archetype::add(x, D, archetype::tag())), lz(archetype::add(x, E, archetype::tag()))));
  const archetype::State w{
      archetype::small_heap(),
      archetype::frame({both, archetype::par({P, D, E}, lz(archetype::destroy(x))), archetype::Sync{}})};
  CHECK_FALSE(archetype::check(w, archetype::small_schema(), archetype::published));
  CHECK(parting(w, archetype::published) == Parting::None);
  CHECK(parting(w, archetype::published, Events::Direct) == Parting::Ends);
  CHECK(parting(w, archetype::repaired) == Parting::Stuck);
  for (bool Rules::*repair : {&Rules::atype_accumulates, &Rules::effects_accumulate})
    for (const Parting how : {Parting::Ends, Parting::NoTranslation})
      CHECK_FALSE(search(archetype::without(repair), how, 500));
}

}  // namespace coreecs::bridge
