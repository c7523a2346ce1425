#include "interp/fast/colouring.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "interp/base/interrupt.hpp"

namespace coreecs::fast {

Colouring::Colouring(const Graph& g)
    : vertices_(g.size()), place_(g.size()), cell_(g.size()), end_(g.size()), queued_(g.size()) {
  std::iota(vertices_.begin(), vertices_.end(), Vertex{0});
  std::sort(vertices_.begin(), vertices_.end(),
            [&](Vertex x, Vertex y) { return std::pair(g.colour[x], x) < std::pair(g.colour[y], y); });
  Cell b = 0;
  for (std::uint32_t j = 0; j < vertices_.size(); ++j) {
    if (g.colour[vertices_[j]] != g.colour[vertices_[b]]) b = j;
    place_[vertices_[j]] = j;
    cell_[vertices_[j]] = b;
    end_[b] = j + 1;
  }
}

void Colouring::enqueue(Cell b) {
  if (queued_[b]) return;
  queued_[b] = true;
  queue_.push_back(b);
}

void Colouring::distrust() {
  for (Cell b = 0; b < vertices_.size(); b = next(b)) enqueue(b);
}

/// Moves this part of b into a new cell at its end.
void Colouring::cut(Cell b, std::span<const Vertex> part, std::vector<Cell>& parts) {
  const std::uint32_t end = end_[b];
  const auto begin = static_cast<Cell>(end - part.size());
  for (std::uint32_t to = end; const Vertex v : part) {
    const Vertex other = vertices_[--to];
    std::swap(vertices_[to], vertices_[place_[v]]);
    place_[other] = place_[v];
    place_[v] = to;
    cell_[v] = begin;
  }
  end_[b] = begin;
  end_[begin] = end;
  parts.push_back(begin);
}

void Colouring::single_out(Vertex x, Vertex y) {
  std::vector<Cell> parts;
  const Vertex both[] = {x, y};
  cut(cell_[x], both, parts);
  enqueue(parts.front());
}

bool Colouring::is_balanced(Cell b, const Graph& g) const {
  const std::span<const Vertex> all = vertices(b);
  return 2 * std::count_if(all.begin(), all.end(), [&](Vertex v) { return g.on_left(v); }) ==
         static_cast<std::ptrdiff_t>(all.size());
}

/// Divides a cell by the sums of its reached vertices, which are sorted by sum.
void Colouring::split(Cell b, std::span<const Vertex> reached, const std::vector<std::size_t>& sums,
                      std::vector<Cell>& parts) {
  parts.assign(1, b);
  const bool all = reached.size() == size(b);
  for (auto from = reached.begin(); from != reached.end();) {
    const auto to = std::find_if(from, reached.end(), [&](Vertex v) { return sums[v] != sums[*from]; });
    if (!all || from != reached.begin()) cut(b, {from, to}, parts);
    from = to;
  }
  if (parts.size() == 1) return;
  // once a whole cell has been processed as a splitter, all of its parts but one suffice
  const Cell largest =
      *std::max_element(parts.begin(), parts.end(), [&](Cell one, Cell other) { return size(one) < size(other); });
  const bool looked_at = !queued_[b];
  for (const Cell part : parts)
    if (!looked_at || part != largest) enqueue(part);
}

bool Colouring::refine(const Graph& g, Budget& budget, bool balanced) {
  std::vector<std::size_t> sums(g.size());
  std::vector<bool> is_reached(g.size());
  std::vector<Vertex> reached;
  std::vector<Cell> parts;
  while (!queue_.empty()) {
    interrupt::poll();
    const Cell by = queue_.back();
    queue_.pop_back();
    queued_[by] = false;
    if (balanced && !is_balanced(by, g)) return false;
    for (const Vertex v : vertices(by)) {
      budget.spend(1 + g.edges_of(v).size());
      for (const Graph::Edge& edge : g.edges_of(v)) {
        if (!is_reached[edge.to]) reached.push_back(edge.to);
        is_reached[edge.to] = true;
        sums[edge.to] += spread(edge.label);
      }
    }
    std::sort(reached.begin(), reached.end(),
              [&](Vertex x, Vertex y) { return std::tuple(cell_[x], sums[x], x) < std::tuple(cell_[y], sums[y], y); });
    for (std::size_t from = 0, to = 0; from < reached.size(); from = to) {
      const Cell b = cell_[reached[from]];
      while (to < reached.size() && cell_[reached[to]] == b) ++to;
      split(b, std::span(reached).subspan(from, to - from), sums, parts);
    }
    for (const Vertex v : reached) {
      sums[v] = 0;
      is_reached[v] = false;
    }
    reached.clear();
  }
  return true;
}

}  // namespace coreecs::fast
