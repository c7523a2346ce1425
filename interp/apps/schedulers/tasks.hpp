/// What a scheduler is given: systems as tasks that take time, which of them may not run side by side, and which come
/// first. What their data is, it needs not know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "interp/apps/order/dag.hpp"

namespace coreecs::schedulers {

/// Which world a task has for itself. An exclusive one conflicts with every other task.
enum class Exclusive {
  No,
  AtStart,  ///< where the scheduler knows such a place, at the start of its stage
  AtEnd     ///< or at its end, after the commands of the stage
};

struct Task {
  std::string name;
  std::size_t stage = 0;
  std::optional<std::size_t> thread = {};  ///< the only worker that may run it; worker 0 is the main thread
  Exclusive exclusive = Exclusive::No;
  bool deferred = false;       ///< it records commands (structural changes), which the scheduler applies later
  bool split = false;          ///< its entities may be divided among the workers, where the scheduler does that (Flecs)
  std::uint64_t duration = 1;  ///< in any unit; 0 is allowed
  /// How often its run criterion lets it run in a frame; 0: it is skipped. Only bevy's second scheduler evaluates run
  /// criteria again (its step 16); all others run it at most once.
  std::size_t times = 1;
};

/// n tasks in the order in which they were inserted, and what holds between them.
struct Tasks {
  std::vector<Task> tasks;
  Dag order;                      ///< what is said by the user: before and after, chains; not the stages
  std::vector<Subset> conflicts;  ///< of each task, those whose access intersects its own; symmetric, irreflexive
  std::vector<Subset> allowed;    ///< those in one ambiguity set with it; symmetric
  /// Those whose access meets what the commands of this task may change; only deferred tasks have some.
  std::vector<Subset> observers;

  Tasks() = default;
  /// n tasks of the duration 1 that have nothing to do with each other.
  explicit Tasks(std::size_t n);

  [[nodiscard]] std::size_t size() const { return tasks.size(); }
  /// Says that x and y conflict, or that it is no matter in which order they run. Precondition: x ≠ y.
  void conflict(std::size_t x, std::size_t y);
  void allow(std::size_t x, std::size_t y);
  /// Gives a task the whole world for itself.
  void make_exclusive(std::size_t x, Exclusive where = Exclusive::AtStart);

  /// The order and the stages: whatever is in a stage comes before all that is in later ones; or a cycle, where the
  /// user said otherwise.
  [[nodiscard]] std::variant<Dag, Cycle> staged_order() const;
};

/// Two tasks, by their places.
struct Pair {
  std::size_t first, second;  ///< first < second

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// The pairs that conflict, that no order of `order` or of the stages separates, and that no
/// ambiguity set allows, as an ambiguity checker reports them. Cost: n² / 64.
[[nodiscard]] std::vector<Pair> ambiguities(const Tasks& tasks);

}  // namespace coreecs::schedulers
