/// Colour refinement of a graph with two sides, by splitters (Cardon and Crochemore, Partitioning a Graph in O(|A| log
/// |V|), 1982): vertices of one colour have, to each colour, as many edges of each label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coreecs::fast {

using Vertex = std::uint32_t;

/// A hash of a hash, such that sums of them tell apart what was added up.
[[nodiscard]] constexpr std::size_t spread(std::size_t hash) {
  std::uint64_t h = hash + 0x9E3779B97F4A7C15;  // splitmix64
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EB;
  return h ^ (h >> 31);
}

/// A graph with coloured vertices and labelled edges, each of which both of its vertices have. No edge has one vertex
/// on each side.
struct Graph {
  struct Edge {
    Vertex to;
    std::uint32_t label;
  };
  std::size_t left = 0;             ///< so many vertices, the first ones, are on the left side
  std::vector<std::size_t> colour;  ///< of each vertex
  std::vector<std::size_t> begin;   ///< where the edges of each vertex begin, and where all end
  std::vector<Edge> edges;

  [[nodiscard]] std::size_t size() const { return colour.size(); }
  [[nodiscard]] bool on_left(Vertex v) const { return v < left; }
  [[nodiscard]] std::span<const Edge> edges_of(Vertex v) const {
    return std::span(edges).subspan(begin[v], begin[v + 1] - begin[v]);
  }
};

/// How many edges may be looked at.
class Budget {
 public:
  struct Spent {};
  explicit Budget(std::size_t edges) : left_(edges) {}
  /// Throws Spent where there are fewer.
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
  /// A cell, named by where it begins in `vertices`.
  using Cell = std::uint32_t;

  /// By the colours of the graph. Cost: n log n for n vertices.
  explicit Colouring(const Graph&);

  [[nodiscard]] Cell cell_of(Vertex v) const { return cell_[v]; }
  [[nodiscard]] std::span<const Vertex> vertices(Cell b) const { return std::span(vertices_).subspan(b, size(b)); }
  [[nodiscard]] std::size_t size(Cell b) const { return end_[b] - b; }
  /// The cell after this one; the number of vertices after the last.
  [[nodiscard]] Cell next(Cell b) const { return end_[b]; }

  /// Looks at every cell, and not only at new ones, when it is refined next.
  void distrust();
  /// Puts two vertices of one cell into one of their own.
  void single_out(Vertex x, Vertex y);
  /// Divides cells until the vertices of each have, to each cell, edges of the same labels. It adds up labels as
  /// hashes, so that vertices that differ may stay together by accident. Where `balanced`, false as soon as a new cell
  /// has not as many vertices on the left as on the right. Throws Spent and Interrupted. Cost: m log² m for m edges of
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
  std::vector<Cell> queue_;           // to be looked at: those that may divide others
  std::vector<bool> queued_;          // of each cell
};

}  // namespace coreecs::fast
