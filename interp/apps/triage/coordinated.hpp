/// [triage/coordinated] What a scheduler with a coordinator performs of an app, for some durations of its systems.
#pragma once

#include "interp/apps/schedulers/machine.hpp"
#include "interp/apps/triage/races.hpp"

namespace coreecs::triage {

struct Coordinated {
  /// Whether all runs end each frame in the same state.
  Answer confluent = Answer::Unknown;
  /// For each of the given pairs: two runs that begin a frame alike, perform the pair in different orders, and end that
  /// frame in different states, with as few other pairs turned as possible; nothing if none were found.
  std::vector<std::optional<Witness>> witnesses;
  std::size_t explored = 0;     ///< configurations of the scheduler and the app
  std::optional<Cut> cut = {};  ///< what stopped the search early, if anything did
};

/// Explores, frame after frame, all runs of a machine: each step of [scheduler/next-to-finish], where a job that begins
/// performs its system, and the end of a phase that applies commands is a sync point. Every run is one for some
/// durations, and all durations above 0 lead to one of them. Stops after `limit` configurations. Preconditions: the
/// plan of `all` is that of the machine; each task is one job. Cost: exponential at worst; a step of the machine and of
/// the app for each configuration.
[[nodiscard]] Coordinated coordinated(const Executions& all, const schedulers::Machine& machine,
                                      const std::vector<std::pair<std::size_t, std::size_t>>& pairs, std::size_t limit);

}  // namespace coreecs::triage
