// What must hold of the threaded executor beyond the laws of all executors.
#include "interp/run/threads.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "interp/check/decide/decide.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// Creates an entity for every entity that has a position.
System spawn() {
  return {"spawn", {Incl{Pos}}, [](const Match& r) -> Mutation {
            const Value p = *r.w[0];
            return New{[p](Entity x) -> Mutation { return Attach{Pos, x, p}; }};
          }};
}

/// Fails on the entities of these numbers, on the first of them late, when others have failed already.
System failing(std::set<std::uint64_t> on) {
  return {"failing", {Incl{Pos}}, [on = std::move(on)](const Match& r) -> Mutation {
            if (on.count(r.e[0].number()) == 0) return Attach{Vel, r.e[0], 1};
            if (r.e[0].number() == *on.begin()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            throw RuntimeError("failing", {r.e.begin(), r.e.end()}, "", "no " + std::to_string(r.e[0].number()));
          }};
}

State standing(std::uint64_t n) {
  State c(2);
  for (std::uint64_t j = 0; j < n; ++j) c = std::move(c).with(Pos, Entity(j), static_cast<std::int64_t>(j % 5));
  return c;
}

Program program_of(State c, std::uint64_t n) {
  Program program;
  program.schema = K;
  program.start = std::move(c);
  for (std::uint64_t j = 0; j < n; ++j) program.entities.push_back("e" + std::to_string(j));
  return program;
}

constexpr Visibility both[] = {Visibility::Snapshot, Visibility::Shared};

}  // namespace

