// Partial orders of any form: what follows from edges, what is too much of them, and where they go round in a circle.
#include "interp/apps/order/dag.hpp"

#include <algorithm>

#include "props/apps/kit/orders.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// By going on from everything that is reached: whether z comes after x.
bool leads(const Digraph& said, std::size_t x, std::size_t z) {
  std::vector<bool> reached(said.size());
  std::vector<std::size_t> next = {x};
  while (!next.empty()) {
    const std::size_t at = next.back();
    next.pop_back();
    for (const std::size_t y : said.after(at)) {
      if (!reached[y]) next.push_back(y);
      reached[y] = true;
    }
  }
  return reached[z];
}

/// 0 → 1 → 2 and 0 → 2
Dag triangle() {
  Digraph said(3);
  said.add(0, 1);
  said.add(1, 2);
  said.add(0, 2);
  return std::get<Dag>(Dag::of(said));
}

}  // namespace

// [dag/closure] [dag/cycle]
TEST_CASE("What edges say is a partial order, or they have a cycle, which is named") {
  prop("an order has what a walk along the edges finds, and a cycle is one", [] {
    const Digraph said = any_digraph(8);
    bool circles = false;
    for (std::size_t x = 0; x < said.size(); ++x) circles = circles || leads(said, x, x);
    note(circles, "cycles", 0.25);
    note(!circles, "none", 0.1);
    const auto result = Dag::of(said);
    RC_ASSERT(std::holds_alternative<Cycle>(result) == circles);
    if (const auto* cycle = std::get_if<Cycle>(&result)) {
      RC_ASSERT(!cycle->empty());
      for (std::size_t k = 0; k < cycle->size(); ++k) {
        const auto after = said.after((*cycle)[k]);
        RC_ASSERT(std::count(after.begin(), after.end(), (*cycle)[(k + 1) % cycle->size()]) == 1);
        RC_ASSERT(std::count(cycle->begin(), cycle->end(), (*cycle)[k]) == 1);
      }
      return;
    }
    const Dag& dag = std::get<Dag>(result);
    for (std::size_t x = 0; x < said.size(); ++x)
      for (std::size_t y = 0; y < said.size(); ++y) {
        RC_ASSERT(dag.less(x, y) == leads(said, x, y));
        RC_ASSERT(dag.above(x).test(y) == dag.less(x, y));
        RC_ASSERT(dag.below(y).test(x) == dag.less(x, y));
        RC_ASSERT(dag.concurrent(x, y) == (x != y && !leads(said, x, y) && !leads(said, y, x)));
      }
  });
}

// [dag/closure]
TEST_CASE("What comes after what comes after an element comes after it") {
  Digraph said(5);
  for (const Edge& edge : std::vector<Edge>{{3, 1}, {1, 4}, {4, 0}}) said.add(edge.before, edge.after);
  const Dag chain = std::get<Dag>(Dag::of(said));
  const std::vector<std::size_t> elements = {3, 1, 4, 0};
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (std::size_t j = 0; j < elements.size(); ++j) {
      CHECK(chain.less(elements[i], elements[j]) == (i < j));
      CHECK(chain.above(elements[i]).test(elements[j]) == (i < j));
      CHECK(chain.below(elements[j]).test(elements[i]) == (i < j));
    }
  CHECK(chain.concurrent(2, 3));
}

// [dag/closure]
TEST_CASE("The elements of an order, the least number first") {
  prop("each comes after what is below it, and as early as its number allows", [] {
    const Dag dag = any_dag(6);
    const auto extensions = all_extensions(dag);
    const auto order = dag.in_order();
    RC_ASSERT(std::vector(order.begin(), order.end()) == extensions.front());
  });
  Digraph said(4);
  said.add(3, 0);
  const Dag dag = std::get<Dag>(Dag::of(said));
  const auto order = dag.in_order();
  CHECK(std::vector(order.begin(), order.end()) == std::vector<std::size_t>{1, 2, 3, 0});
}

// [dag/cycle]
TEST_CASE("A cycle is a shortest one, and not what only waits for it") {
  Digraph said(6);
  for (const Edge& edge : std::vector<Edge>{{5, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 1}, {3, 1}, {4, 0}})
    said.add(edge.before, edge.after);
  CHECK(std::get<Cycle>(Dag::of(said)) == Cycle{1, 2, 3});
  Digraph self(2);
  self.add(1, 1);
  CHECK(std::get<Cycle>(Dag::of(self)) == Cycle{1});
}

// [dag/reduction]
TEST_CASE("The reduction says the same with the fewest edges") {
  CHECK(triangle().reduction() == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(triangle().said().edges() == std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}});
  prop("its edges say the same, and none can be left out", [] {
    const Dag dag = any_dag(8);
    const std::vector<Edge> edges = dag.reduction();
    note(edges.size() < dag.said().edges().size(), "with an edge too much", 0.2);
    RC_ASSERT(std::get<Dag>(Dag(dag.size()).with(edges)) == dag);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      std::vector<Edge> fewer = edges;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      RC_ASSERT(!(std::get<Dag>(Dag(dag.size()).with(fewer)) == dag));
    }
  });
}

// [dag/closure]
TEST_CASE("An order with more edges refines the one with fewer, and no other") {
  prop("refinement is inclusion of what is said", [] {
    const Dag dag = any_dag(7);
    const Digraph more = any_digraph(7);
    std::vector<Edge> edges;
    for (const Edge& edge : more.edges())
      if (edge.before < dag.size() && edge.after < dag.size() && !dag.less(edge.after, edge.before))
        edges.push_back(edge);
    const auto result = dag.with(edges);
    note(std::holds_alternative<Dag>(result), "refined", 0.1);
    if (const auto* finer = std::get_if<Dag>(&result)) {
      RC_ASSERT(refines(*finer, dag));
      RC_ASSERT(refines(dag, *finer) == (*finer == dag));
      for (const Edge& edge : edges) RC_ASSERT(finer->less(edge.before, edge.after));
    }
  });
}
