/// When an engine may perform the systems of an app, and when it applies deferred changes
/// (specs/explanation/triage.md).
#pragma once

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/order/dag.hpp"
#include "interp/apps/schedulers/plan.hpp"

namespace coreecs::triage {

/// In which order a sync point applies deferred changes.
enum class Applied {
  AsPerformed,  ///< as the systems were performed
  AsInserted,   ///< as the systems were inserted, no matter when they were performed
};

/// A block in a plan: nodes between which no other one comes.
struct Round {
  std::size_t begin = 0;  ///< the node at which it is asked how often the block runs
  std::size_t end = 0;    ///< the sync point at the end of each round
  Subset nodes;           ///< with these two
};

/// P: systems, which are the nodes 0, ..., systems - 1 in the order of insertion, followed by sync points, and nodes at
/// which blocks begin. Every linear extension of the order is an execution, in which the nodes between the beginning of
/// a block and its end come as often as it is repeated, and nothing comes between them.
struct Plan {
  std::size_t systems = 0;
  std::vector<bool> exclusive;  ///< of each system: it applies its changes at once
  Dag order;
  Applied applied = Applied::AsPerformed;
  std::vector<Round> blocks = {};  ///< as app::Blocks has them
  /// Of each node, its block; empty without blocks.
  std::vector<std::optional<std::size_t>> block_of = {};

  [[nodiscard]] std::size_t size() const { return order.size(); }
  [[nodiscard]] bool is_system(std::size_t node) const { return node < systems; }
  [[nodiscard]] bool is_sync(std::size_t node) const { return node >= systems && !is_begin(node); }
  [[nodiscard]] bool is_begin(std::size_t node) const {
    return node >= systems && block(node) && blocks[*block(node)].begin == node;
  }
  /// The block of a node, if it is in one.
  [[nodiscard]] std::optional<std::size_t> block(std::size_t node) const {
    return block_of.empty() ? std::nullopt : block_of[node];
  }
  /// The node at which another one meets this one: the beginning of its block, unless the other one is in it, too.
  [[nodiscard]] std::size_t met(std::size_t node, std::size_t by) const {
    return block(node) && block(node) != block(by) ? blocks[*block(node)].begin : node;
  }
  /// Whether a node is a sync point that applies the deferred changes of a system, if that defers any.
  [[nodiscard]] bool is_sync_of(std::size_t node, std::size_t system) const {
    return is_sync(node) && block(node) == block(system);
  }
  /// Whether x and y differ and the plan leaves their order open.
  [[nodiscard]] bool unordered(std::size_t x, std::size_t y) const { return order.concurrent(x, y); }

  /// Whether some execution has a sync point of x after x and before z.
  [[nodiscard]] bool may_sync_between(std::size_t x, std::size_t z) const;
  /// Whether some execution has x before z and no sync point of x between them.
  [[nodiscard]] bool may_not_sync_between(std::size_t x, std::size_t z) const;
};

/// [repeat/plan] A plan for systems outside and blocks, with a plan for the systems of each block in its place.
/// `units` are the systems of `outer`: for each of them the app's system, or the first one of a block. `inner` has the
/// plan of each block, of its systems in increasing order. `exclusive` is about all systems. Cost: that of the order.
[[nodiscard]] Plan substituted(const Plan& outer, const std::vector<std::size_t>& units, const app::Blocks& blocks,
                               const std::vector<Plan>& inner, std::vector<bool> exclusive);

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
