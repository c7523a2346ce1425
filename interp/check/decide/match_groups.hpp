/// Groups of matches of a seq that cannot conflict, so that their orders are explored one group after the other.
#pragma once

#include "semantics/series_parallel.hpp"
#include "semantics/state.hpp"

namespace coreecs {

using EntityVector = std::vector<Entity>;

/// The numbers of these matches of a seq at c, in groups, the smallest first. In any order of visits, no match
/// observes, or overwrites differently, what a match of another group writes. If the effects of the system are unknown,
/// there is one group. Cost: up to eight times what they observe and may write; an invocation for each.
[[nodiscard]] std::vector<std::vector<std::size_t>> independent_groups(const SeriesParallel::Node& seq, const State& c,
                                                                       const std::vector<EntityVector>& matches,
                                                                       std::vector<std::size_t> numbers,
                                                                       const Environment& env);

}  // namespace coreecs
