/// Pictures: of po_c(z), with series below one another and concurrent parts side by side; of a schedule, as a tree; and
/// of systems, beside the components that they read and write.
#pragma once

#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"
#include "interp/views/picture/picture.hpp"
#include "semantics/grammar.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// Consecutive invocations: one, or those of consecutive leaves that form a sub-schedule, or neighbouring parts of a z
/// ∥ z' ∥ ... or a z ⨟ z' ⨟ ...
struct Box {
  Leaf first = 0, last = 0;        ///< the leaves, both of them included
  std::size_t begin = 0, end = 0;  ///< the invocations
  std::size_t leaves = 0;          ///< the number of leaves that have invocations

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// At most `most` boxes, in the order of the leaves: one for each invocation; if too many, for each leaf with any; if
/// too many, for as few leaves as possible. Precondition: most > 0. Cost: n log n for n leaves and invocations.
[[nodiscard]] std::vector<Box> boxes(const PartialOrder& po, std::size_t most);

/// Two invocations that violate Theorem 4.7 or Definition 4.3, or both, as `check` names them.
struct Tie {
  std::string stops;  ///< "Theorem 4.7(3) and Definition 4.3"
  std::size_t u = 0, v = 0;
  Location l;
};
/// Cost: w log w for w writes.
[[nodiscard]] std::vector<Tie> ties(const PartialOrder& po);

/// Nodes are invocations, and edges are the covering relation of ≤_z. If several nodes cover several others, their
/// edges meet in a node. If there are more than `most` invocations, a node represents those of a leaf, or of several
/// consecutive leaves if there are more than `most` of these, too; a note says so. The node of the invocation u has the
/// id "u<u>". Red lines are the ties, and further pairs that do not commute, up to a number; a note counts all. If
/// `frames` is more than 1, each is marked. Precondition: the schedule is that of `frames` equal frames. Cost: n log n
/// for n leaves and invocations, and that of `ties`; where each invocation has a node, that of `concurrent_writes`.
[[nodiscard]] Picture order_picture(const PartialOrder& po, const Notation& notation, std::size_t most = most_drawn,
                                    std::uint64_t frames = 1);

/// Nodes are conc(s), seq(s), ∥ and ⨟, each above its sides. If there are more than `most`, small sub-schedules become
/// one node each, and a note says so. Cost: n log n for n leaves.
[[nodiscard]] Picture schedule_picture(const Schedule& z, std::size_t most = most_drawn);

/// Edges lead from what is read to the system that reads it, and from a system to what it writes. If there are more
/// than a few times `most` nodes or edges, several consecutive systems, or components, become one node, and a note says
/// so. Cost: nodes and edges, times their logarithm.
[[nodiscard]] Picture systems_picture(const Program& program, std::size_t most = most_drawn);

}  // namespace coreecs
