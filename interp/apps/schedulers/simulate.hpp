/// An execution in time, in which each job takes exactly its duration.
#pragma once

#include "interp/apps/schedulers/machine.hpp"

namespace coreecs::schedulers {

struct Timeline {
  struct Span {
    std::size_t job, worker;
    std::uint64_t begin, end;

    friend bool operator==(const Span&, const Span&) = default;
  };
  struct Applied {
    std::uint64_t time;
    std::vector<std::size_t> tasks;  ///< in the order of insertion

    friend bool operator==(const Applied&, const Applied&) = default;
  };
  std::vector<Span> spans;       ///< in the order in which they begin
  std::vector<Applied> applied;  ///< commands take no time
  std::uint64_t makespan = 0;
};

/// The execution without unnecessary waiting. Jobs end before the coordinator looks at the same time. Then workers take
/// given jobs, the earliest first. Jobs that any worker can run go first to workers that no job of the phase asks for,
/// then by number. Cost: n w for n jobs and w workers, n² / 64 if a coordinator gives them.
[[nodiscard]] Timeline simulate(const Machine& machine);

}  // namespace coreecs::schedulers
