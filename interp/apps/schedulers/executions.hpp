/// What the executions of a plan come to: which tasks may run at the same time, which in either order, and in how many
/// orders all of them.
#pragma once

#include "interp/apps/order/ideals.hpp"
#include "interp/apps/schedulers/plan.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::schedulers {

struct Executions {
  Admissible admissible;
  // Of all pairs of tasks that run, so many:
  std::size_t together = 0;     ///< may run at the same time
  std::size_t either = 0;       ///< never do, but in either order
  std::size_t ordered = 0;      ///< always come in the same order
  std::size_t open = 0;         ///< of the second kind, those that conflict: their order is left to who is faster
  Bounds orders = {1, 1};       ///< in how many orders all tasks can come, one after the other
  std::optional<Cut> cut = {};  ///< what ended counting them, if anything did
};

/// [scheduler/executions] Preconditions: as of `admissible`. Cost: that of `admissible`, and of counting linear
/// extensions by up to so many order ideals.
[[nodiscard]] Executions executions(const Tasks& tasks, const Plan& plan, std::size_t most_ideals);

/// What a plan lets happen, in lines of 120 columns: its phases with what is applied at their ends, who may run beside
/// whom, and who only before or after whom.
[[nodiscard]] std::string show(const Executions& executions, const Tasks& tasks, const Plan& plan);

}  // namespace coreecs::schedulers
