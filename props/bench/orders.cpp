// Deciding and drawing orders: of many writers of one location, and of deep schedules.
#include <benchmark/benchmark.h>

#include "interp/check/decide/decide.hpp"
#include "interp/run/controlled.hpp"
#include "props/kit/physics.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

State moving(std::int64_t n) {
  State c(2);
  for (std::int64_t j = 0; j < n; ++j) c = std::move(c).with(Pos, Entity(static_cast<std::uint64_t>(j)), j);
  return c;
}

/// Each match writes its own position to e0, so that the last one stays.
System meet() {
  return {"meet", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Pos, Entity(0), *r.w[0]}; }};
}

/// A random tree with so many leaves of ∥ and ⨟, each conc(inertia) or conc(meet).
Schedule tree(std::int64_t leaves, Random& random) {
  std::vector<Schedule> parts;
  for (std::int64_t j = 0; j < leaves; ++j) parts.push_back(conc(random.one_in(2) ? inertia() : meet()));
  while (parts.size() > 1) {
    const std::size_t at = random.below(parts.size() - 1);
    parts[at] = random.one_in(2) ? parts[at] || parts[at + 1] : parts[at] >> parts[at + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  return parts.front();
}

void decided(benchmark::State& state, const State& c, const Schedule& z) {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const PartialOrder po = partial_order(c, z, env);
  for (auto _ : state) benchmark::DoNotOptimize(decide(po));
  state.counters["per_invocation"] = benchmark::Counter(static_cast<double>(state.iterations() * po.size()),
                                                        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void decide_writers(benchmark::State& state) { decided(state, moving(state.range(0)), conc(meet())); }

void decide_tree(benchmark::State& state) {
  Random random(1);
  decided(state, moving(2).with(Vel, Entity(0), 1), tree(state.range(0), random));
}

void draw(benchmark::State& state) {
  Entities entities;
  const PartialOrder po = partial_order(moving(state.range(0)), conc(meet()), by_occurrence(entities));
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(sample(po, random));
}

}  // namespace

BENCHMARK(decide_writers)->Arg(64)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(decide_tree)->Arg(1 << 10)->Arg(1 << 13)->Arg(1 << 16)->Unit(benchmark::kMicrosecond);
BENCHMARK(draw)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMicrosecond);
