#include "interp/apps/schedulers/simulate.hpp"

#include <algorithm>

#include "interp/base/interrupt.hpp"

namespace coreecs::schedulers {

namespace {

class Simulation {
 public:
  explicit Simulation(const Machine& machine) : machine_(machine), c_(machine.start()) {}

  // [scheduler/simulate]  all steps that are possible at this time are taken; then time advances to the next end
  Timeline run() {
    while (!machine_.done(c_)) {
      interrupt::poll();
      if (finish() || begin_phase_or_wake() || start()) continue;
      if (machine_.can_go_on(c_)) {
        next();
        continue;
      }
      time_ = next_end();
    }
    timeline_.makespan = time_;
    return std::move(timeline_);
  }

 private:
  const Machine& machine_;
  Configuration c_;
  Timeline timeline_;
  std::uint64_t time_ = 0;
  std::vector<std::size_t> given_;    // given jobs of the phase that have not begun, in the order in which they were
                                      // given
  std::vector<std::size_t> workers_;  // in the order in which they take jobs that any worker can run

  [[nodiscard]] std::uint64_t end_of(std::size_t worker) const {
    for (auto span = timeline_.spans.rbegin();; ++span)
      if (span->worker == worker) return span->end;
  }

  bool finish() {
    for (std::size_t worker = 0; worker < machine_.workers(); ++worker)
      if (c_.running[worker] && end_of(worker) == time_) {
        machine_.take(c_, {Step::Kind::Finish, *c_.running[worker], worker});
        return true;
      }
    return false;
  }

  bool begin_phase_or_wake() {
    if (!machine_.can_wake(c_)) return false;
    const Phase& phase = machine_.plan().phases[c_.phase];
    if (!c_.begun) order_workers(phase);
    const Subset before = c_.given;
    machine_.take(c_, {Step::Kind::Wake});
    for (const std::size_t job : phase.jobs)
      if (c_.given.test(job) && !before.test(job)) {
        const auto at = std::find(c_.running.begin(), c_.running.end(), std::optional(job));
        if (at == c_.running.end())
          given_.push_back(job);
        else
          began(job, static_cast<std::size_t>(at - c_.running.begin()));  // by the coordinator
      }
    return true;
  }

  void order_workers(const Phase& phase) {
    std::vector<bool> asked_for(machine_.workers());
    for (const std::size_t job : phase.jobs)
      if (const auto own = machine_.plan().jobs[job].worker) asked_for[*own] = true;
    workers_.clear();
    for (const bool asked : {false, true})
      for (std::size_t worker = 0; worker < machine_.workers(); ++worker)
        if (asked_for[worker] == asked) workers_.push_back(worker);
  }

  bool start() {
    if (std::none_of(c_.running.begin(), c_.running.end(), [](const auto& job) { return !job; })) return false;
    for (auto job = given_.begin(); job != given_.end(); ++job)
      for (const std::size_t worker : workers_)
        if (machine_.can_start(c_, *job, worker)) {
          machine_.take(c_, {Step::Kind::Start, *job, worker});
          began(*job, worker);
          given_.erase(job);
          return true;
        }
    return false;
  }

  void began(std::size_t job, std::size_t worker) {
    timeline_.spans.push_back({job, worker, time_, time_ + machine_.plan().jobs[job].duration});
  }

  void next() {
    const std::vector<std::size_t> recorded = members(c_.recorded);
    machine_.take(c_, {Step::Kind::Next});
    if (!recorded.empty() && c_.recorded.none()) timeline_.applied.push_back({time_, recorded});
  }

  [[nodiscard]] std::uint64_t next_end() const {
    std::uint64_t soonest = UINT64_MAX;
    for (std::size_t worker = 0; worker < machine_.workers(); ++worker)
      if (c_.running[worker]) soonest = std::min(soonest, end_of(worker));
    return soonest;
  }
};

}  // namespace

Timeline simulate(const Machine& machine) { return Simulation(machine).run(); }

}  // namespace coreecs::schedulers