// [threads] [schedule/conc] [schedule/seq] [schedule/par] [schedule/then]
TEST_CASE("A safe schedule of small and large leaves ends on threads where it ends by the calculus" *
          doctest::test_suite("slow")) {
  constexpr Label read = 0, written = 1, mark = 4, alone = 5;  // labels 1, 2 and 3 are written; one entity is alone
  constexpr int shares = 3;                                    // of the entities, each for one leaf
  /// Writes one of the labels at one share of the entities, and sometimes creates one, or waits for a condition.
  const auto system = [](int j, int kind) {
    const Label i = written + static_cast<Label>(j / shares);
    System s{
        "s" + std::to_string(j), {And{{Incl{read}, Anyway{i}}}}, [i, j, kind](const Match& all) -> Mutation {
          const std::size_t from = kind == 5 ? 1 : 0;
          const Match r{all.e.subspan(from), all.w.subspan(from)};
          const std::uint64_t e = r.e[0].number();
          if (e % shares != static_cast<std::uint64_t>(j % shares)) return Nil{};
          const std::int64_t was = r.w[1] ? r.w[1]->as<std::int64_t>() : -1;
          if (kind == 1 && e % 5 == 0) return Detach{i, r.e[0]};
          if (kind == 2 && e % 7 == 0)
            return Compose({Attach{i, r.e[0], was + 2}, New{[j](Entity x) -> Mutation { return Attach{mark, x, j}; }}});
          return Attach{i, r.e[0], was + r.w[0]->as<std::int64_t>()};
        }};
    if (kind == 3) s.q.where.phi = [](const Match& r) { return r.e[0].number() % 2 == 0; };
    if (kind == 4) s.q.push_back(Incl{alone});
    if (kind == 5) s.q.insert(s.q.begin(), Incl{alone});
    return s;
  };
  prop("z(c) with 1, 2 and 4 threads", [&] {
    const auto n = *rc::gen::element<std::uint64_t>(0, 3, 700, 6'000);
    State c(6);
    c = std::move(c).with(alone, Entity(n / 2), 1);
    const int hole = *rc::gen::inRange(2, 6);
    for (std::uint64_t j = 0; j < n; ++j) {
      if (j % static_cast<std::uint64_t>(hole) > 0)
        c = std::move(c).with(read, Entity(j), static_cast<std::int64_t>(j % 10));
      if (j % 2 == 0) c = std::move(c).with(written, Entity(j), static_cast<std::int64_t>(j));
    }
    std::vector<Schedule> parts;
    const int leaves = *rc::gen::inRange(1, 3 * shares + 1);
    for (int j = 0; j < leaves; ++j) {
      System s = system(j, *rc::gen::inRange(0, 6));
      parts.push_back(*rc::gen::inRange(0, 4) == 0 ? seq(std::move(s)) : conc(std::move(s)));
    }
    while (parts.size() > 1) {
      const auto at = *rc::gen::inRange<std::size_t>(0, parts.size() - 1);
      parts[at] = *rc::gen::inRange(0, 3) > 0 ? parts[at] || parts[at + 1] : parts[at] >> parts[at + 1];
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    Entities entities;
    std::mutex mutex;
    const Environment env{.fresh = [&](const Occurrence& o) {
      const std::lock_guard lock(mutex);
      return entities.at(o);
    }};
    const State expected = fast::advance(c, parts[0], env);
    if (n < 1'000) RC_ASSERT(expected == advance(c, parts[0], env));
    for (const std::size_t threads : {1, 2, 4}) {
      Threads executor({.threads = threads, .safe = true});
      for (int again = 0; again < 2; ++again) RC_ASSERT(executor(c, parts[0], env) == expected);
    }
  });
}

// [threads]
TEST_CASE(
    "Of all run-time errors on threads the first by leaf and match is reported, and the state stays that before") {
  const Program program = program_of(standing(3'000), 3'000);
  const NamedSchedule schedule{
      "main", (conc(failing({2'999, 700, 1'500})) || seq(failing({3}))) || (conc(step()) >> conc(failing({0})))};
  for (const Visibility visibility : both)
    for (const std::size_t threads : {1, 2, 4, 8}) {
      Threads executor({.threads = threads, .visibility = visibility});
      Execution execution(program, schedule, {}, std::ref(executor));
      for (int again = 0; again < 20; ++again) {
        std::string error;
        try {
          execution.advance();
        } catch (const RuntimeError& e) {
          error = e.what();
        }
        CHECK(error == "no 700");
        CHECK(execution.frame() == 0);
        CHECK(execution.state() == program.start);
      }
    }
}

// [threads] [query/where]
TEST_CASE("A condition that fails when a seq asks it again is an error of its leaf and match, like any other") {
  const Program program = program_of(standing(3'000), 3'000);
  // Each invocation makes the next entity one of which the condition does not hold; of this one it fails.
  const auto failing_again = [](std::uint64_t number) {
    System s{"again", {Incl{Pos}}, [](const Match& r) -> Mutation {
               return Attach{Pos, Entity(r.e[0].number() + 1), -1};
             }};
    s.q.where.phi = [number](const Match& r) {
      const bool changed = r.w[0] == Value(-1);
      if (changed && r.e[0].number() == number) throw RuntimeError("again", {}, "", "no " + std::to_string(number));
      return !changed || r.e[0].number() < number;
    };
    return s;
  };
  const NamedSchedule schedule{"main", seq(failing_again(2'000)) || seq(failing_again(5))};
  for (const std::size_t threads : {1, 2, 4}) {
    Threads executor({.threads = threads});
    Execution execution(program, schedule, {}, std::ref(executor));
    for (int again = 0; again < 50; ++again) {
      try {
        execution.advance();
        FAIL("no error");
      } catch (const RuntimeError& e) {
        CHECK(std::string(e.what()) == "no 2000");
      }
      CHECK(execution.state() == program.start);
    }
  }
}

// [threads]
TEST_CASE("A run on threads that is interrupted ends, the state stays that before, and the threads can go on") {
  const Program program = program_of(standing(100), 100);
  for (const Visibility visibility : both)
    for (const std::size_t threads : {1, 2, 4}) {
      const System stopping{"stopping", {Incl{Pos}}, [&](const Match& r) -> Mutation {
                              if (r.e[0].number() == 50) interrupt::request();
                              return Attach{Vel, r.e[0], 1};
                            }};
      for (const Schedule& z : {seq(stopping), conc(step()) || (seq(stopping) >> conc(step()))}) {
        const NamedSchedule schedule{"main", z};
        Threads executor({.threads = threads, .visibility = visibility});
        Execution execution(program, schedule, {}, std::ref(executor));
        CHECK_THROWS_AS(execution.advance(), Interrupted);
        CHECK_THROWS_AS(execution.advance(), Interrupted);
        CHECK(interrupt::take_back());
        CHECK(execution.state() == program.start);
      }
    }
}

// [threads]
TEST_CASE("Threads perform schedules nested 10^5 deep, and schedules that have nothing to perform" *
          doctest::test_suite("slow")) {
#ifdef COREECS_SANITIZED
  constexpr int depth = 10'000;
#else
  constexpr int depth = 100'000;
#endif
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (const Visibility visibility : both) {
    Threads executor({.threads = 2, .visibility = visibility});
    for (const std::size_t n : {1, 0})
      for (const bool left : {true, false})
        for (const int every : {1, 2, depth}) {  // a ∥ at every one, every second one, or none
          if (n == 0 && every != 2) continue;
          CAPTURE(left);
          CAPTURE(every);
          Schedule z = conc(step());
          for (int j = 1; j < depth; ++j) {
            const Schedule before = left ? z : conc(step());
            const Schedule after = left ? conc(step()) : z;
            z = j % every == 0 ? before || after : before >> after;
          }
          const State end = executor(standing(n), z, env);
          CHECK(end[Pos].size() == n);
          if (n == 1 && every == depth) CHECK(*end.at({Entity(0), Pos}) == Value(depth));
          if (n == 1 && every == 1 && visibility == Visibility::Snapshot) CHECK(*end.at({Entity(0), Pos}) == Value(1));
        }
    CHECK(executor(State(2), seq(spawn()) || conc(spawn()) >> seq(step()), env) == State(2));
  }
}

// [threads] [mutation/new]
TEST_CASE("Entities created on threads, and their names, are those of the reference") {
  const Program program = program_of(standing(500), 500);
  const NamedSchedule schedule{"main", (conc(spawn()) || seq(spawn())) >> conc(step())};
  Execution reference(program, schedule);
  for (int frame = 0; frame < 3; ++frame) reference.advance();
  for (const std::size_t threads : {1, 2, 4, 8}) {
    Threads executor({.threads = threads});
    Execution execution(program, schedule, {}, std::ref(executor));
    for (int again = 0; again < 3; ++again) {
      while (execution.frame() < 3) execution.advance();
      REQUIRE(execution.state()[Pos].size() == reference.state()[Pos].size());
      auto there = reference.state()[Pos].begin();
      bool same = true;
      for (const auto& [e, k] : execution.state()[Pos]) {
        same = same && execution.names()(e) == reference.names()(there->first) && k == there->second;
        ++there;
      }
      CHECK(same);
      execution.restart();
    }
  }
}

// [threads]
TEST_CASE("A seq on threads creates, and names, no entity for a match that is gone when its turn comes") {
  const Program program = program_of(standing(20'000), 20'000);
  // Each fourth invocation takes the next two entities away; the others create one.
  const System s{"s", {Incl{Pos}}, [](const Match& r) -> Mutation {
                   const std::uint64_t e = r.e[0].number();
                   if (e % 4 == 0) return Compose({Detach{Pos, Entity(e + 1)}, Detach{Pos, Entity(e + 2)}});
                   return New{[](Entity x) -> Mutation { return Attach{Vel, x, 1}; }};
                 }};
  const NamedSchedule schedule{"main", seq(s)};
  const auto names_of = [](const Execution& execution) {
    std::vector<std::string> names;
    for (const auto& [e, k] : execution.state()[Vel]) names.push_back(execution.names()(e));
    return names;
  };
  Execution reference(program, schedule);
  reference.advance();
  CHECK(names_of(reference).size() == 5'000);
  for (const std::size_t threads : {1, 2, 4}) {
    Threads executor({.threads = threads, .safe = true});
    Execution execution(program, schedule, {}, std::ref(executor));
    execution.advance();
    CHECK(names_of(execution) == names_of(reference));
  }
}

// [threads]
TEST_CASE("A conc of many writers, and a ∥ of many writes, come together in parts, by ticket") {
  constexpr std::uint64_t n = 40'000;
  const State c = standing(n);
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System scatter{"scatter", {Incl{Pos}}, [](const Match& r) -> Mutation {  // attaches, overwrites, detaches
                         const std::uint64_t j = r.e[0].number();
                         if (j % 3 == 0) return Detach{Pos, r.e[0]};
                         return Compose({Attach{Vel, Entity((j * 7'919) % n), 1},
                                         Attach{Vel, Entity((j * 7'919) % n), static_cast<std::int64_t>(j)}});
                       }};
  const Schedule z = conc(scatter) >> ((conc(step()) >> conc(step())) || conc(inertia())) >> conc(scatter);
  for (const std::size_t threads : {1, 2, 4}) {
    const Schedule safe = conc(scatter) >> (conc(step()) >> seq(inertia())) >> conc(scatter);
    Threads apart({.threads = threads, .safe = true});
    CHECK(apart(c, safe, env) == advance(c, safe, env));
    Threads racing({.threads = threads});
    CHECK(racing(c, safe, env) == advance(c, safe, env));
    const State end = racing(c, z, env);
    CHECK(end[Vel] == advance(c, z, env)[Vel]);
  }
}

namespace {

/// A random safe program with many invocations.
struct Large {
  std::shared_ptr<const Program> program;
  std::size_t invocations;

  static Large random(Dice& dice) {
    for (;;) {
      auto loaded = load(random_program(dice, {.entities = 40, .leaves = 6}).dump());
      Program* program = std::get_if<Program>(&loaded);
      if (!program || program->frames == 0) continue;
      Entities entities;
      const Environment env = by_occurrence(entities);
      try {
        const Schedule z = repeat(program->schedules.front().z, program->frames);
        const PartialOrder po = fast::partial_order(program->start, z, env, 20'000);
        if (po.size() < 100 || po.size() > 20'000 || decide(po).unsafe) continue;
        return {std::make_shared<const Program>(std::move(*program)), po.size()};
      } catch (const RuntimeError&) {
      } catch (const fast::TooManyMatches&) {
      }
    }
  }
};

}  // namespace

// [threads] [determinism]
TEST_CASE("Random safe programs end on threads as the reference does" * doctest::test_suite("slow")) {
  std::size_t programs = 0, invocations = 0;
  prop("with and without tickets", [&] {
    Dice dice = any_dice();
    const Large t = Large::random(dice);
    const auto& schedule = t.program->schedules.front();
    Execution reference(*t.program, schedule);
    while (reference.frame() < t.program->frames) reference.advance();
    for (const std::size_t threads : {2, 4}) {
      Threads executor({.threads = threads, .safe = threads == 4});
      State c = t.program->start;
      for (std::uint64_t frame = 0; frame < t.program->frames; ++frame)
        c = executor(c, schedule.z, {reference.environment(), frame * schedule.z.leaves()});
      RC_ASSERT(c == reference.state());
      invocations += t.invocations;
    }
    ++programs;
  });
  std::fprintf(stderr, "%zu programs, %zu invocations on threads\n", programs, invocations);
}
