#include "interp/apps/schedulers/explore.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <unordered_set>

namespace coreecs::schedulers {

namespace {

struct Hash {
  std::size_t operator()(const Configuration& c) const {
    std::size_t seed = 0;
    boost::hash_combine(seed, c.phase);
    boost::hash_combine(seed, c.given);
    boost::hash_combine(seed, c.finished);
    boost::hash_combine(seed, c.noticed);
    for (const auto& job : c.running) boost::hash_combine(seed, job.value_or(SIZE_MAX));
    return seed;
  }
};

/// Which jobs may begin if conflicting tasks have to come in the order of a sequence.
class InSequence {
 public:
  InSequence(const Machine& machine, const std::vector<std::size_t>& sequence) : machine_(machine) {
    const std::size_t n = machine.tasks().size();
    earlier_.assign(n, Subset(n));
    Subset before(n);
    for (const std::size_t x : sequence) {
      earlier_[x] = before & machine.tasks().conflicts[x];
      before.set(x);
    }
  }

  /// Whether all conflicting tasks that come earlier are finished before the step begins a job.
  [[nodiscard]] bool lets(const Configuration& from, const Configuration& to) const {
    const auto& jobs = machine_.plan().jobs;
    Subset undone(machine_.tasks().size());
    for (std::size_t job = 0; job < jobs.size(); ++job)
      if (!from.finished.test(job)) undone.set(jobs[job].task);
    for (std::size_t worker = 0; worker < machine_.workers(); ++worker)
      if (to.running[worker] && to.running[worker] != from.running[worker] &&
          earlier_[jobs[*to.running[worker]].task].intersects(undone))
        return false;
    return true;
  }

 private:
  const Machine& machine_;
  std::vector<Subset> earlier_;  // of each task, the conflicting tasks before it in the sequence
};

/// Whether an earlier worker, which is equivalent, could begin the same job.
bool is_repeated(const Step& step, const std::vector<Step>& all) {
  return step.kind == Step::Kind::Start && step.worker > 1 &&
         std::any_of(all.begin(), all.end(), [&](const Step& other) {
           return other.kind == Step::Kind::Start && other.job == step.job && other.worker > 0 &&
                  other.worker < step.worker;
         });
}

}  // namespace

// [scheduler/performs]  a path from the start to the end on which x ends before y begins, for all x, y that
//                       conflict, x before y in the sequence
std::optional<bool> performs(const Machine& machine, const std::vector<std::size_t>& sequence, std::size_t most) {
  const InSequence in_sequence(machine, sequence);
  std::unordered_set<Configuration, Hash> seen = {machine.start()};
  std::vector<const Configuration*> open = {&*seen.begin()};
  while (!open.empty()) {
    const Configuration& c = *open.back();
    open.pop_back();
    if (machine.done(c)) return true;
    const std::vector<Step> steps = machine.enabled(c);
    for (const Step& step : steps) {
      if (is_repeated(step, steps)) continue;
      Configuration next = c;
      machine.take(next, step);
      if (!in_sequence.lets(c, next)) continue;
      const auto [at, is_new] = seen.insert(std::move(next));
      if (is_new) open.push_back(&*at);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return false;
}

}  // namespace coreecs::schedulers
