/// The input of a scheduler: systems as tasks that take time, with their conflicts and their order. It needs no data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "interp/apps/order/dag.hpp"

namespace coreecs::schedulers {

/// When a task needs the world for itself. An exclusive task conflicts with every other task.
enum class Exclusive {
  No,
  AtStart,  ///< at the start of its stage, if the scheduler distinguishes that
  AtEnd     ///< at the end of its stage, after the commands of the stage
};

struct Task {
  std::string name;
  std::size_t stage = 0;
  std::optional<std::size_t> thread = {};  ///< the only worker that may run it; worker 0 is the main thread
  Exclusive exclusive = Exclusive::No;
  bool deferred = false;       ///< it records commands (structural changes), which the scheduler applies later
  bool split = false;          ///< a scheduler may divide its entities among the workers (Flecs)
  std::uint64_t duration = 1;  ///< in any unit; 0 is allowed
  /// How often its run criterion lets it run in a frame; 0: it is skipped. Only bevy's second scheduler evaluates run
  /// criteria again (its step 16); all others run it at most once.
  std::size_t times = 1;
};

/// n tasks in the order of insertion, and the relations between them.
struct Tasks {
  std::vector<Task> tasks;
  Dag order;                      ///< the user's constraints: before and after, chains; not the stages
  std::vector<Subset> conflicts;  ///< of each task, those whose access intersects its own; symmetric, irreflexive
  std::vector<Subset> allowed;    ///< of each task, those that share an ambiguity set with it; symmetric
  /// Of each deferred task, those that access something its commands may change; empty for others.
  std::vector<Subset> observers;

  Tasks() = default;
  /// n unrelated tasks of duration 1.
  explicit Tasks(std::size_t n);

  [[nodiscard]] std::size_t size() const { return tasks.size(); }
  /// Declares that x and y conflict, or that their order does not matter. Precondition: x ≠ y.
  void conflict(std::size_t x, std::size_t y);
  void allow(std::size_t x, std::size_t y);
  /// Makes a task exclusive.
  void make_exclusive(std::size_t x, Exclusive where = Exclusive::AtStart);

  /// The order and the stages: all tasks of a stage come before those of later stages. A cycle if the user's order
  /// contradicts this.
  [[nodiscard]] std::variant<Dag, Cycle> staged_order() const;
};

/// Two tasks, by position.
struct Pair {
  std::size_t first, second;  ///< first < second

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// The conflicting pairs that neither `order` nor the stages order and that no ambiguity set allows, as an ambiguity
/// checker reports them. Cost: n² / 64.
[[nodiscard]] std::vector<Pair> ambiguities(const Tasks& tasks);

}  // namespace coreecs::schedulers
