/// Which systems of an app may affect each other, on any state (specs/explanation/triage.md).
#pragma once

#include <string>

#include "interp/apps/triage/access.hpp"
#include "interp/apps/triage/plan.hpp"
#include "interp/apps/triage/questions.hpp"

namespace coreecs::triage {

/// The open question about two systems.
enum class Over {
  Order,      ///< which of them is performed first
  Seen,       ///< whether one is performed before or after the other one's deferred changes are applied
  Applied,    ///< whose deferred changes are applied first
  Condition,  ///< whether a run condition, of which the app does not say when it holds, is asked before a write
};

/// Why the order does not matter under a label, on every state.
enum class Argument {
  Elsewhere,  ///< both declare access, but not both bodies touch it
  Filters,    ///< entities that one matches have a label that those of the other lack
  Same,       ///< every write leaves the same value
  Created,    ///< one writes it only at entities that it creates, which the other cannot know
  Proved,     ///< a solver shows that both orders have the same effects
  Excluded,   ///< their run conditions exclude each other, so that at most one of them runs in a frame
};

/// Something that may matter. Without a label: the access of one of them, or of a run condition, is unknown. With
/// conditions in `run_if`: one of the two asks these, and the other one writes what they read.
struct Obstacle {
  Over over = Over::Order;
  std::optional<Label> on = {};
  bool by_first = true;  ///< Seen: the first one defers it; Order, Condition: the first one writes it

  std::vector<std::string> run_if = {};

  friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Two systems, first < second, with obstacles or with labels that both touch and one writes.
struct Interference {
  std::size_t first = 0, second = 0;
  std::vector<Obstacle> obstacles = {};
  std::vector<std::pair<Label, Argument>> arguments = {};

  /// Whether an obstacle can show in executions, in which only systems with bodies do anything: what is asked is
  /// answered, and the writer has a body, as well as the other system unless it only asks.
  template <class HasBody>
  [[nodiscard]] bool can_show(const Obstacle& obstacle, const HasBody& has_body) const {
    if (obstacle.over == Over::Condition) return false;
    if (!obstacle.run_if.empty()) return has_body(obstacle.by_first ? first : second);
    return has_body(first) && has_body(second);
  }
};

/// [triage/static] [triage/condition] [triage/excluded] All pairs that interfere, by first, then second. A pair without
/// obstacles does not matter on any state: wherever the two are neighbours in an execution, they, and their deferred
/// changes, can be exchanged. Cost: systems times systems, each time the labels of both, the sync points, and the
/// conditions of both; for two systems of which conditions exclude each other, also all systems.
[[nodiscard]] std::vector<Interference> interferences(const Plan& plan, const std::vector<Access>& accesses,
                                                      const std::vector<Question>& questions);

/// The obstacles to exchanging two that each do all that they do at once. Cost: the labels of both.
[[nodiscard]] Interference exchanged(const Access& first, const Access& second);

}  // namespace coreecs::triage
