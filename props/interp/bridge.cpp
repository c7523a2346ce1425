// The simulation: what the archetype calculus does to a heap and a queue, its translation does to theirs.
#include "props/interp/bridge.hpp"

#include "interp/decide/check.hpp"
#include "interp/fast/pass.hpp"
#include "interp/format/load.hpp"
#include "interp/format/print.hpp"

namespace coreecs::bridge {

namespace {

using archetype::Choices;
using archetype::Rules;

constexpr std::size_t frames = 2;

bool same(const OrUntranslatable<State>& expected, const State& c) {
  const State* state = std::get_if<State>(&expected);
  return state && *state == c;
}

/// What makes a translation difficult.
void note_difficulties(const archetype::State& w, const Translation& translation) {
  archetype::note_kinds(w);
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
    const archetype::State w = archetype::well_typed(choices, Rules::repaired);
    const archetype::Environment env = archetype::environment(choices, Rules::repaired);
    const Translation translation = translated(w, {.events = Events::Queued});
    archetype::note_kinds(w);
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
    const archetype::State w = archetype::well_typed(choices, Rules::repaired);
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

}  // namespace coreecs::bridge
