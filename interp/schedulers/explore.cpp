#include "interp/schedulers/explore.hpp"

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

void add_overlaps(const Machine& machine, const Configuration& c, std::vector<Subset>& overlap) {
  for (const auto& a : c.running)
    for (const auto& b : c.running) {
      if (!a || !b) continue;
      const std::size_t x = machine.plan().jobs[*a].task, y = machine.plan().jobs[*b].task;
      if (x != y) overlap[x].set(y);
    }
}

}  // namespace

std::optional<Reached> explore(const Machine& machine, std::size_t most) {
  const std::size_t n = machine.tasks().size();
  Reached found{0, std::vector(n, Subset(n)), 0};
  std::unordered_set<Configuration, Hash> seen = {machine.start()};
  std::vector<const Configuration*> open = {&*seen.begin()};
  while (!open.empty()) {
    const Configuration& c = *open.back();
    open.pop_back();
    add_overlaps(machine, c, found.overlap);
    const std::vector<Step> steps = machine.enabled(c);
    if (steps.empty() && !machine.done(c)) ++found.stuck;
    for (const Step& step : steps) {
      Configuration next = c;
      machine.take(next, step);
      const auto [at, is_new] = seen.insert(std::move(next));
      if (is_new) open.push_back(&*at);
    }
    if (seen.size() > most) return std::nullopt;
  }
  found.configurations = seen.size();
  return found;
}

}  // namespace coreecs::schedulers
