/// An execution in time: what happens where each job takes as long as it says.
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

/// The execution in which nobody waits for nothing: what ends at the same time has ended before the coordinator looks;
/// then workers, the first one first, take the jobs that were given, the first one first, and those that any worker can
/// run go rather to one that no job of the phase asks for. Cost: n w for n jobs and w workers, n² / 64 where a
/// coordinator gives them.
[[nodiscard]] Timeline simulate(const Machine& machine);

}  // namespace coreecs::schedulers
