/// What a scheduler makes of tasks: jobs, in successive phases, and how they are started.
#pragma once

#include <span>
#include <string_view>

#include "interp/apps/schedulers/tasks.hpp"

namespace coreecs::schedulers {

/// One run of a task by one worker: a task may be divided into parts, or run several times.
struct Job {
  std::size_t task;
  std::uint64_t duration;
  std::size_t part = 0, parts = 1;             ///< which part of its entities, and the number of parts
  std::size_t round = 0;                       ///< how often it ran before in the frame
  std::optional<std::size_t> worker = {};      ///< the only worker that may run it
  std::vector<std::size_t> predecessors = {};  ///< jobs of its phase that have to finish first
};

/// How the jobs of a phase reach the workers.
enum class Starting {
  AtOnce,  ///< all are given to the workers at once; each waits there for its predecessors
  Queue,   ///< a coordinator gives a job after its predecessors, if it is disjoint with all given, unfinished jobs
  /// As Queue, but only while workers are free.
  WhenFree,
  /// As Queue, but the coordinator is the main thread, worker 0. It runs thread-local jobs itself before it gives
  /// others to the workers, and cannot coordinate meanwhile.
  MainThread
};

/// Jobs between two moments at which no job runs.
struct Phase {
  std::string name;
  Starting starting = Starting::AtOnce;
  std::vector<std::size_t> jobs;  ///< considered in this order
  bool applies = false;           ///< at its end all recorded commands are applied, in the order of insertion
};

/// How a scheduler runs tasks. A plan needs the tasks only for their conflicts and names.
struct Plan {
  std::vector<Job> jobs;
  std::vector<Phase> phases;
  /// Edges of the user's order that this scheduler does not keep.
  std::vector<Edge> not_kept;
  /// Other properties of the tasks that it ignores, in words.
  std::vector<std::string> notes;
};

/// A scheduler of the sources, as a model.
struct Scheduler {
  std::string_view name;
  std::string_view about;
  std::string_view source;
  /// Preconditions: the order and the stages form no cycle; every thread that a task asks for is a worker; workers > 0.
  Plan (*plan)(const Tasks& tasks, std::size_t workers);
  /// Whether it asks run conditions at the start of each stage; otherwise right before the first system concerned.
  bool asks_by_stage = false;
};

[[nodiscard]] std::span<const Scheduler> all_schedulers();
/// The scheduler of this name, or null.
[[nodiscard]] const Scheduler* scheduler(std::string_view name);

/// The executions that a plan admits. Either one of two tasks always ends before the other begins, or they may overlap,
/// or they run one after the other in either order. For tasks that run several times, this holds in each round.
struct Admissible {
  std::vector<Subset> before;   ///< of each task, those that always begin after its end
  std::vector<Subset> overlap;  ///< of each task, those that phases, order and access rules let overlap with it
  /// For each task that records commands, those that always begin after its commands are applied.
  std::vector<Subset> applied;

  /// `before` as an order. Its linear extensions are the possible sequential executions.
  [[nodiscard]] Dag order() const;
};

/// If a coordinator prefers some tasks to others, `overlap` may have more pairs than its executions have, never fewer.
/// Cost: n² for n jobs, and n / 64 for each pair in a phase.
[[nodiscard]] Admissible admissible(const Tasks& tasks, const Plan& plan);

}  // namespace coreecs::schedulers
