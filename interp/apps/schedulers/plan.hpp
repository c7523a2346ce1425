/// What a scheduler makes of tasks: jobs, in phases that follow one another, and how they are started.
#pragma once

#include <span>
#include <string_view>

#include "interp/apps/schedulers/tasks.hpp"

namespace coreecs::schedulers {

/// A task as it is run once by one worker: a task may be divided into parts, or run several times.
struct Job {
  std::size_t task;
  std::uint64_t duration;
  std::size_t part = 0, parts = 1;             ///< which part of its entities, of how many
  std::size_t round = 0;                       ///< how many times it ran before in the frame
  std::optional<std::size_t> worker = {};      ///< the only worker that may run it
  std::vector<std::size_t> predecessors = {};  ///< jobs of its phase that have to finish first
};

/// How the jobs of a phase get to the workers.
enum class Starting {
  AtOnce,  ///< all are given to the workers at once, and each waits there for its predecessors
  Queue,   ///< a coordinator gives those whose predecessors are finished, if they are disjoint with all that were given
  /// As Queue, but only as many as there are workers free for them.
  WhenFree,
  /// As Queue; but the coordinator is the main thread, worker 0: it runs thread-local jobs itself, before it gives
  /// others to the workers, and does nothing else meanwhile.
  MainThread
};

/// Jobs between two moments at which no job is running.
struct Phase {
  std::string name;
  Starting starting = Starting::AtOnce;
  std::vector<std::size_t> jobs;  ///< the first ones are considered first
  bool applies = false;           ///< at its end all commands that were recorded are applied, in the order of insertion
};

/// What a scheduler does with tasks. It needs the tasks only for their conflicts and names.
struct Plan {
  std::vector<Job> jobs;
  std::vector<Phase> phases;
  /// What the user said of an order that this scheduler cannot be told, and does not keep.
  std::vector<Edge> not_kept;
  /// What else of the tasks it knows nothing of, in words.
  std::vector<std::string> notes;
};

/// A scheduler of the sources, as a model.
struct Scheduler {
  std::string_view name;
  std::string_view about;
  std::string_view source;
  /// Preconditions: the order and the stages are no cycle; every thread that a task asks for is a worker; workers > 0.
  Plan (*plan)(const Tasks& tasks, std::size_t workers);
};

[[nodiscard]] std::span<const Scheduler> all_schedulers();
/// The one of this name, or none.
[[nodiscard]] const Scheduler* scheduler(std::string_view name);

/// Which executions a plan admits. Of two tasks, `first` ends before `second` begins in every execution, or they may
/// overlap, or they run one after the other in either order. Of tasks that run several times, this is so each time.
struct Admissible {
  std::vector<Subset> before;   ///< of each task, those that begin after its end, always
  std::vector<Subset> overlap;  ///< those that the phases, the order and the access rules let overlap with it
  /// Of each task that records commands, those tasks that begin after these are applied, always.
  std::vector<Subset> applied;

  /// `before` as an order. What can happen one after the other are its linear extensions.
  [[nodiscard]] Dag order() const;
};

/// Where a coordinator prefers some tasks to others, `overlap` may have more than its executions have, never less.
/// Cost: n² for n jobs, and n / 64 for each pair in a phase.
[[nodiscard]] Admissible admissible(const Tasks& tasks, const Plan& plan);

}  // namespace coreecs::schedulers
