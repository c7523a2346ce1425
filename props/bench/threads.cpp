// A long chain beside many short leaves on threads: the longest chain comes first (specs/explanation/performance.md).
#include "interp/run/threads.hpp"

#include <benchmark/benchmark.h>

#include "interp/fast/pass.hpp"
#include "props/kit/physics.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// c ↦ 1103515245 c + 12345
System link() {
  return {"link", {Incl{Vel}}, [](const Match& r) -> Mutation {
            return Attach{Vel, r.e[0], (r.w[0]->as<std::int64_t>() * 1103515245 + 12345) % 2147483648};
          }};
}
System touch() {
  return {"touch", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Pos, r.e[0], *r.w[0]}; }};
}

/// A seq over 100,000 entities beside so many branches of one short conc each; the chain alone, for comparison.
void one_long_many_short(benchmark::State& state) {
  State c(2);
  for (std::int64_t j = 0; j < 100'000; ++j) c = std::move(c).with(Vel, Entity(static_cast<std::uint64_t>(j)), j);
  for (std::int64_t j = 0; j < 500; ++j) c = std::move(c).with(Pos, Entity(static_cast<std::uint64_t>(j)), j);
  Schedule z = seq(link());
  for (std::int64_t j = 0; j < state.range(0); ++j) z = conc(touch()) || std::move(z);
  Entities entities;
  const Environment env = by_occurrence(entities);
  Threads executor({.threads = static_cast<std::size_t>(state.range(1)), .safe = state.range(2) != 0});
  for (auto _ : state) benchmark::DoNotOptimize(executor(c, z, env));
}

}  // namespace

BENCHMARK(one_long_many_short)
    ->ArgNames({"short", "threads", "safe"})
    ->ArgsProduct({{0, 50}, {2}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
