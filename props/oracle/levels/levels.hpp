/// Levels beyond the calculus, in tests: their example, and slips that engines make.
#pragma once

#include <doctest/doctest.h>

#include "examples/oracle/engines/sparse_sets.hpp"
#include "interp/oracle/conform.hpp"
#include "interp/oracle/meaning.hpp"
#include "props/kit/loaded.hpp"

namespace coreecs {

inline constexpr Entity first{1}, second{2};

inline Schema ints(std::size_t count) {
  Schema K;
  for (std::size_t k = 0; k < count; ++k) K.push_back({std::string(1, static_cast<char>('A' + k)), {Type::Kind::Int}});
  return K;
}

inline Value operator""_v(unsigned long long n) { return Value(static_cast<std::int64_t>(n)); }

/// The example of a level, driven through an engine at that level and at `systems`.
template <class E>
ConformanceReport of_example(Level level) {
  return conform([] { return std::make_unique<E>(); },
                 {{.name = "", .program = example("oracle/levels/" + std::string(name(level)))}},
                 {.levels = {Level::Systems, level}});
}

/// Whether an alarm of this level, and of no other one, is found in 2,000 cases of each of three seeds.
template <class Slipped>
void is_found_at(Level level) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const ConformanceReport report =
        conformance<Slipped>({.seed = seed, .cases = 2'000, .levels = {level}, .limit = 100});
    REQUIRE(report.alarm());
    CHECK(report.alarm()->level == level);
    CHECK(report.alarm()->again);
  }
}

}  // namespace coreecs
