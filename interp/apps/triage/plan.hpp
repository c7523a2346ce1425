/// When an engine may perform the systems of an app, and when it applies deferred changes
/// (specs/explanation/triage.md).
#pragma once

#include "interp/apps/order/dag.hpp"
#include "interp/apps/schedulers/plan.hpp"

namespace coreecs::triage {

/// In which order a sync point applies deferred changes.
enum class Applied {
  AsPerformed,  ///< as the systems were performed
  AsInserted,   ///< as the systems were inserted, no matter when they were performed
};

/// P: systems, which are the nodes 0, ..., systems - 1 in the order of insertion, followed by sync points. Every linear
/// extension of the order is an execution.
struct Plan {
  std::size_t systems = 0;
  std::vector<bool> exclusive;  ///< of each system: it applies its changes at once
  Dag order;
  Applied applied = Applied::AsPerformed;

  [[nodiscard]] std::size_t size() const { return order.size(); }
  [[nodiscard]] bool is_sync(std::size_t node) const { return node >= systems; }
  /// Whether x and y differ and the plan leaves their order open.
  [[nodiscard]] bool unordered(std::size_t x, std::size_t y) const { return order.concurrent(x, y); }

  /// Whether some execution has a sync point after x and before z.
  [[nodiscard]] bool may_sync_between(std::size_t x, std::size_t z) const;
  /// Whether some execution has x before z and no sync point between them.
  [[nodiscard]] bool may_not_sync_between(std::size_t x, std::size_t z) const;
};

/// Where deferred changes are applied.
enum class Sync {
  BetweenOrdered,  ///< between ordered systems with different numbers of sync points before them: bevy_ecs since 0.16
  AfterCommands,   ///< on each edge from a system with commands: bevy_ecs 0.13 to 0.15
  AtEnd,           ///< at the end of the schedule: bevy_ecs 0.10 to 0.12
  AtOnce,          ///< nothing is deferred
  AfterPhases,     ///< at the end of those phases of a scheduler that apply commands
};

/// A plan for systems in this order; an engine may perform any linear extension. `defers` tells which systems have
/// commands. Precondition: `sync` is not AfterPhases. Cost: systems times systems.
[[nodiscard]] Plan plan(const Dag& order, Sync sync, Applied applied, const std::vector<bool>& defers,
                        std::vector<bool> exclusive);

/// [triage/scheduler-plan] A scheduler's plan for an app, reduced to what affects the final state. A system comes
/// before another one as [scheduler/admissible] says. A sync point at the end of each phase that applies commands
/// applies them as inserted. Precondition: each task is in one phase. Cost: that of `admissible`, and n² / 64 for each
/// edge.
[[nodiscard]] Plan plan(const schedulers::Tasks& tasks, const schedulers::Plan& of, std::vector<bool> exclusive);

}  // namespace coreecs::triage
