/// [triage/race] Which pairs of systems make a difference by their order, at a start state (explanation/triage.md).
#pragma once

#include <algorithm>
#include <limits>

#include "interp/apps/triage/execution.hpp"
#include "interp/apps/triage/interference.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::triage {

/// Two executions that differ only in the order of two neighbours, and of which a frame ends in different states.
struct Witness {
  std::vector<std::size_t> first, second;  ///< nodes of the plan, frame after frame, to the end of that frame
  std::size_t swapped = 0;                 ///< the position of the two in both
  End a, b;
  std::optional<Location> l;  ///< a location where these states differ; none if an execution fails
  std::uint64_t frame = 0;    ///< the frame, counted from 1
};

/// Two systems, first < second, that conflict: their order makes an immediate difference at some configuration.
struct ConflictingPair {
  std::size_t first = 0, second = 0;
  Over over = Over::Order;
  std::optional<Witness> witness = {};  ///< if it is real
};

struct Races {
  /// All conflicts. A pair may conflict over several things.
  std::vector<ConflictingPair> pairs;
  Answer confluent = Answer::Unknown;  ///< whether all executions end each frame in the same state
  std::size_t explored = 0;            ///< configurations, and pairs of them
  std::size_t steps = 0;               ///< these, and the steps of the executions that make two nodes neighbours
  std::optional<Cut> cut = {};         ///< what stopped the search early, if anything did
  std::optional<End> end = {};         ///< of the execution in the order of insertion; none: too many matches
};

enum class Look {
  ForAll,  ///< for all real races and all conflicts
  ForOne,  ///< for one real race
};

/// The most steps of executions that make two nodes neighbours.
[[nodiscard]] constexpr std::size_t most_probes(std::size_t limit) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 100;
  return 10 * std::min(limit, most) + 10'000;
}

/// Looks for races: first with each interfering pair as neighbours, as early and, if that shows none, as late as
/// possible, within `most_probes` steps; then everywhere, within `limit` configurations and pairs of them. A node
/// without an obstacle is performed as soon as possible. Cost: two executions for each obstacle; then exponential at
/// worst.
[[nodiscard]] Races races(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit,
                          Look look = Look::ForAll);

/// Performs nodes one after the other, and yields the end. Precondition: each is enabled in its turn.
[[nodiscard]] End replayed(const Executions& all, const std::vector<std::size_t>& nodes);

}  // namespace coreecs::triage
