#include "interp/apps/schedulers/explore.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>

namespace coreecs::schedulers {

namespace {

/// Workers in the order in which they take jobs for any worker, as in simulations: first those that no job asks for.
std::vector<std::size_t> in_order(const Machine& machine, const Phase& phase) {
  std::vector<bool> asked_for(machine.workers());
  for (const std::size_t job : phase.jobs)
    if (const auto own = machine.plan().jobs[job].worker) asked_for[*own] = true;
  std::vector<std::size_t> workers;
  for (const bool asked : {false, true})
    for (std::size_t worker = 0; worker < machine.workers(); ++worker)
      if (asked_for[worker] == asked) workers.push_back(worker);
  return workers;
}

/// For each given job that can begin: its beginning, by the first worker that can run it.
std::vector<Step> starts(const Machine& machine, const Configuration& c, const Phase& phase,
                         const std::vector<std::size_t>& workers) {
  std::vector<Step> all;
  for (const std::size_t job : phase.jobs)
    for (const std::size_t worker : workers)
      if (machine.can_start(c, job, worker)) {
        all.push_back({Step::Kind::Start, job, worker});
        break;
      }
  return all;
}

std::vector<Step> finishes(const Configuration& c) {
  std::vector<Step> all;
  for (std::size_t worker = 0; worker < c.running.size(); ++worker)
    if (c.running[worker]) all.push_back({Step::Kind::Finish, *c.running[worker], worker});
  return all;
}

}  // namespace

// [scheduler/next-to-finish]  wake and start have no delay;  finish has one, of any length;  jobs that finish at one
//                             moment are noticed together
std::vector<Step> next_steps(const Machine& machine, const Configuration& c) {
  if (machine.done(c)) return {};
  if (!c.begun) return {{Step::Kind::Wake}};
  const Phase& phase = machine.plan().phases[c.phase];
  std::vector<Step> running = finishes(c);
  if (phase.starting == Starting::AtOnce && !running.empty()) return running;
  if (machine.can_wake(c)) {
    running.push_back({Step::Kind::Wake});
    return running;
  }
  const std::vector<std::size_t> workers = in_order(machine, phase);
  if (std::vector<Step> begin = starts(machine, c, phase, workers); !begin.empty()) {
    if (phase.starting == Starting::AtOnce) return begin;
    const auto idle = std::count_if(c.running.begin(), c.running.end(), [](const auto& job) { return !job; });
    const auto own = std::find_if(begin.begin(), begin.end(),
                                  [&](const Step& step) { return machine.plan().jobs[step.job].worker.has_value(); });
    if (own != begin.end()) return {*own};
    if (begin.size() <= static_cast<std::size_t>(idle)) return {begin.front()};  // all begin now
    return begin;
  }
  if (machine.can_go_on(c)) return {{Step::Kind::Next}};
  return running;
}

bool has_coordinator(const Plan& plan) {
  return std::any_of(plan.phases.begin(), plan.phases.end(),
                     [](const Phase& phase) { return phase.starting != Starting::AtOnce; });
}

std::size_t hash(const Configuration& c) {
  std::size_t seed = 0;
  boost::hash_combine(seed, c.phase);
  boost::hash_combine(seed, c.given);
  boost::hash_combine(seed, c.finished);
  boost::hash_combine(seed, c.noticed);
  for (const auto& job : c.running) boost::hash_combine(seed, job.value_or(SIZE_MAX));
  return seed;
}

}  // namespace coreecs::schedulers
