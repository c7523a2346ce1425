/// [triage/constraints] The fewest constraints after which all executions of an app end in the same state, and keep its
/// invariants.
#pragma once

#include "interp/apps/triage/flow.hpp"
#include "interp/apps/triage/kept.hpp"
#include "interp/apps/triage/observer_order.hpp"
#include "interp/apps/triage/races.hpp"

namespace coreecs::triage {

/// What becomes of an app with some constraints.
struct Consequence {
  std::optional<Cycle> cycle = {};     ///< the constraints close it, so nothing can be performed
  Answer confluent = Answer::Unknown;  ///< whether all executions end in the same state, with observers as in the app
  bool only_here = false;              ///< it is unknown because these executions, which do, are not all
  Answer any_order = Answer::Yes;      ///< if they do, whether they do so in all open orders of observers
  std::optional<End> end = {};         ///< of the execution in the order of insertion
  Kept kept = {};
};

/// A constraint, and what becomes of the app if it is turned around, and the others are not.
struct AddedConstraint {
  Edge edge;
  std::optional<Flow> flow = {};     ///< why it has this direction; none: data flows both ways, or not at all
  std::optional<Flow> against = {};  ///< the flow of data that it reverses
  Consequence turned = {};
  std::optional<Location> l = {};  ///< where the two end differently
  bool same_end = false;           ///< whether both end the last frame in the same state
};

struct Constraints {
  std::vector<AddedConstraint> all;  ///< of systems
  Consequence with = {};             ///< what becomes of the app with all of them
  bool fewest = false;               ///< no smaller set does the same
  bool minimal = true;       ///< none of these can be left out; false: the limit was reached before that is known
  double critical_path = 0;  ///< with them: the longest chain of systems, by duration
  double critical_path_before = 0;
  /// If some are against the flow of data: constraints along it after which the app is confluent, of which none can be
  /// left out, and what becomes of the app with them. None if there are none, or none were found.
  std::vector<Edge> along = {};
  Consequence with_along = {};

  [[nodiscard]] std::vector<Edge> edges() const;
};

/// The duration of the longest chain.
[[nodiscard]] double critical_path(const Dag& order, const std::vector<double>& durations);

/// What executions do without constraints, and what they have to keep with them.
struct Aim {
  const Races& now;
  std::vector<std::string> invariants = {};  ///< by name
  bool no_revival = true;
  bool confluent = false;  ///< none of the executions that are performed differ: constraints help only to keep this
};

/// A smallest set of constraints after which the app is confluent and keeps what it has to; if there is none, after
/// which it is confluent. Among these the one with the fewest constraints against the flow of data, then the one with
/// the shortest critical path, then the first by insertion order. Each constraint orders one of the conflicting pairs,
/// unless a smaller set suffices that does not. If that takes more than `most` sets, all real pairs are ordered by the
/// flow of data, or as inserted, and constraints that are not needed are dropped. Nothing if no order of the pairs
/// suffices, or the limit is reached with it. Cost: `races` and `kept` for each set.
[[nodiscard]] std::optional<Constraints> constraints(const Setting& setting, const Aim& aim,
                                                     const std::vector<double>& durations, std::size_t limit,
                                                     std::size_t most = 2000);

}  // namespace coreecs::triage
