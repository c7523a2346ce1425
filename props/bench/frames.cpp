// z(c) of a frame over many entities: by the reference, and on one thread and two of the threaded executor
// (specs/explanation/performance.md). Each line ends with the time for each entity.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <memory>

#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/typed/typed.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/threads.hpp"

using namespace coreecs::typed;
using coreecs::Executor;
using coreecs::Program;
using coreecs::Threads;

namespace {

struct Pos {
  int x;
};
struct Vel {
  int x;
};
struct Place {
  double x, y;
};
struct Speed {
  double x, y;
};
struct Mark {
  int x;
};
struct Cell {
  int at;
};
using World = Components<Pos, Vel, Place, Speed, Mark, Cell>;
using Moving = Query<Incl<Pos>, Incl<Vel>>;

State moving(std::int64_t n) {
  State c(World::size);
  for (int j = 0; j < n; ++j) {
    const Entity e(static_cast<std::uint64_t>(j));
    c = std::move(c).with(0, e, to_value(Pos{j % 100})).with(1, e, to_value(Vel{j % 7}));
    c = std::move(c).with(2, e, to_value(Place{0.5 * (j % 100), 1.5})).with(3, e, to_value(Speed{0.25, -1.0}));
  }
  return c;
}

Schedule overwrite() {
  return conc(World::system<Moving>(
      "overwrite", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); }, Writes<Pos>{}));
}
Schedule attach_new() {
  return conc(World::system<Moving>(
      "attach_new", [](Entity e, Pos p, Vel v) { return attach(e, Mark{p.x + v.x}); }, Writes<Mark>{}));
}
Schedule detach_it() {
  return conc(World::system<Query<Incl<Pos>>>(
      "detach", [](Entity e, Pos) { return detach<Pos>(e); }, Writes<Pos>{}));
}
Schedule two_fields() {
  return conc(World::system<Moving>(
      "two_fields", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}, Vel{v.x + 1}); },
      Writes<Pos, Vel>{}));
}
Schedule records() {
  return conc(World::system<Query<Incl<Place>, Incl<Speed>>>(
      "records",
      [](Entity e, Place p, Speed v) {
        return attach(e, Place{p.x + v.x, p.y + v.y});
      },
      Writes<Place>{}));
}
Schedule creating() {
  return conc(World::system<Query<Incl<Pos>>>(
      "create", [](Entity, Pos p) { return create(Mark{p.x}); }, Writes<Mark>{}));
}
Schedule in_turn() {
  return seq(World::system<Moving>(
      "in_turn", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); }, Writes<Pos>{}));
}
/// A system that meets others: each entity with all at its place, of which there is one.
Schedule collide() {
  return conc(World::system<Query<Incl<Pos>>, Query<Incl<Cell>>>(
      "collide", [](Entity e, Pos p, Entity, Cell k) { return attach(e, Mark{p.x + k.at}); }, Writes<Mark>{}));
}
/// Systems of a game beside each other.
Schedule mixed() {
  return overwrite() || records() ||
         conc(World::system<Query<Incl<Vel>>>(
             "mark",
             [](Entity e, Vel v) -> World::Mutation {
               if (v.x % 2 == 0) return attach(e, Mark{v.x});
               return nil;
             },
             Writes<Mark>{}));
}

Schedule json(const char* term) {
  auto program = coreecs::load(R"({
    "components": { "Pos": "int", "Vel": "int", "Place": { "record": { "x": "real", "y": "real" } },
                    "Speed": { "record": { "x": "real", "y": "real" } }, "Mark": "int", "Cell": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ], "do": )" +
                               std::string(term) + R"( } }, "schedules": { "main": { "conc": "s" } } })");
  return std::get<Program>(program).schedules.front().z;
}
Schedule json_sum() { return json(R"({ "attach": [ "Pos", "e", { "+": [ "p", "v" ] } ] })"); }
Schedule json_ten() {
  return json(R"({ "let": [ "square", { "+": [ { "*": [ "v", "v" ] }, { "*": [ "p", "p" ] } ] },
                 { "let": [ "next", { "max": [ -64, { "min": [ 64, { "+": [ "v", { "quot": [ "square", 4 ] } ] } ] } ] },
                 { "attach": [ "Vel", "e", { "if": [ { "<": [ { "abs": "next" }, 3 ] }, 0, "next" ] } ] } ] } ] })");
}

/// Performs a frame from one state over and over.
void frames(benchmark::State& state, Schedule (*schedule)(), const Executor& executor) {
  State c = moving(state.range(0));
  c = std::move(c).with(World::label<Cell>(), Entity(0), 1);
  const Schedule z = schedule();
  auto allocator = std::make_unique<coreecs::EntityAllocator>();
  const coreecs::Environment env{.fresh = [&](const coreecs::Occurrence& o) { return allocator->at(o); }};
  for (auto _ : state) {
    benchmark::DoNotOptimize(executor(c, z, env));
    if (schedule != creating) continue;
    state.PauseTiming();  // entities are created once
    allocator = std::make_unique<coreecs::EntityAllocator>();
    state.ResumeTiming();
  }
  state.counters["per_entity"] = benchmark::Counter(static_cast<double>(state.iterations() * state.range(0)),
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void reference(benchmark::State& state, Schedule (*schedule)()) { frames(state, schedule, coreecs::reference()); }
void threads(benchmark::State& state, Schedule (*schedule)()) {
  Threads executor({.threads = static_cast<std::size_t>(state.range(1)), .safe = true});
  frames(state, schedule, std::ref(executor));
}

double allocated() {
  const auto of_malloc = mallinfo2();
  return static_cast<double>(of_malloc.uordblks + of_malloc.hblkhd);
}

/// Bytes an entity: of a state with two numbers for each, and of the state after a frame that overwrites both beside
/// the state before.
void memory(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  const Schedule z = two_fields();
  for (auto _ : state) {
    const double before = allocated();
    State c(World::size);
    for (int j = 0; j < n; ++j) {
      const Entity e(static_cast<std::uint64_t>(j));
      c = std::move(c).with(0, e, to_value(Pos{j % 100})).with(1, e, to_value(Vel{j % 7}));
    }
    const double with_state = allocated();
    const State end = coreecs::reference()(c, z, coreecs::Environment());
    const double with_both = allocated();
    state.counters["state"] = (with_state - before) / n;
    state.counters["frame"] = (with_both - with_state) / n;
  }
}

}  // namespace

#define FRAMES(name)                                                                     \
  BENCHMARK_CAPTURE(reference, name, name)->Arg(100'000)->Arg(1'000'000)->UseRealTime(); \
  BENCHMARK_CAPTURE(threads, name, name)->ArgsProduct({{100'000, 1'000'000}, {1, 2}})->UseRealTime()

FRAMES(overwrite);
FRAMES(attach_new);
FRAMES(detach_it);
FRAMES(two_fields);
FRAMES(records);
FRAMES(creating);
FRAMES(in_turn);
FRAMES(collide);
FRAMES(mixed);
FRAMES(json_sum);
FRAMES(json_ten);
BENCHMARK_CAPTURE(reference, overwrite, overwrite)->Arg(10)->Arg(1'000)->UseRealTime();
BENCHMARK_CAPTURE(threads, overwrite, overwrite)->ArgsProduct({{10, 1'000}, {1, 2}})->UseRealTime();
BENCHMARK(memory)->Arg(100'000)->Arg(1'000'000)->Iterations(1)->UseRealTime();
