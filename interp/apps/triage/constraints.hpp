/// [triage/constraints] Constraints, as few as can be, with which an app is confluent at its start.
#pragma once

#include "interp/apps/triage/races.hpp"
#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

struct Constraints {
  std::vector<Edge> edges;   ///< of systems
  bool fewest = false;       ///< no fewer do; otherwise none of these can be left out
  double critical_path = 0;  ///< with them: the longest chain of systems, by their durations
  double critical_path_before = 0;
};

/// The longest chain, where each element takes so long.
[[nodiscard]] double critical_path(const Dag& order, const std::vector<double>& durations);

/// Of all sets of as few constraints as can be, one with which the critical path is the shortest, and of these the
/// first in which those come first that are inserted first. Each of the constraints orders one of the pairs that are
/// real, unless fewer do that order none. Where more than `most` sets would have to be tried for any, all pairs are
/// ordered as they were inserted, and then those constraints are left out that can be. Nothing where no order of the
/// pairs does, or the limit is reached with it. Cost: `races` for each set that is tried.
[[nodiscard]] std::optional<Constraints> constraints(const Setting& setting, const Races& now,
                                                     const std::vector<double>& durations, std::size_t limit,
                                                     std::size_t most = 2000);

}  // namespace coreecs::triage
