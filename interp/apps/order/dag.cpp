#include "interp/apps/order/dag.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>

namespace coreecs {

namespace {

/// A shortest cycle through x, if one exists.
std::optional<Cycle> cycle_through(const Digraph& said, std::size_t x) {
  std::vector<std::size_t> from(said.size(), said.size()), reached = {x};
  for (std::size_t k = 0; k < reached.size(); ++k)
    for (const std::size_t y : said.after(reached[k])) {
      if (y == x) {
        Cycle cycle;
        for (std::size_t z = reached[k]; z != x; z = from[z]) cycle.push_back(z);
        cycle.push_back(x);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (from[y] != said.size()) continue;
      from[y] = reached[k];
      reached.push_back(y);
    }
  return std::nullopt;
}

/// Elements in topological order, the least number first. If there are fewer than all, a cycle blocks the others.
std::vector<std::size_t> least_first(const Digraph& said) {
  std::vector<std::size_t> waits(said.size()), order;
  for (const Edge& edge : said.edges()) ++waits[edge.after];
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t x = 0; x < said.size(); ++x)
    if (waits[x] == 0) ready.push(x);
  while (!ready.empty()) {
    const std::size_t x = ready.top();
    ready.pop();
    order.push_back(x);
    for (const std::size_t y : said.after(x))
      if (--waits[y] == 0) ready.push(y);
  }
  return order;
}

}  // namespace

void Digraph::add(std::size_t before, std::size_t after) {
  std::vector<std::size_t>& all = after_[before];
  const auto at = std::lower_bound(all.begin(), all.end(), after);
  if (at == all.end() || *at != after) all.insert(at, after);
}

std::vector<Edge> Digraph::edges() const {
  std::vector<Edge> all;
  for (std::size_t x = 0; x < size(); ++x)
    for (const std::size_t y : after_[x]) all.push_back({x, y});
  return all;
}

Dag::Dag(std::size_t n) : said_(n), below_(n, Subset(n)), above_(n, Subset(n)), in_order_(n) {
  std::iota(in_order_.begin(), in_order_.end(), 0);
}

// [dag/cycle]  x → y → ... → x, which no partial order allows
// [dag/closure]  x < z where x → z, or x → y and y < z
std::variant<Dag, Cycle> Dag::of(Digraph said) {
  const std::size_t n = said.size();
  Dag dag(n);
  dag.in_order_ = least_first(said);
  if (dag.in_order_.size() < n) {
    Subset waiting(n);
    waiting.set();
    for (const std::size_t x : dag.in_order_) waiting.reset(x);
    for (std::size_t x = waiting.find_first();; x = waiting.find_next(x))  // some only wait for a cycle
      if (auto cycle = cycle_through(said, x)) return *std::move(cycle);
  }
  // If y is already above x, so is everything above y.
  for (auto x = dag.in_order_.rbegin(); x != dag.in_order_.rend(); ++x)
    for (const std::size_t y : said.after(*x))
      if (!dag.above_[*x].test_set(y)) dag.above_[*x] |= dag.above_[y];
  std::vector<std::vector<std::size_t>> before(n);
  for (const std::size_t x : dag.in_order_)
    for (const std::size_t y : said.after(x)) before[y].push_back(x);
  for (const std::size_t y : dag.in_order_)
    for (auto x = before[y].rbegin(); x != before[y].rend(); ++x)
      if (!dag.below_[y].test_set(*x)) dag.below_[y] |= dag.below_[*x];
  dag.said_ = std::move(said);
  return dag;
}

// [dag/reduction]  x ⋖ z where x < z, and x < y < z for no y
std::vector<Edge> Dag::reduction() const {
  std::vector<Edge> edges;
  for (std::size_t x = 0; x < size(); ++x)
    for (const std::size_t z : said_.after(x))
      if (!above_[x].intersects(below_[z])) edges.push_back({x, z});
  return edges;
}

std::variant<Dag, Cycle> Dag::with(std::span<const Edge> edges) const {
  Digraph said = said_;
  for (const Edge& edge : edges) said.add(edge.before, edge.after);
  return of(std::move(said));
}

Dag Dag::among(std::span<const std::size_t> elements) const {
  Digraph said(elements.size());
  for (std::size_t x = 0; x < elements.size(); ++x)
    for (std::size_t y = 0; y < elements.size(); ++y)
      if (less(elements[x], elements[y])) said.add(x, y);
  return std::get<Dag>(of(std::move(said)));
}

std::vector<std::size_t> members(const Subset& set) {
  std::vector<std::size_t> all;
  for (std::size_t x = set.find_first(); x != Subset::npos; x = set.find_next(x)) all.push_back(x);
  return all;
}

}  // namespace coreecs
