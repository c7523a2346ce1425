/// Partial orders that need not be series-parallel: what comes before what, as it is said, and as it follows.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

namespace coreecs {

/// A set of some of n elements, which are 0, ..., n - 1.
using Subset = boost::dynamic_bitset<>;

/// `before` comes before `after`.
struct Edge {
  std::size_t before, after;

  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// What is said of n elements: which comes before which. Nothing keeps it from going round in a circle.
class Digraph {
 public:
  explicit Digraph(std::size_t n = 0) : after_(n) {}

  [[nodiscard]] std::size_t size() const { return after_.size(); }
  /// Says that `before` comes before `after`; once is enough. Precondition: both are elements.
  void add(std::size_t before, std::size_t after);
  /// What is said to come after x, each once and in the order of the numbers.
  [[nodiscard]] std::span<const std::size_t> after(std::size_t x) const { return after_[x]; }
  /// All that is said, in the order of the numbers.
  [[nodiscard]] std::vector<Edge> edges() const;

 private:
  std::vector<std::vector<std::size_t>> after_;
};

/// Subset of which each is said to come before the next one, and the last one before the first. One element alone is
/// said to come before itself.
using Cycle = std::vector<std::size_t>;

/// A partial order of n elements: a digraph without cycles, and what follows from it.
class Dag {
 public:
  /// No element comes before another one.
  explicit Dag(std::size_t n = 0);
  /// The order that a digraph says, or a cycle of it, a shortest one of those through one element.
  /// Cost: n² / 64 for each edge.
  [[nodiscard]] static std::variant<Dag, Cycle> of(Digraph said);

  [[nodiscard]] std::size_t size() const { return said_.size(); }
  [[nodiscard]] const Digraph& said() const { return said_; }

  /// What comes before or after x, directly or not; x does not.
  [[nodiscard]] const Subset& below(std::size_t x) const { return below_[x]; }
  [[nodiscard]] const Subset& above(std::size_t x) const { return above_[x]; }
  [[nodiscard]] bool less(std::size_t x, std::size_t y) const { return above_[x].test(y); }
  /// Whether neither comes before the other one, and they are two.
  [[nodiscard]] bool concurrent(std::size_t x, std::size_t y) const { return x != y && !less(x, y) && !less(y, x); }
  /// All elements, each after what comes before it; of those that can be next the one with the least number is.
  [[nodiscard]] std::span<const std::size_t> in_order() const { return in_order_; }

  /// The fewest edges that say the same, in the order of the numbers: x before y, and nothing between them.
  /// Cost: n² / 64 for each edge that is said.
  [[nodiscard]] std::vector<Edge> reduction() const;
  /// This order and these edges besides, or a cycle that they close. Cost: as of `of`.
  [[nodiscard]] std::variant<Dag, Cycle> with(std::span<const Edge> edges) const;
  /// The order of some of the elements, which get the numbers 0, 1, ... Precondition: each once.
  /// Cost: k² for k elements, and that of `of`.
  [[nodiscard]] Dag among(std::span<const std::size_t> elements) const;

  /// Whether the same comes before the same.
  friend bool operator==(const Dag& a, const Dag& b) { return a.below_ == b.below_; }

 private:
  Digraph said_;
  std::vector<Subset> below_, above_;
  std::vector<std::size_t> in_order_;
};

/// The elements of a set in the order of the numbers, for a range-based loop over a vector.
[[nodiscard]] std::vector<std::size_t> members(const Subset& set);

}  // namespace coreecs
