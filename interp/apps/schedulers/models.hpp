/// The schedulers of the sources, each in its own file with its published steps (specs/explanation/schedulers.md).
#pragma once

#include "interp/apps/schedulers/plan.hpp"

namespace coreecs::schedulers {

[[nodiscard]] Plan static_sets(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan dynamic_first_fit(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan stages(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan bevy_first(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan bevy_second(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan yaks(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan waves(const Tasks& tasks, std::size_t workers);
[[nodiscard]] Plan flecs(const Tasks& tasks, std::size_t workers);

/// Builds the plan of a scheduler, phase by phase.
class Planner {
 public:
  explicit Planner(const Tasks& tasks);

  /// The user's order and the stages.
  [[nodiscard]] const Dag& order() const { return order_; }
  /// The tasks that run at all, ordered by `order`, then by insertion.
  [[nodiscard]] const std::vector<std::size_t>& sequence() const { return sequence_; }
  /// The same by stage, without stages in which nothing runs.
  [[nodiscard]] std::vector<std::vector<std::size_t>> by_stage() const;

  /// Begins a phase without jobs.
  Phase& phase(std::string name, Starting starting, bool applies = false);
  /// Adds a job of a task to the last phase, and returns it.
  std::size_t job(std::size_t task);
  /// Adds jobs of these tasks; each job waits for those that `order` puts before it.
  void jobs(std::span<const std::size_t> tasks, const Dag& order);
  /// The plan, with those edges of the user's order that it does not keep.
  [[nodiscard]] Plan finished() &&;

  Plan plan;

 private:
  const Tasks& tasks_;
  Dag order_;
  std::vector<std::size_t> sequence_;
};

/// "stage 2", or "all" if all tasks are in one stage.
[[nodiscard]] std::string stage_name(const Tasks& tasks, std::size_t stage);

}  // namespace coreecs::schedulers
