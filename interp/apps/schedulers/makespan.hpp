/// Lower bounds of the time that tasks take on a number of workers, and a fastest schedule.
#pragma once

#include <algorithm>

#include "interp/apps/schedulers/simulate.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::schedulers {

/// Lower bounds of every schedule's time: for each reason a sum of durations, with the tasks in some of the sums.
struct LowerBounds {
  std::uint64_t critical_path = 0;  ///< tasks that the order or the stages put one after the other
  std::vector<std::size_t> path;
  std::uint64_t work = 0;      ///< the sum of all durations, divided by the workers, rounded up
  std::uint64_t thread = 0;    ///< tasks that only one thread may run, for the thread with the greatest sum
  std::uint64_t conflict = 0;  ///< pairwise conflicting or ordered tasks; found greedily, so not always the greatest
                               ///< sum
  std::vector<std::size_t> clique;

  [[nodiscard]] std::uint64_t greatest() const { return std::max({critical_path, work, thread, conflict}); }
};

/// Each task that runs is run once and whole. Precondition: the order and the stages form no cycle. Cost: n² and, for
/// the clique, n² / 64 for each task.
[[nodiscard]] LowerBounds lower_bounds(const Tasks& tasks, std::size_t workers);

/// A schedule that only access, order, stages and threads restrict. Each task is run once and whole.
struct Optimum {
  struct Span {
    std::size_t task, worker;
    std::uint64_t begin, end;
  };
  std::vector<Span> spans;  ///< in the order in which they begin
  std::uint64_t makespan = 0;
  bool proved = false;          ///< no schedule is faster
  std::optional<Cut> cut = {};  ///< what stopped the search, other than the limit on nodes, if anything did
  std::uint64_t nodes = 0;      ///< of the search
};

/// The default limit on nodes of a search.
constexpr std::uint64_t most_nodes = 300'000;

/// The fastest schedule, by branch and bound; or the fastest one found within that many nodes. Preconditions: as of
/// lower_bounds; every thread that a task asks for is a worker. Cost: n² for each node; up to 2^n n! nodes in the worst
/// case, and a few thousand for some ten tasks.
[[nodiscard]] Optimum optimum(const Tasks& tasks, std::size_t workers, std::uint64_t nodes = most_nodes);

}  // namespace coreecs::schedulers
