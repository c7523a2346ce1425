// z(c) of one conc over many entities, in typed C++ and in JSON (specs/explanation/performance.md).
#include <benchmark/benchmark.h>

#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/typed/typed.hpp"

using namespace coreecs::typed;

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
using World = Components<Pos, Vel, Place, Speed>;

State moving(std::int64_t n) {
  State c(World::size);
  for (int j = 0; j < n; ++j) {
    const Entity e(static_cast<std::uint64_t>(j));
    c = std::move(c).with(0, e, to_value(Pos{j})).with(1, e, to_value(Vel{j % 7}));
    c = std::move(c).with(2, e, to_value(Place{0.5 * j, 1.5})).with(3, e, to_value(Speed{0.25, -1.0}));
  }
  return c;
}

void frames(benchmark::State& state, const Schedule& z) {
  const State c = moving(state.range(0));
  coreecs::Entities entities;
  const coreecs::Environment env = coreecs::by_occurrence(entities);
  for (auto _ : state) benchmark::DoNotOptimize(coreecs::fast::advance(c, z, env));
  state.counters["per_invocation"] = benchmark::Counter(static_cast<double>(state.iterations() * state.range(0)),
                                                        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void typed_field(benchmark::State& state) {
  frames(state, conc(World::system<Query<Incl<Pos>, Incl<Vel>>>(
                    "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); }, Writes<Pos>{})));
}

void typed_record(benchmark::State& state) {
  frames(state, conc(World::system<Query<Incl<Place>, Incl<Speed>>>(
                    "inertia",
                    [](Entity e, Place p, Speed v) {
                      return attach(e, Place{p.x + v.x, p.y + v.y});
                    },
                    Writes<Place>{})));
}

void json_field(benchmark::State& state) {
  auto program = coreecs::load(R"({
    "components": { "Pos": "int", "Vel": "int", "Place": { "record": { "x": "real", "y": "real" } },
                    "Speed": { "record": { "x": "real", "y": "real" } } },
    "systems": { "inertia": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
                              "do": { "attach": [ "Pos", "e", { "+": [ "p", "v" ] } ] } } },
    "schedules": { "main": { "conc": "inertia" } } })");
  frames(state, std::get<coreecs::Program>(program).schedules.front().z);
}

}  // namespace

BENCHMARK(typed_field)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(typed_record)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(json_field)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
