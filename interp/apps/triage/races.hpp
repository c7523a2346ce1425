/// [triage/race] Which pairs of systems make a difference by their order, at a start state (explanation/triage.md).
#pragma once

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
  std::optional<Cut> cut = {};         ///< what stopped the search early, if anything did
  std::optional<End> end = {};         ///< of the execution in the order of insertion; none: too many matches
};

enum class Look {
  ForAll,  ///< for all real races and all conflicts
  ForOne,  ///< for one real race
};

/// Looks for races: first with each interfering pair as neighbours, as early and as late as possible; then everywhere,
/// within `limit` configurations and pairs of them. A node without an obstacle is performed as soon as possible. Cost:
/// two executions for each obstacle; then exponential at worst.
[[nodiscard]] Races races(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit,
                          Look look = Look::ForAll);

/// Performs nodes one after the other, and yields the end. Precondition: each is enabled in its turn.
[[nodiscard]] End replayed(const Executions& all, const std::vector<std::size_t>& nodes);

}  // namespace coreecs::triage
