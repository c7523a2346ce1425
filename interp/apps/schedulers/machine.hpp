/// Plans as transition systems: in which configurations a scheduler can be, and what can happen next. Simulations,
/// enumerations and laws all go by it.
#pragma once

#include "interp/apps/schedulers/plan.hpp"

namespace coreecs::schedulers {

struct Configuration {
  std::size_t phase = 0;
  bool begun = false;      ///< the coordinator has looked at the jobs of the phase
  bool local_ran = false;  ///< of Starting::MainThread: it ran a thread-local job since it last looked at the others
  Subset given;            ///< jobs that were given to the workers
  Subset finished;         ///< jobs
  Subset noticed;          ///< those that the coordinator knows to be finished
  std::vector<std::optional<std::size_t>> running;  ///< by worker: its job
  Subset recorded;                                  ///< tasks whose commands are recorded, and not yet applied

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

struct Step {
  enum class Kind {
    Wake,    ///< the coordinator notices all that finished, and gives jobs to the workers
    Start,   ///< a worker begins a job
    Finish,  ///< and ends it
    Next     ///< the phase is over; commands are applied, if they are then
  };
  Kind kind;
  std::size_t job = 0, worker = 0;  ///< of Start and Finish

  friend bool operator==(const Step&, const Step&) = default;
};

/// The plan of some tasks on so many workers. It refers to both.
class Machine {
 public:
  /// Precondition: the plan was made of the tasks for so many workers.
  Machine(const Tasks& tasks, const Plan& plan, std::size_t workers) : tasks_(tasks), plan_(plan), workers_(workers) {}

  [[nodiscard]] const Tasks& tasks() const { return tasks_; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::size_t workers() const { return workers_; }

  [[nodiscard]] Configuration start() const;
  /// Whether everything is done.
  [[nodiscard]] bool done(const Configuration& c) const { return c.phase == plan_.phases.size(); }

  /// Whether a step can be taken. Cost: n / 64 for n jobs, and that of the jobs of the phase.
  [[nodiscard]] bool can_wake(const Configuration& c) const;
  [[nodiscard]] bool can_start(const Configuration& c, std::size_t job, std::size_t worker) const;
  [[nodiscard]] bool can_go_on(const Configuration& c) const;
  /// All steps that can be taken.
  [[nodiscard]] std::vector<Step> enabled(const Configuration& c) const;
  /// Takes one of them.
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
