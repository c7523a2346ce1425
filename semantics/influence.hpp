/// Influence (§4.2): the locations necessarily affected by a mutation, or by a schedule at a state.
#pragma once

#include <set>

#include "semantics/schedule.hpp"

namespace coreecs {

using Influence = std::set<Location>;

/// infl(m). Cost: that of performing m.
[[nodiscard]] Influence influence(const Mutation& m);

/// infl_c(z). Cost: that of po_c(z).
[[nodiscard]] Influence influence(const State& c, const Schedule& z, At at);

/// The first location in both, if any. If there is none, their mutations commute (Lemma 4.6).
[[nodiscard]] std::optional<Location> in_both(const Influence& a, const Influence& b);

}  // namespace coreecs
