/// Plans as transition systems: the configurations of a scheduler, and the steps between them. Simulations,
/// enumerations and laws all use them.
#pragma once

#include "interp/apps/schedulers/plan.hpp"

namespace coreecs::schedulers {

struct Configuration {
  std::size_t phase = 0;
  bool begun = false;      ///< the coordinator has looked at the jobs of the phase
  bool local_ran = false;  ///< of Starting::MainThread: it ran a thread-local job since it last gave the other jobs
  Subset given;            ///< jobs that were given to the workers
  Subset finished;         ///< jobs
  Subset noticed;          ///< jobs that the coordinator knows to be finished
  std::vector<std::optional<std::size_t>> running;  ///< by worker: its job
  Subset recorded;                                  ///< tasks whose commands are recorded, but not yet applied

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

struct Step {
  enum class Kind {
    Wake,    ///< the coordinator notices all finished jobs, and gives jobs to the workers
    Start,   ///< a worker begins a job
    Finish,  ///< a worker ends its job
    Next     ///< the phase is over; commands are applied, if the phase applies them
  };
  Kind kind;
  std::size_t job = 0, worker = 0;  ///< of Start and Finish

  friend bool operator==(const Step&, const Step&) = default;
};

/// A plan of tasks for a number of workers. It refers to both.
class Machine {
 public:
  /// Precondition: the plan was made of these tasks for this number of workers.
  Machine(const Tasks& tasks, const Plan& plan, std::size_t workers) : tasks_(tasks), plan_(plan), workers_(workers) {}

  [[nodiscard]] const Tasks& tasks() const { return tasks_; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::size_t workers() const { return workers_; }

  [[nodiscard]] Configuration start() const;
  /// Whether all phases are over.
  [[nodiscard]] bool done(const Configuration& c) const { return c.phase == plan_.phases.size(); }

  /// Whether a step is possible. Cost: n / 64 for n jobs, and that of the jobs of the phase.
  [[nodiscard]] bool can_wake(const Configuration& c) const;
  [[nodiscard]] bool can_start(const Configuration& c, std::size_t job, std::size_t worker) const;
  [[nodiscard]] bool can_go_on(const Configuration& c) const;
  /// All possible steps.
  [[nodiscard]] std::vector<Step> enabled(const Configuration& c) const;
  /// Performs one of these steps.
  void take(Configuration& c, const Step& step) const;

 private:
  const Tasks& tasks_;
  const Plan& plan_;
  std::size_t workers_;

  [[nodiscard]] const Phase& phase_of(const Configuration& c) const { return plan_.phases[c.phase]; }
  [[nodiscard]] bool ready(const Configuration& c, std::size_t job) const;
  [[nodiscard]] bool awaits(const Configuration& c, std::size_t worker) const;
  [[nodiscard]] bool busy(const Configuration& c) const;
  [[nodiscard]] bool may_be_given(const Configuration& c, std::size_t job) const;
  [[nodiscard]] bool finds_worker(const Configuration& c, std::size_t job) const;
  bool run_thread_local(Configuration& c) const;
  void wake(Configuration& c) const;
};

}  // namespace coreecs::schedulers
