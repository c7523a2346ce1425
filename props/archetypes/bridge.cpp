// The simulation: what the archetype calculus does to a heap and a queue, its translation does to theirs.
#include "props/archetypes/bridge.hpp"

#include "interp/check/decide/check.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"

namespace coreecs::bridge {

namespace {

constexpr std::size_t frames = 2;

bool same(const OrUntranslatable<State>& expected, const State& c) {
  const State* state = std::get_if<State>(&expected);
  return state && *state == c;
}

archetype::State any_typed(const Choices& choices) {
  return choices.size() % 3 == 0 ? archetype::well_typed(choices, Rules::repaired)
                                 : archetype::entangled(choices, Rules::repaired);
}

/// Counts systems that may be called with one entity twice, and that visit entities without components.
void note_pairs(const archetype::State& w) {
  bool twice = false, none = false, tuples_of_par = false;
  const auto add = [&](const archetype::Function& f) {
    const std::set<archetype::AType> A(f.A.begin(), f.A.end());
    twice |= A.size() < f.A.size();
    none |= A.contains({});
  };
  for (const archetype::Step& step : w.fr.steps()) {
    const auto* s = std::get_if<archetype::System>(&step);
    if (const auto* seq = s ? std::get_if<archetype::Sequential>(&s->form()) : nullptr) add(seq->f);
    const auto* par = s ? std::get_if<archetype::DataParallel>(&s->form()) : nullptr;
    if (par) add(par->f);
    tuples_of_par |= par && par->f.A.size() > 1;
  }
  note(twice, "with a system that may get one entity twice", 0.05);
  note(none, "with a system of entities without components", 0.02);
  note(tuples_of_par, "with a data-parallel system of pairs", 0.05);
}

/// What makes a translation difficult.
void note_difficulties(const archetype::State& w, const Translation& translation) {
  archetype::note_kinds(w);
  note_pairs(w);
  std::size_t queued = 0, direct = 0;
  for (std::size_t k = 0; k < translation.staging.size(); ++k)
    if (std::holds_alternative<archetype::System>(w.fr.steps()[k]))
      ++(translation.staging[k] == Staging::Queued ? queued : direct);
  note(direct > 0, "with events that are mutations at once", 0.3);
  note(queued > 0, "with events that are queued", 0.1);
}

}  // namespace

// [bridge/heap] [bridge/queue] [bridge/schema] [bridge/frame] [bridge/seq-system] [bridge/par] [bridge/task]
// [bridge/function] [bridge/value] [bridge/if] [bridge/seq] [bridge/read] [bridge/write] [bridge/staged]
// [bridge/immediate] [bridge/event] [bridge/operation] [bridge/sync] [bridge/perform] [bridge/create] [bridge/forget]
TEST_CASE("The bridge: a step, then translated, is what the translation of the step leaves") {
  prop("with queued events, in every order and with every partition, of every typed state", [] {
    const Choices choices = archetype::any_choices();
    const archetype::State w = any_typed(choices);
    const archetype::Environment env = archetype::environment(choices, Rules::repaired);
    const Translation translation = translated(w, {.events = Events::Queued});
    archetype::note_kinds(w);
    note_pairs(w);
    SideBySide both(w, translation, env);
    RC_ASSERT(same(both.expected(), both.c()));
    for (std::size_t k = 0; k < frames; ++k, both.restart())
      while (!both.ended()) {
        RC_ASSERT_FALSE(both.step());
        RC_ASSERT(same(both.expected(), both.c()));
      }
  });
}

// [bridge/direct]
TEST_CASE("The bridge: a frame, then translated, is what the translation of the frame leaves") {
  prop("with events that are mutations where that is proved, at every sync", [] {
    const Choices choices = archetype::any_choices();
    const archetype::State w = any_typed(choices);
    const archetype::Environment env = archetype::environment(choices, Rules::repaired);
    const Translation translation = translated(w);
    note_difficulties(w, translation);
    SideBySide both(w, translation, env);
    for (std::size_t k = 0; k < frames; ++k, both.restart())
      while (!both.ended()) {
        RC_ASSERT_FALSE(both.step());
        if (both.w().q.empty()) RC_ASSERT(same(both.expected(), both.c()));
      }
  });
}

// [bridge/par] [bridge/task]
TEST_CASE("The bridge: what the repaired rules type, Theorem 4.7 shows to be safe, and so it does of documents") {
  prop("the translation of a typed state is safe by rule, printed and loaded", [] {
    const Choices choices = archetype::any_choices();
    const archetype::State w = any_typed(choices);
    const Events events = choices.size() % 2 == 0 ? Events::Queued : Events::DirectWhereProved;
    const Translation translation = translated(w, {.events = events});
    const auto loaded = load(print(translation.program));
    RC_ASSERT(std::holds_alternative<Program>(loaded));
    const Program& program = std::get<Program>(loaded);
    RC_ASSERT(program.start == translation.program.start);
    const Verdict verdict = check(program, program.schedules.front(), 1, 10'000);
    RC_ASSERT(verdict.safe_by_rule());
    Entities entities;
    const auto end = [&](const Program& of) {
      return fast::advance(of.start, of.schedules.front().z, by_occurrence(entities));
    };
    RC_ASSERT(end(program) == end(translation.program));
  });
}

}  // namespace coreecs::bridge
