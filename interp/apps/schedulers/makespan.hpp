/// How long tasks take at least on so many workers, whoever schedules them; and how long they have to.
#pragma once

#include <algorithm>

#include "interp/apps/schedulers/simulate.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::schedulers {

/// What no schedule is faster than: a sum of durations for each reason, and the tasks that it is the sum of.
struct LowerBounds {
  std::uint64_t critical_path = 0;  ///< tasks one after the other by the order or the stages
  std::vector<std::size_t> path;
  std::uint64_t work = 0;      ///< all that is done, divided by the workers, rounded up
  std::uint64_t thread = 0;    ///< tasks that one thread has to run; the one with the greatest sum
  std::uint64_t conflict = 0;  ///< tasks of which any two conflict, or are ordered: some such, not always the worst
  std::vector<std::size_t> clique;

  [[nodiscard]] std::uint64_t greatest() const { return std::max({critical_path, work, thread, conflict}); }
};

/// Each task that runs is run once and whole. Precondition: the order and the stages are no cycle. Cost: n² and, for
/// the clique, n² / 64 for each task.
[[nodiscard]] LowerBounds lower_bounds(const Tasks& tasks, std::size_t workers);

/// A schedule by nobody's rules but access, order, stages and threads, in which each task is run once and whole.
struct Optimum {
  struct Span {
    std::size_t task, worker;
    std::uint64_t begin, end;
  };
  std::vector<Span> spans;  ///< in the order in which they begin
  std::uint64_t makespan = 0;
  bool proved = false;          ///< nothing is faster
  std::optional<Cut> cut = {};  ///< what ended the search, other than the number of nodes, if anything did
  std::uint64_t nodes = 0;      ///< of the search
};

/// How many nodes a search visits, unless told otherwise.
constexpr std::uint64_t most_nodes = 300'000;

/// The fastest schedule, by branch and bound; or the fastest one found, where there are more nodes than that.
/// Preconditions: as of lower_bounds; every thread that a task asks for is a worker. Cost: n² for each node, of which
/// there are up to 2^n n! in the worst case, and a few thousand for some ten tasks.
[[nodiscard]] Optimum optimum(const Tasks& tasks, std::size_t workers, std::uint64_t nodes = most_nodes);

}  // namespace coreecs::schedulers
