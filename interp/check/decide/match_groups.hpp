/// Matches of a seq that cannot meet, told apart, so that their orders are looked at one group after the other.
#pragma once

#include "semantics/series_parallel.hpp"
#include "semantics/state.hpp"

namespace coreecs {

using EntityVector = std::vector<Entity>;

/// The numbers of these matches of a seq at c, in groups, the smallest first: in whatever orders they are visited, no
/// match ever observes, or overwrites differently, what one of another group writes. Where nothing is known of the
/// system function, that is one group. Cost: up to eight times what they observe and may write; an invocation for each.
[[nodiscard]] std::vector<std::vector<std::size_t>> independent_groups(const SeriesParallel::Node& seq, const State& c,
                                                                       const std::vector<EntityVector>& matches,
                                                                       std::vector<std::size_t> numbers,
                                                                       const Environment& env);

}  // namespace coreecs
