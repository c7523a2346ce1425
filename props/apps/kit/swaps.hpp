/// The slow, obvious way to what becomes of an app.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "interp/apps/triage/execution.hpp"

namespace coreecs::exhaustive {

/// The most matches that a system of a random app visits.
constexpr std::size_t most_visited = 1'000;

/// What all executions come to, pair of neighbours by pair of neighbours.
struct Swaps {
  /// Of each two nodes: whether exchanging them as neighbours ever leaves something else at once, or in the end.
  std::vector<std::vector<bool>> meet, differ;
  bool alike = true;  ///< whether all executions end alike
};
/// Whether a system runs at a state, as its run condition says.
using Runs = std::function<bool(const State& c, std::size_t system)>;

/// By going through every execution, and through every pair of executions that differ in one transposition of
/// neighbours; nothing where that takes more than so many steps, or a system visits many matches.
/// Without `runs` all systems run; with it only `alike` is of use.
[[nodiscard]] std::optional<Swaps> swaps(triage::Executions all, std::size_t steps, const Runs& runs = {});

}  // namespace coreecs::exhaustive
