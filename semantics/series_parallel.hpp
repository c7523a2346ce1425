/// A schedule as a table, and a fold over it. Not part of the paper.
#pragma once

#include <limits>

#include "semantics/grammar.hpp"

namespace coreecs {

/// A schedule as a table of its sub-schedules in post-order. The sides of ∥ and ⨟ stand before them, the right one
/// directly before, and the root is last. Refers to the systems of the schedule.
struct SeriesParallel {
  enum class Kind { Conc, Seq, Par, Then };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  struct Node {
    Kind kind;
    const System* s = nullptr;              ///< of conc(s) and seq(s)
    Leaf leaf = 0;                          ///< the number of the leaf, from 0; for ∥ and ⨟, of their first leaf
    std::size_t left = none, right = none;  ///< the sides of ∥ and ⨟
    std::size_t parent = none;              ///< the ∥ or ⨟ that has it as a side; none for the root
    std::size_t begin = 0, end = 0;         ///< its invocations, in the table of a po_c(z)

    [[nodiscard]] bool is_leaf() const { return kind == Kind::Conc || kind == Kind::Seq; }
  };

  std::vector<Node> nodes;
  std::vector<std::size_t> leaves;  ///< the node of each leaf

  SeriesParallel() = default;
  /// Cost: the size of z.
  explicit SeriesParallel(const Schedule& z);

  /// Adds conc(s) or seq(s), with the invocations from `begin` up to `end`.
  void leaf(Kind kind, const System* s, std::size_t begin = 0, std::size_t end = 0);
  /// Joins the last two nodes without a parent to z ∥ z' or z ⨟ z'.
  void join(Kind kind);
};

/// Folds nodes in post-order: leaf(node) is the value of a leaf; join(node, left, right) is that of z ∥ z' or z ⨟ z',
/// from the values of its sides, which are moved. `sides` has the values of the nodes without a parent so far, in
/// order. So callers can stop between two nodes, look at `sides`, and go on.
template <class T, class OfLeaf, class Join>
void fold(std::span<const SeriesParallel::Node> nodes, std::vector<T>& sides, const OfLeaf& leaf, const Join& join) {
  for (const SeriesParallel::Node& node : nodes) {
    if (node.is_leaf()) {
      sides.push_back(leaf(node));
      continue;
    }
    T right = std::move(sides.back());
    sides.pop_back();
    sides.back() = join(node, std::move(sides.back()), std::move(right));
  }
}

/// Folds a whole schedule: the value of its root, or T() if there are no nodes.
template <class OfLeaf, class Join>
auto fold(const SeriesParallel& z, const OfLeaf& leaf, const Join& join) {
  using T = std::invoke_result_t<const OfLeaf&, const SeriesParallel::Node&>;
  std::vector<T> sides;
  fold(std::span(z.nodes), sides, leaf, join);
  return sides.empty() ? T() : std::move(sides.back());
}

}  // namespace coreecs
