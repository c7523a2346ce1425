/// [triage/race] Which pairs of systems make a difference by their order, at a start state (explanation/triage.md).
#pragma once

#include "interp/apps/triage/execution.hpp"
#include "interp/apps/triage/interference.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::triage {

/// Two executions that differ in nothing but the order of two neighbours, and end differently.
struct Witness {
  std::vector<std::size_t> first, second;  ///< nodes of the plan, frame after frame, up to where they end
  std::size_t swapped = 0;                 ///< the position of the two in both
  End a, b;
  std::optional<Location> l;  ///< where they end differently, unless one of them ends in a run-time error
};

/// Two systems, first < second, that met: at some configuration their order made a difference at once.
struct Met {
  std::size_t first = 0, second = 0;
  Over over = Over::Order;
  std::optional<Witness> witness = {};  ///< where it is real
};

struct Races {
  /// Those that met. One may have met over several things.
  std::vector<Met> met;
  Answer confluent = Answer::Unknown;  ///< whether all executions end alike
  std::size_t explored = 0;            ///< configurations, and pairs of them
  std::optional<Cut> cut = {};         ///< what ended it before all was explored, if anything did
  std::optional<End> end = {};         ///< that of the execution in the order of insertion; none: too many matches
};

enum class Look {
  ForAll,  ///< for all that are real, and all that met
  ForOne,  ///< until one is real
};

/// Looks for races: first where each pair of the interferences can be neighbours, at once and as late as can be; then
/// everywhere, within `limit` configurations and pairs of them. What no interference has an obstacle for is performed
/// as soon as it can be. Cost: two executions for each obstacle; then exponential at worst.
[[nodiscard]] Races races(const Executions& all, const std::vector<Interference>& interferences, std::size_t limit,
                          Look look = Look::ForAll);

/// Performs nodes one after the other, and says where that ends. Precondition: each is enabled when its turn comes.
[[nodiscard]] End replayed(const Executions& all, const std::vector<std::size_t>& nodes);

}  // namespace coreecs::triage
