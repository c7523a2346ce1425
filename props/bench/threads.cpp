// The threaded executor: what it costs with one thread, and what more of them bring (specs/explanation/performance.md).
#include "interp/run/threads.hpp"

#include <benchmark/benchmark.h>

#include "interp/language/format/load.hpp"
#include "interp/run/execution.hpp"

using namespace coreecs;

namespace {

/// A term of realistic cost, in JSON, that depends on two components: overwrites one, attaches a new one, or creates an
/// entity; and a chain.
Program program(std::int64_t n) {
  auto loaded = load(R"({
    "components": { "Pos": "real", "Vel": "real", "Speed": "real", "Chain": "int" },
    "systems": {
      "steer": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
                 "do": { "let": [ "force", { "-": [ { "*": [ 0.5, { "neg": "p" } ] }, { "*": [ 0.125, "v", { "abs": "v" } ] } ] },
                         { "let": [ "next", { "max": [ -64.0, { "min": [ 64.0, { "+": [ "v", { "*": [ 0.25, "force" ] } ] } ] } ] },
                         { "attach": [ "Vel", "e", { "if": [ { "<": [ { "abs": "next" }, 0.001 ] }, 0.0, "next" ] } ] } ] } ] } },
      "measure": { "match": [ { "entity": "e", "incl": { "Pos": "p", "Vel": "v" } } ],
                   "do": { "let": [ "square", { "+": [ { "*": [ "v", "v" ] }, { "*": [ "p", "p" ] } ] },
                           { "let": [ "estimate", { "/": [ { "+": [ 1.0, "square" ] }, 2.0 ] },
                           { "attach": [ "Speed", "e", { "/": [ { "+": [ "estimate", { "/": [ "square", "estimate" ] } ] }, 2.0 ] } ] } ] } ] } },
      "link": { "match": [ { "entity": "e", "incl": { "Chain": "c" } } ],
                "do": { "attach": [ "Chain", "e", { "mod": [ { "+": [ { "*": [ "c", 1103515245 ] }, 12345 ] }, 2147483648 ] } ] } }
    },
    "schedules": { "steer": { "conc": "steer" }, "measure": { "conc": "measure" } } })");
  Program program = std::get<Program>(std::move(loaded));
  for (std::int64_t j = 0; j < n; ++j) {
    program.entities.push_back("e" + std::to_string(j));
    const Entity e(static_cast<std::uint64_t>(j));
    program.start = std::move(program.start).with(0, e, 0.5 * static_cast<double>(j % 100)).with(1, e, 1.5);
    program.start = std::move(program.start).with(3, e, j);
  }
  return program;
}

const Schedule& schedule(const Program& program, const char* name) { return find_schedule(program, name)->z; }

void run(benchmark::State& state, const Program& program, const Schedule& z, const Executor& executor) {
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (auto _ : state) benchmark::DoNotOptimize(executor(program.start, z, env));
}

void reference(benchmark::State& state, const char* name) {
  const Program p = program(state.range(0));
  run(state, p, schedule(p, name), advance);
}

void threads(benchmark::State& state, const char* name) {
  const Program p = program(state.range(0));
  Threads executor({.threads = static_cast<std::size_t>(state.range(1)), .safe = true});
  run(state, p, schedule(p, name), std::ref(executor));
}

/// A seq over all entities beside so many branches of one short conc each; the longest chain alone, for comparison.
void one_long_many_short(benchmark::State& state) {
  const Program p = program(100'000);
  const auto s = [&](std::size_t k) { return p.systems[k]; };
  Program few = program(500);
  Schedule z = Conc{s(0)};
  for (std::int64_t j = 1; j < state.range(0); ++j) z = std::move(z) || Conc{s(0)};
  const Schedule all = state.range(0) == 0 ? Schedule(Seq{s(2)}) : std::move(z) || Seq{s(2)};
  State c = few.start;  // few that steer, many in the chain
  c[3] = p.start[3];
  few.start = c;
  Threads executor({.threads = static_cast<std::size_t>(state.range(1)), .safe = false});
  run(state, few, all, std::ref(executor));
}

}  // namespace

BENCHMARK_CAPTURE(reference, overwrite, "steer")->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(threads, overwrite, "steer")
    ->ArgsProduct({{1'000'000}, {1, 2, 4, 8, 16}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(reference, attach_new, "measure")->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(threads, attach_new, "measure")
    ->ArgsProduct({{1'000'000}, {1, 2, 4, 8, 16}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(one_long_many_short)->Args({0, 2})->Args({50, 2})->Unit(benchmark::kMillisecond)->UseRealTime();
