#include "interp/apps/schedulers/machine.hpp"

#include <algorithm>

namespace coreecs::schedulers {

Configuration Machine::start() const {
  const std::size_t jobs = plan_.jobs.size();
  return {0,
          false,
          false,
          Subset(jobs),
          Subset(jobs),
          Subset(jobs),
          std::vector<std::optional<std::size_t>>(workers_),
          Subset(tasks_.size())};
}

/// Whether a job was given to the workers, has not begun, and waits for no other job.
bool Machine::ready(const Configuration& c, std::size_t job) const {
  if (!c.given.test(job) || c.finished.test(job)) return false;
  if (std::find(c.running.begin(), c.running.end(), std::optional(job)) != c.running.end()) return false;
  const auto& before = plan_.jobs[job].predecessors;
  return std::all_of(before.begin(), before.end(), [&](std::size_t each) { return c.finished.test(each); });
}

/// Whether a job is ready that only this worker may run: it takes precedence over jobs for any worker.
bool Machine::awaits(const Configuration& c, std::size_t worker) const {
  const auto& jobs = phase_of(c).jobs;
  return std::any_of(jobs.begin(), jobs.end(),
                     [&](std::size_t job) { return plan_.jobs[job].worker == worker && ready(c, job); });
}

/// Whether the main thread runs a thread-local job, and so cannot coordinate.
bool Machine::busy(const Configuration& c) const {
  return phase_of(c).starting == Starting::MainThread && c.running[0] && plan_.jobs[*c.running[0]].worker;
}

/// Whether a worker is free for one job more than the given and unfinished ones.
bool Machine::finds_worker(const Configuration& c, std::size_t job) const {
  const std::optional<std::size_t> own = plan_.jobs[job].worker;
  if (own && c.running[*own]) return false;
  std::size_t taken = 0;
  for (const std::size_t other : members(c.given - c.finished)) {
    if (own && plan_.jobs[other].worker == own) return false;
    ++taken;
  }
  return taken < workers_;
}

/// Whether its predecessors are known to be finished, and it conflicts with no given and unfinished job.
bool Machine::may_be_given(const Configuration& c, std::size_t job) const {
  if (c.given.test(job)) return false;
  for (const std::size_t before : plan_.jobs[job].predecessors)
    if (!c.noticed.test(before)) return false;
  for (const std::size_t other : members(c.given - c.finished))
    if (tasks_.conflicts[plan_.jobs[job].task].test(plan_.jobs[other].task)) return false;
  return phase_of(c).starting != Starting::WhenFree || finds_worker(c, job);
}

/// Gives a thread-local job and begins it at once on the main thread; false if none may be given.
bool Machine::run_thread_local(Configuration& c) const {
  if (c.running[0]) return false;
  for (const std::size_t job : phase_of(c).jobs)
    if (plan_.jobs[job].worker && may_be_given(c, job)) {
      c.given.set(job);
      c.running[0] = job;
      return c.local_ran = true;
    }
  return false;
}

// [scheduler/wake]  yaks (1, 4, 5) start every queued system that is disjoint with already running ones, (6-9) of those
//                   that finished, queue the dependents that wait for nothing else;  bevy-second (7) try running a
//                   queued thread-local system, (9) try starting some thread-agnostic ones, (10) see if any have
//                   finished, (12) continue from step 7;  with Starting::AtOnce, all are given
void Machine::wake(Configuration& c) const {
  const Phase& phase = phase_of(c);
  c.begun = true;
  c.noticed = c.finished;
  if (phase.starting == Starting::AtOnce) {
    for (const std::size_t job : phase.jobs) c.given.set(job);
    return;
  }
  const bool main_thread = phase.starting == Starting::MainThread;
  if (main_thread && !c.local_ran && run_thread_local(c)) return;
  c.local_ran = false;
  for (const std::size_t job : phase.jobs)
    if (!(main_thread && plan_.jobs[job].worker) && may_be_given(c, job)) c.given.set(job);
  if (main_thread) run_thread_local(c);
}

bool Machine::can_wake(const Configuration& c) const {
  if (done(c) || busy(c)) return false;
  return !c.begun || (phase_of(c).starting != Starting::AtOnce && c.noticed != c.finished && !can_go_on(c));
}

// [scheduler/start]  an idle worker begins a given job that waits for no other: one of its own first, else any
bool Machine::can_start(const Configuration& c, std::size_t job, std::size_t worker) const {
  const std::optional<std::size_t> own = plan_.jobs[job].worker;
  if (c.running[worker] || (own && *own != worker) || !ready(c, job)) return false;
  return own || !awaits(c, worker);
}

// [scheduler/next]  a phase is over when all its jobs are finished
bool Machine::can_go_on(const Configuration& c) const {
  if (done(c)) return false;
  const auto& jobs = phase_of(c).jobs;
  return std::all_of(jobs.begin(), jobs.end(), [&](std::size_t job) { return c.finished.test(job); });
}

std::vector<Step> Machine::enabled(const Configuration& c) const {
  std::vector<Step> steps;
  if (done(c)) return steps;
  if (can_wake(c)) steps.push_back({Step::Kind::Wake});
  if (can_go_on(c)) steps.push_back({Step::Kind::Next});
  for (std::size_t worker = 0; worker < workers_; ++worker) {
    if (c.running[worker]) steps.push_back({Step::Kind::Finish, *c.running[worker], worker});
    for (const std::size_t job : phase_of(c).jobs)
      if (can_start(c, job, worker)) steps.push_back({Step::Kind::Start, job, worker});
  }
  return steps;
}

void Machine::take(Configuration& c, const Step& step) const {
  switch (step.kind) {
    case Step::Kind::Wake:
      return wake(c);
    case Step::Kind::Start:
      c.running[step.worker] = step.job;
      return;
    // [scheduler/finish]  its recorded commands wait to be applied; the coordinator gets a signal
    case Step::Kind::Finish:
      c.running[step.worker].reset();
      c.finished.set(step.job);
      if (const std::size_t task = plan_.jobs[step.job].task; tasks_.tasks[task].deferred) c.recorded.set(task);
      return;
    case Step::Kind::Next:
      if (phase_of(c).applies) c.recorded.reset();
      ++c.phase;
      c.begun = c.local_ran = false;
      return;
  }
}

}  // namespace coreecs::schedulers
