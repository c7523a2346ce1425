// One law suite for everything that runs schedules.
#include "props/case.hpp"
#include "props/exhaustive.hpp"
#include "props/physics.hpp"
#include "props/prop.hpp"
#include "semantics/linearization.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// An executor takes a case from its start to an end: a state, or a run-time error that it throws. `faithful`: it ends
/// where the reference does, also where runs differ.
struct Reference {
  static constexpr bool faithful = true;
  static State run(const Case& t) {
    Execution execution(*t.program, t.program->schedules.front());
    while (execution.frame() < t.program->frames) execution.advance();
    // the same occurrences, as entities of the case
    return exhaustive::renamed(execution.state(), [&](Entity e) { return moved(*t.entities, e); });
  }
  static Entity moved(Entities& entities, Entity e) {
    Occurrence occurrence = *e.created();
    for (Entity& in : occurrence.entities)
      if (in.created()) in = moved(entities, in);
    return entities.at(occurrence);
  }
};

struct Denotation {
  static constexpr bool faithful = true;
  static State run(const Case& t) { return after(t.c, produce(t.c, t.z, 0, t.env)); }
};

/// The machine that explores configurations, making the first choice each time.
struct FirstChoices {
  static constexpr bool faithful = true;
  static State run(const Case& t) {
    const Plan plan(t.z);
    Run run(plan, t.c, t.env);
    while (!run.ended()) run.perform(run.choices().front());
    return run.state();
  }
};

/// The same, making the last choice each time.
struct LastChoices {
  static constexpr bool faithful = false;
  static State run(const Case& t) {
    const Plan plan(t.z);
    Run run(plan, t.c, t.env);
    while (!run.ended()) run.perform(run.choices().back());
    return run.state();
  }
};

}  // namespace

// [schedule/conc] [schedule/seq] [schedule/par] [schedule/then] [confluence]
TEST_CASE_TEMPLATE("An executor ends safe schedules in z(c), and every schedule as some run of the model does",
                   Executor, Reference, Denotation, FirstChoices, LastChoices) {
  prop("safe schedules end in z(c)", [] {
    const Case t = *cases();
    RC_PRE(Executor::faithful || !unsafe(t.po));
    RC_ASSERT(Executor::run(t) == advance(t.c, t.z, 0, t.env));
  });
  prop("every end is among the ends of the model's runs", [] {
    const Case t = *small_cases({.races = true});
    const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
    RC_PRE(ends.has_value());
    const State end = Executor::run(t);
    RC_ASSERT(std::any_of(ends->begin(), ends->end(), [&](const exhaustive::End& other) {
      const State* c = std::get_if<State>(&other);
      return c && *c == end;
    }));
  });
}
