// Time per invocation, which should not grow with their number.
#include <benchmark/benchmark.h>

#include "interp/check/decide/decide.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/fast/pass.hpp"
#include "props/kit/physics.hpp"
#include "semantics/linearization.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

State moving(std::int64_t n) {
  State c(2);
  for (std::int64_t j = 0; j < n; ++j) {
    const Entity e(static_cast<std::uint64_t>(j));
    c = std::move(c).with(Pos, e, j).with(Vel, e, j % 7);
  }
  return c;
}

/// Takes away the velocity and creates an entity in its place.
System split() {
  return {"split", {And{{Incl{Pos}, Incl{Vel}}}}, [](const Match& r) -> Mutation {
            const Value p = *r.w[0];
            return Compose({Detach{Vel, r.e[0]}, New{[p](Entity x) -> Mutation { return Attach{Pos, x, p}; }}});
          }};
}

void per_invocation(benchmark::State& state) {
  state.SetComplexityN(state.range(0));
  state.counters["per_invocation"] = benchmark::Counter(static_cast<double>(state.iterations() * state.range(0)),
                                                        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void advance_frame(benchmark::State& state, const Schedule& z) {
  const State c = moving(state.range(0));
  for (auto _ : state) {
    Entities entities;
    benchmark::DoNotOptimize(fast::advance(c, z, by_occurrence(entities)));
  }
  per_invocation(state);
}

void decide_frame(benchmark::State& state, const Schedule& z) {
  const State c = moving(state.range(0));
  for (auto _ : state) {
    Entities entities;
    const Environment env = by_occurrence(entities);
    benchmark::DoNotOptimize(decide(fast::partial_order(c, z, env)));
  }
  per_invocation(state);
}

/// All linearizations of n concurrent invocations.
void enumerate(benchmark::State& state) {
  const State c = moving(state.range(0));
  Entities entities;
  const PartialOrder po = partial_order(c, conc(inertia()), by_occurrence(entities));
  std::int64_t n = 0;
  for (auto _ : state)
    for (fast::Linearizations all(po); all.next(); ++n) benchmark::DoNotOptimize(all.current().data());
  state.counters["linearizations"] = benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsRate);
}

const auto sizes = [](auto* benchmark) {
  benchmark->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);
};

}  // namespace

BENCHMARK_CAPTURE(advance_frame, conc_inertia, conc(inertia()))->Apply(sizes);
BENCHMARK_CAPTURE(advance_frame, seq_inertia, seq(inertia()))->Apply(sizes);
BENCHMARK_CAPTURE(advance_frame, seq_structural_changes, seq(split()))->Apply(sizes);
BENCHMARK_CAPTURE(decide_frame, conc_inertia, conc(inertia()))->Apply(sizes);
BENCHMARK(enumerate)->DenseRange(6, 9)->Unit(benchmark::kMillisecond);
