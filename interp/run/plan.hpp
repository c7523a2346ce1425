/// A schedule as a table.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// A schedule as a table of its sub-schedules, the sides before what they belong to, the root last.
struct Plan {
  enum class Kind { Conc, Seq, Par, Then };
  struct Node {
    Kind kind;
    const System* s = nullptr;  ///< of Conc and Seq
    std::size_t left = 0, right = 0, parent = 0;
    Leaf leaf = 0;           ///< of Conc and Seq
    bool awaited = false;    ///< whether the state after it is observed on the right of a ⨟
    std::size_t around = 0;  ///< the innermost awaited ∥ around it, or the number of nodes
    /// Of Conc and Seq, where they are fixed: what is performed, whatever state is observed.
    std::optional<std::span<const Invocation>> fixed = {};
  };
  std::vector<Node> nodes;
  std::vector<std::size_t> leaves;  ///< the node of each leaf

  /// Cost: the size of z. Refers to its systems.
  explicit Plan(const Schedule& z);
  /// With the invocations fixed as those of po_c(z), so that its runs are the linearizations. Refers to `po`.
  Plan(const Schedule& z, const PartialOrder& po);
};

}  // namespace coreecs
