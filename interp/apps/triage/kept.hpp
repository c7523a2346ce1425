/// [triage/kept] What executions of an app keep: its invariants, and that nothing is written to an entity that was
/// despawned (specs/explanation/triage.md).
#pragma once

#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

/// A system attaches a component to an entity that another one, or the same, has destroyed in this execution.
struct Revival {
  Entity e;
  std::size_t by = 0, despawned_by = 0;  ///< systems; observers are numbered after them
};

/// How one execution breaks an invariant for the first time, or revives an entity.
struct Break {
  std::variant<Violation, Revival> what;
  std::uint64_t frame = 0;  ///< counted from 1

  /// The name of the invariant; empty for a revived entity.
  [[nodiscard]] std::string_view invariant() const;
};

/// What some execution breaks.
struct Broken {
  Break how;
  std::vector<std::size_t> nodes;      ///< of such an execution, to the end
  std::vector<std::size_t> observers;  ///< their order in this execution
  bool always = false;                 ///< all executions break it; false if that is not known
};

struct Kept {
  std::vector<Broken> broken;  ///< each invariant at most once, in their order; then a revived entity
  Answer all = Answer::Yes;    ///< whether all executions keep everything
  Answer some = Answer::Yes;   ///< whether one execution keeps everything to its end
  std::size_t explored = 0;
  std::optional<Cut> cut = {};
  bool all_orders = true;  ///< whether all orders of observers were explored that the engine leaves open
  /// Some executions break something, but the scheduler prefers some to others, and may perform none of these.
  bool maybe_performed = false;

  [[nodiscard]] bool breaks(std::string_view invariant) const;
};

/// Whether the app has an invariant, or a system or observer that may destroy entities.
[[nodiscard]] bool has_anything_to_keep(const Setting& setting);

/// Explores the executions under a plan, in all open orders of observers, within `limit` configurations. An invariant
/// whose term fails is broken. Executions that end in an error count only up to their last complete frame. Nothing to
/// keep: nothing is explored.
[[nodiscard]] Kept kept(const Setting& setting, const Plan& plan, std::size_t limit);

/// What one execution in this order of observers breaks. Precondition: each node is enabled in its turn.
[[nodiscard]] std::vector<Break> breaks(const Setting& setting, const Plan& plan, const std::vector<std::size_t>& nodes,
                                        const std::vector<std::size_t>& observers);

/// A plan whose executions include those under every plan for this app with more constraints: any order that the app
/// allows, and sync points anywhere.
[[nodiscard]] Plan loosest_plan(const Setting& setting);

}  // namespace coreecs::triage
