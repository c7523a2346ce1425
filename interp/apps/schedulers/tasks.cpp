#include "interp/apps/schedulers/tasks.hpp"

#include <algorithm>
#include <map>

namespace coreecs::schedulers {

Tasks::Tasks(std::size_t n)
    : tasks(n), order(n), conflicts(n, Subset(n)), allowed(n, Subset(n)), observers(n, Subset(n)) {}

void Tasks::conflict(std::size_t x, std::size_t y) {
  conflicts[x].set(y);
  conflicts[y].set(x);
}

void Tasks::allow(std::size_t x, std::size_t y) {
  allowed[x].set(y);
  allowed[y].set(x);
}

void Tasks::make_exclusive(std::size_t x, Exclusive where) {
  tasks[x].exclusive = where;
  for (std::size_t y = 0; y < size(); ++y)
    if (y != x) conflict(x, y);
}

std::variant<Dag, Cycle> Tasks::staged_order() const {
  std::map<std::size_t, std::vector<std::size_t>> stages;
  for (std::size_t x = 0; x < size(); ++x) stages[tasks[x].stage].push_back(x);
  std::vector<Edge> edges;
  const std::vector<std::size_t>* previous = nullptr;
  for (const auto& entry : stages) {
    if (previous)
      for (const std::size_t x : *previous)
        for (const std::size_t y : entry.second) edges.push_back({x, y});
    previous = &entry.second;
  }
  return order.with(edges);
}

// [scheduler/ambiguities]  x, y conflict, x ∥ y in the order, they share a stage, and no ambiguity set has both
std::vector<Pair> ambiguities(const Tasks& tasks) {
  std::vector<Pair> found;
  for (std::size_t x = 0; x < tasks.size(); ++x)
    for (const std::size_t y :
         members(tasks.conflicts[x] - tasks.allowed[x] - tasks.order.above(x) - tasks.order.below(x)))
      if (x < y && tasks.tasks[x].stage == tasks.tasks[y].stage) found.push_back({x, y});
  return found;
}

}  // namespace coreecs::schedulers
