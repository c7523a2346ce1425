/// Which systems of an app may affect each other, on any state (specs/explanation/triage.md).
#pragma once

#include <string>

#include "interp/apps/triage/access.hpp"
#include "interp/apps/triage/plan.hpp"

namespace coreecs::triage {

/// The open question about two systems.
enum class Over {
  Order,      ///< which of them is performed first
  Seen,       ///< whether one is performed before or after the other one's deferred changes are applied
  Applied,    ///< whose deferred changes are applied first
  Condition,  ///< whether the run condition of one is evaluated before or after the other one writes
};

/// Why the order does not matter under a label, on every state.
enum class Argument {
  Elsewhere,  ///< both declare access, but not both bodies touch it
  Filters,    ///< entities that one matches have a label that those of the other lack
  Same,       ///< every write leaves the same value
  Created,    ///< one writes it only at entities that it creates, which the other cannot know
  Proved,     ///< a solver shows that both orders have the same effects
};

/// Something that may matter. Without a label: the access of one of them, or of a run condition, is unknown.
struct Obstacle {
  Over over = Over::Order;
  std::optional<Label> on = {};
  bool by_first = true;  ///< Seen: the first one defers it; Order, Condition: the first one writes it

  std::vector<std::string> run_if = {};  ///< Condition: the conditions

  friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Two systems, first < second, with obstacles or with labels that both touch and one writes.
struct Interference {
  std::size_t first = 0, second = 0;
  std::vector<Obstacle> obstacles = {};
  std::vector<std::pair<Label, Argument>> arguments = {};
};

/// [triage/static] All pairs that interfere, by first, then second. A pair without obstacles does not matter on any
/// state: wherever the two are neighbours in an execution, they, and their deferred changes, can be exchanged. Cost:
/// systems times systems, each time the labels of both and the sync points.
[[nodiscard]] std::vector<Interference> interferences(const Plan& plan, const std::vector<Access>& accesses);

/// [triage/condition] Systems with run conditions, paired with systems that may write both before and after these are
/// evaluated: no system declares what a condition reads. A condition of a set is evaluated before any of its systems
/// writes. By first, then second; only for systems whose access is known. Cost: as of `interferences`.
[[nodiscard]] std::vector<Interference> affected_conditions(
    const Plan& plan, const std::vector<Access>& accesses,
    const std::vector<std::vector<app::RunCondition>>& conditions);

}  // namespace coreecs::triage
