/// The executions of a plan: which tasks may run at the same time, which in either order, and how many orders of all
/// tasks are possible.
#pragma once

#include "interp/apps/order/ideals.hpp"
#include "interp/apps/schedulers/plan.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::schedulers {

struct Executions {
  Admissible admissible;
  // The number of pairs of tasks that run and that:
  std::size_t together = 0;     ///< may run at the same time
  std::size_t either = 0;       ///< never do, but come in either order
  std::size_t ordered = 0;      ///< always come in the same order
  std::size_t open = 0;         ///< of `either`, those that conflict: whichever is faster comes first
  Bounds orders = {1, 1};       ///< how many orders of all tasks, one after the other, are possible
  std::optional<Cut> cut = {};  ///< what stopped the count, if anything did
};

/// [scheduler/executions] Preconditions: as of `admissible`. Cost: that of `admissible`, and of counting linear
/// extensions with at most `most_ideals` order ideals.
[[nodiscard]] Executions executions(const Tasks& tasks, const Plan& plan, std::size_t most_ideals);

/// The executions of a plan, in lines of 120 columns: its phases with the commands applied at their ends, which tasks
/// may overlap, and which may only come before or after each other.
[[nodiscard]] std::string show(const Executions& executions, const Tasks& tasks, const Plan& plan);

}  // namespace coreecs::schedulers
