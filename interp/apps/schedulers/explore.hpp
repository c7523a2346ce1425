/// What a scheduler may do next, for some durations of the jobs.
#pragma once

#include "interp/apps/schedulers/machine.hpp"

namespace coreecs::schedulers {

/// [scheduler/next-to-finish] The steps that may come next if all take place as soon as they can, and jobs take any
/// time above 0: which running job finishes next, or at the same moment as others, before the coordinator notices; and
/// which of the given jobs begin if there are more than idle workers. Without a coordinator (Starting::AtOnce), one job
/// at a time runs, in any order. Each sequence of these steps is performed for some durations, since each job runs
/// once. Cost: the workers times the jobs of the phase, each as for `enabled`.
[[nodiscard]] std::vector<Step> next_steps(const Machine& machine, const Configuration& c);

/// Whether a coordinator prefers some jobs to others. Without one, every order that the plan leaves open occurs.
[[nodiscard]] bool has_coordinator(const Plan& plan);

[[nodiscard]] std::size_t hash(const Configuration& c);

}  // namespace coreecs::schedulers
