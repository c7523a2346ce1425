/// Partial orders that need not be series-parallel: their stated edges, and the closure.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace coreecs {

/// A subset of n elements, which are 0, ..., n - 1.
using Subset = boost::dynamic_bitset<>;

/// `before` comes before `after`.
struct Edge {
  std::size_t before, after;

  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Stated edges between n elements. They may form cycles.
class Digraph {
 public:
  explicit Digraph(std::size_t n = 0) : after_(n) {}

  [[nodiscard]] std::size_t size() const { return after_.size(); }
  /// Adds an edge; duplicates have no effect. Precondition: both are elements.
  void add(std::size_t before, std::size_t after);
  /// The stated successors of x, each once, in ascending order.
  [[nodiscard]] std::span<const std::size_t> after(std::size_t x) const { return after_[x]; }
  /// All stated edges, in ascending order.
  [[nodiscard]] std::vector<Edge> edges() const;

 private:
  std::vector<std::vector<std::size_t>> after_;
};

/// Elements with an edge from each to the next, and from the last to the first. One element alone has an edge to
/// itself.
using Cycle = std::vector<std::size_t>;

/// A partial order of n elements: a digraph without cycles, and its transitive closure.
class Dag {
 public:
  /// No element comes before another.
  explicit Dag(std::size_t n = 0);
  /// The order that a digraph generates, or a cycle of it, a shortest one through some element. Cost: n² / 64 for each
  /// edge.
  [[nodiscard]] static std::variant<Dag, Cycle> of(Digraph said);

  [[nodiscard]] std::size_t size() const { return said_.size(); }
  [[nodiscard]] const Digraph& said() const { return said_; }

  /// All elements before or after x, directly or not, without x.
  [[nodiscard]] const Subset& below(std::size_t x) const { return below_[x]; }
  [[nodiscard]] const Subset& above(std::size_t x) const { return above_[x]; }
  [[nodiscard]] bool less(std::size_t x, std::size_t y) const { return above_[x].test(y); }
  /// Whether x and y differ and neither comes before the other.
  [[nodiscard]] bool concurrent(std::size_t x, std::size_t y) const { return x != y && !less(x, y) && !less(y, x); }
  /// All elements, each after those below it; among those that can be next, the least number comes first.
  [[nodiscard]] std::span<const std::size_t> in_order() const { return in_order_; }

  /// The fewest edges with the same closure, in ascending order: x before y, and nothing between them. Cost: n² / 64
  /// for each stated edge.
  [[nodiscard]] std::vector<Edge> reduction() const;
  /// This order with more edges, or a cycle that they close. Cost: as of `of`.
  [[nodiscard]] std::variant<Dag, Cycle> with(std::span<const Edge> edges) const;
  /// The order restricted to these elements, renumbered 0, 1, ... Precondition: each once. Cost: k² for k elements, and
  /// that of `of`.
  [[nodiscard]] Dag among(std::span<const std::size_t> elements) const;

  /// Whether both order all pairs in the same way.
  friend bool operator==(const Dag& a, const Dag& b) { return a.below_ == b.below_; }

 private:
  Digraph said_;
  std::vector<Subset> below_, above_;
  std::vector<std::size_t> in_order_;
};

/// The elements of a set in ascending order, for a range-based loop over a vector.
[[nodiscard]] std::vector<std::size_t> members(const Subset& set);

}  // namespace coreecs
