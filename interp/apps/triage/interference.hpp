/// Which systems of an app may get in each other's way, on any state (specs/explanation/triage.md).
#pragma once

#include <string>

#include "interp/apps/triage/access.hpp"
#include "interp/apps/triage/plan.hpp"

namespace coreecs::triage {

/// What is not settled about two systems.
enum class Over {
  Order,      ///< which of them is performed first
  Seen,       ///< whether the one is performed before or after what the other one defers is applied
  Applied,    ///< whose deferred changes are applied first
  Condition,  ///< whether the run condition of the one is asked before or after the other one writes
};

/// Why it does not matter under a label, on every state.
enum class Argument {
  Elsewhere,  ///< not both of them touch it: it is declared, and their bodies do not
  Filters,    ///< what the one matches has a label that what the other one matches lacks
  Same,       ///< every write leaves the same
  Created,    ///< the one writes it of entities only that it creates, which the other one cannot know
};

/// Where it may matter; without a label: it is not known what one of them does, or what a run condition reads.
struct Obstacle {
  Over over = Over::Order;
  std::optional<Label> on = {};
  bool by_first = true;  ///< Seen: it is what the first one defers; Order, Condition: it is the first one that writes

  std::vector<std::string> run_if = {};  ///< Condition: which ones

  friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Two systems, first < second, of which something is not settled and both touch something, one of them writing.
struct Interference {
  std::size_t first = 0, second = 0;
  std::vector<Obstacle> obstacles = {};
  std::vector<std::pair<Label, Argument>> arguments = {};
};

/// [triage/static] All of them, by first, then second. Those without obstacles do not matter on any state: where they
/// are neighbours in an execution, they, and what they defer, can be exchanged.
/// Cost: systems times systems, each time the labels of both and the sync points.
[[nodiscard]] std::vector<Interference> interferences(const Plan& plan, const std::vector<Access>& accesses);

/// [triage/condition] Systems with run conditions, and others that may write something before the conditions are asked
/// and may write it afterwards: what a condition reads nobody declares. A
/// condition of a set is asked before any of its systems writes. By first, then second; only of systems whose
/// access is known. Cost: as of `interferences`.
[[nodiscard]] std::vector<Interference> affected_conditions(
    const Plan& plan, const std::vector<Access>& accesses,
    const std::vector<std::vector<app::RunCondition>>& conditions);

}  // namespace coreecs::triage
