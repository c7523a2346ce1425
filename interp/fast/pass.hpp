/// z(c) (§3.6) and po_c(z) (§4.1) in one pass over the schedule: `props` says that they are what semantics/schedule.hpp
/// and semantics/order.hpp define.
#pragma once

#include "interp/fast/query.hpp"
#include "semantics/order.hpp"

namespace coreecs::fast {

/// z(c). Cost: one invocation a match, and for each label written, that of one PartialMap::update a leaf. Throws what a
/// system function throws; and TooManyMatches where a query vector has more than `most` matches.
[[nodiscard]] State advance(const State& c, const Schedule& z, At at,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// po_c(z). Cost: one invocation a match, and that of z(c) left of a ⨟.
[[nodiscard]] PartialOrder partial_order(const State& c, const Schedule& z, At at,
                                         std::size_t most = std::numeric_limits<std::size_t>::max());

/// Performs these writes, the later ones after the earlier, whose values are moved from. Cost: log k for each where
/// they are few; otherwise that of one PartialMap::update for each label.
void overwrite(State& c, std::span<Write> in_order);

}  // namespace coreecs::fast
