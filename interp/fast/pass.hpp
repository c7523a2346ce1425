/// z(c) (§3.6) and po_c(z) (§4.1) in one pass over the schedule. `props` checks them against semantics/schedule.hpp and
/// semantics/order.hpp.
#pragma once

#include "interp/fast/query.hpp"
#include "semantics/order.hpp"

namespace coreecs::fast {

/// z(c). Cost: one invocation a match; one PartialMap::update a leaf for each label written. Throws what a system
/// function throws, and TooManyMatches if a query vector has more than `most` matches.
[[nodiscard]] State advance(const State& c, const Schedule& z, At at,
                            std::size_t most = std::numeric_limits<std::size_t>::max());

/// po_c(z). Cost: one invocation a match, and that of z(c) left of a ⨟.
[[nodiscard]] PartialOrder partial_order(const State& c, const Schedule& z, At at,
                                         std::size_t most = std::numeric_limits<std::size_t>::max());

/// Performs these writes in order, and moves from their values. Cost: log k for each if they are few; otherwise one
/// PartialMap::update for each label.
void overwrite(State& c, std::span<Write> in_order);

}  // namespace coreecs::fast
