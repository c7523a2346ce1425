/// [triage/constraints] The fewest constraints that make an app confluent at its start.
#pragma once

#include "interp/apps/triage/races.hpp"
#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

struct Constraints {
  std::vector<Edge> edges;   ///< of systems
  bool fewest = false;       ///< no smaller set suffices; otherwise none of these can be left out
  double critical_path = 0;  ///< with them: the longest chain of systems, by duration
  double critical_path_before = 0;
};

/// The duration of the longest chain.
[[nodiscard]] double critical_path(const Dag& order, const std::vector<double>& durations);

/// A smallest set of constraints that makes the app confluent, among these one with the shortest critical path, among
/// these the first by insertion order. Each constraint orders one of the real pairs, unless a smaller set suffices that
/// does not. If that takes more than `most` sets, all real pairs are ordered as inserted, and constraints that are not
/// needed are dropped. Nothing if no order of the pairs suffices, or the limit is reached with it. Cost: `races` for
/// each set.
[[nodiscard]] std::optional<Constraints> constraints(const Setting& setting, const Races& now,
                                                     const std::vector<double>& durations, std::size_t limit,
                                                     std::size_t most = 2000);

}  // namespace coreecs::triage
