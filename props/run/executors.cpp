// One law suite for everything that runs schedules.
#include "interp/check/decide/static_report.hpp"
#include "interp/check/record/replay.hpp"
#include "interp/run/controlled.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/threads.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/linearization.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// The same occurrence, as an entity of others.
Entity moved(Entities& entities, Entity e) {
  Occurrence occurrence = *e.created();
  for (Entity& in : occurrence.entities)
    if (in.created()) in = moved(entities, in);
  return entities.at(occurrence);
}

State run_to_end(const Case& t, const Schedule& z, std::uint64_t frames, const Executor& executor) {
  const NamedSchedule schedule{"main", z};
  Execution execution(*t.program, schedule, {}, executor);
  while (execution.frame() < frames) execution.advance();
  return exhaustive::renamed(execution.state(), [&](Entity e) { return moved(*t.entities, e); });
}

/// An executor takes a case from its start to an end: a state, or a run-time error that it throws. `faithful`: it ends
/// where the reference does, also where runs differ. `safe`: whether it has to end in z(c). `ends`: where it may end at
/// all.
struct OfTheCalculus {
  static constexpr bool faithful = false;
  static bool safe(const Case& t) { return is_safe(safety(t.po)); }
  static auto ends(const Case& t) { return exhaustive::ends(t.c, t.z, t.env, 5'000); }
};

struct Reference : OfTheCalculus {
  static constexpr bool faithful = true;
  static State run(const Case& t) {
    return run_to_end(t, t.program->schedules.front().z, t.program->frames, reference());
  }
};

struct Denotation : OfTheCalculus {
  static constexpr bool faithful = true;
  static State run(const Case& t) { return after(t.c, produce(t.c, t.z, t.env)); }
};

/// The machine that explores configurations, making the first choice each time.
struct FirstChoices : OfTheCalculus {
  static constexpr bool faithful = true;
  static State run(const Case& t) {
    const Plan plan(t.z);
    Run run(plan, t.c, t.env);
    while (!run.ended()) run.perform(run.choices().front());
    return run.state();
  }
};

/// The same, making the last choice each time.
struct LastChoices : OfTheCalculus {
  static State run(const Case& t) {
    const Plan plan(t.z);
    Run run(plan, t.c, t.env);
    while (!run.ended()) run.perform(run.choices().back());
    return run.state();
  }
};

template <int threads>
struct Racing : OfTheCalculus {
  static State run(const Case& t) {
    static Threads executor({.threads = threads});
    return run_to_end(t, t.program->schedules.front().z, t.program->frames, std::ref(executor));
  }
};

/// Without tickets where the schedule is safe.
template <int threads>
struct Apart : OfTheCalculus {
  static State run(const Case& t) {
    if (!is_safe(safety(t.po))) return Racing<threads>::run(t);
    static Threads executor({.threads = threads, .safe = true});
    return run_to_end(t, t.program->schedules.front().z, t.program->frames, std::ref(executor));
  }
};

/// Choices by a seed, of either strategy.
template <bool by_priorities>
struct Controlled : OfTheCalculus {
  static State run(const Case& t) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const Linearization order = by_priorities ? pct(t.po, 3, random) : sample(t.po, random);
    const Ending ending = follow(Plan(t.z), t.c, t.po, order, random, t.env);
    if (const RuntimeError* error = std::get_if<RuntimeError>(&ending.end)) throw *error;
    return std::get<State>(ending.end);
  }
};

/// Threads that share the state (D8).
template <int threads>
struct Sharing {
  static constexpr bool faithful = false;
  static bool safe(const Case& t) {
    return static_report(*t.program, t.program->schedules.front().z).safe_when_shared();
  }
  static auto ends(const Case& t) { return exhaustive::shared_ends(t.c, t.z, t.env, 2'000); }
  static State run(const Case& t) {
    static Threads executor({.threads = threads, .visibility = Visibility::Shared});
    return run_to_end(t, t.program->schedules.front().z, t.program->frames, std::ref(executor));
  }
};

}  // namespace

// [schedule/conc] [schedule/seq] [schedule/par] [schedule/then] [confluence] [threads] [controlled] [shared]
TEST_CASE_TEMPLATE("An executor ends safe schedules in z(c), and every schedule as some run of its model does" *
                       doctest::test_suite("slow"),
                   Executor, Reference, Denotation, FirstChoices, LastChoices, Racing<1>, Racing<2>, Racing<4>,
                   Racing<8>, Apart<1>, Apart<2>, Apart<4>, Apart<8>, Controlled<false>, Controlled<true>, Sharing<1>,
                   Sharing<2>, Sharing<4>, Sharing<8>) {
  prop("safe schedules end in z(c)", [] {
    const Case t = *cases();
    const bool applies = Executor::faithful || Executor::safe(t);
    note(applies, "safe", 0.002);
    if (applies) RC_ASSERT(Executor::run(t) == advance(t.c, t.z, t.env));
  });
  prop("every end is among the ends of the model's runs", [] {
    const Case t = *small_cases({.races = true, .may_fail = true});
    const auto ends = Executor::ends(t);
    RC_PRE(ends.has_value());
    std::optional<State> end;
    try {
      end = Executor::run(t);
    } catch (const RuntimeError&) {
    }
    note(!end, "fails");
    RC_ASSERT(std::any_of(ends->begin(), ends->end(), [&](const exhaustive::End& other) {
      const State* c = std::get_if<State>(&other);
      return c && end ? *c == *end : !c && !end;
    }));
  });
}

// [threads]
TEST_CASE("What threads have performed, in the order of their tickets, is a run of the model that ends alike") {
  prop("it is recorded as a token, which performs it again", [] {
    const Case t = *cases({.races = true});
    static Threads executor({.threads = 4, .record = true});
    executor.restart();
    Execution execution(*t.program, t.program->schedules.front(), {}, std::ref(executor));
    while (execution.frame() < t.program->frames) execution.advance();
    const Replayer runs(*t.program, t.program->schedules.front().z, t.program->frames, false, execution.environment());
    std::vector<Performed> steps;
    for (const Traced& step : executor.performed()) steps.push_back(step.invocation);
    const auto again = runs.perform(runs.record(steps));
    const Ending* ending = std::get_if<Ending>(&again);
    RC_ASSERT(ending);
    RC_ASSERT(std::get<State>(ending->end) == execution.state());
  });
}
