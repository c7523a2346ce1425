/// Colour refinement of a graph with two sides, by splitters (Cardon and Crochemore, Partitioning a Graph in O(|A| log
/// |V|), 1982): vertices of one colour have, for each label, equally many edges to each colour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coreecs::fast {

using Vertex = std::uint32_t;

/// Hashes a hash, so that different sets of hashes have different sums.
[[nodiscard]] constexpr std::size_t spread(std::size_t hash) {
  std::uint64_t h = hash + 0x9E3779B97F4A7C15;  // splitmix64
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EB;
  return h ^ (h >> 31);
}

/// A graph with coloured vertices and labelled edges. Both vertices of an edge list it. No edge connects the two sides.
struct Graph {
  struct Edge {
    Vertex to;
    std::uint32_t label;
  };
  std::size_t left = 0;             ///< the first `left` vertices are on the left side
  std::vector<std::size_t> colour;  ///< of each vertex
  std::vector<std::size_t> begin;   ///< where the edges of each vertex begin, and the end of all
  std::vector<Edge> edges;

  [[nodiscard]] std::size_t size() const { return colour.size(); }
  [[nodiscard]] bool on_left(Vertex v) const { return v < left; }
  [[nodiscard]] std::span<const Edge> edges_of(Vertex v) const {
    return std::span(edges).subspan(begin[v], begin[v + 1] - begin[v]);
  }
};

/// The number of edges that may still be visited.
class Budget {
 public:
  struct Spent {};
  explicit Budget(std::size_t edges) : left_(edges) {}
  /// Throws Spent if fewer are left.
  void spend(std::size_t edges) {
    if (edges > left_) throw Spent();
    left_ -= edges;
  }

 private:
  std::size_t left_;
};

/// The vertices of a graph in cells, by colour. Refinement only divides cells.
class Colouring {
 public:
  /// A cell, identified by its beginning in `vertices`.
  using Cell = std::uint32_t;

  /// Initial cells by the colours of the graph. Cost: n log n for n vertices.
  explicit Colouring(const Graph&);

  [[nodiscard]] Cell cell_of(Vertex v) const { return cell_[v]; }
  [[nodiscard]] std::span<const Vertex> vertices(Cell b) const { return std::span(vertices_).subspan(b, size(b)); }
  [[nodiscard]] std::size_t size(Cell b) const { return end_[b] - b; }
  /// The next cell; the number of vertices after the last cell.
  [[nodiscard]] Cell next(Cell b) const { return end_[b]; }

  /// Makes the next refinement process every cell, not only new ones.
  void distrust();
  /// Puts two vertices of one cell into a new cell.
  void single_out(Vertex x, Vertex y);
  /// Divides cells until all vertices of a cell have edges of the same labels to each cell. Compares labels by sums of
  /// hashes, so different vertices may stay together by accident. If `balanced`, returns false as soon as a new cell
  /// has different numbers of vertices on the two sides. Throws Spent and Interrupted. Cost: m log² m for m edges of
  /// new cells.
  bool refine(const Graph&, Budget&, bool balanced);

 private:
  struct Reached;
  void split(Cell b, std::span<const Vertex> reached, const std::vector<std::size_t>& sums, std::vector<Cell>& parts);
  void cut(Cell b, std::span<const Vertex> part, std::vector<Cell>& parts);
  void enqueue(Cell b);
  [[nodiscard]] bool is_balanced(Cell b, const Graph&) const;

  std::vector<Vertex> vertices_;
  std::vector<std::uint32_t> place_;  // of each vertex, in vertices_
  std::vector<Cell> cell_;            // of each vertex
  std::vector<std::uint32_t> end_;    // of each cell
  std::vector<Cell> queue_;           // cells to be processed, which may divide others
  std::vector<bool> queued_;          // of each cell
};

}  // namespace coreecs::fast
