/// Pictures: po_c(z), in which series stand below one another and what is concurrent side by side; a schedule, as the
/// tree that it is; and systems, beside the components that they read and write.
#pragma once

#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"
#include "interp/views/picture/picture.hpp"
#include "semantics/grammar.hpp"

namespace coreecs {

/// Two invocations that stop Theorem 4.7 or Definition 4.3, or both, as `check` names them.
struct Tie {
  std::string stops;  ///< "Theorem 4.7(3) and Definition 4.3"
  std::size_t u = 0, v = 0;
  Location l;
};
/// Cost: w log w for w writes.
[[nodiscard]] std::vector<Tie> ties(const PartialOrder& po);

/// Nodes are invocations, edges are the covering relation of ≤_z; where several are covered by several, their edges
/// meet in a node. Where there are more than `most` invocations, a node stands for those of a leaf, and where there are
/// more than `most` of these, for those of several consecutive leaves; a note says so. The ties are red.
/// The node of the invocation u has the id "u<u>". Cost: n log n for n leaves and invocations, and that of `ties`.
[[nodiscard]] Picture order_picture(const PartialOrder& po, const Notation& notation, std::size_t most = most_drawn);

/// Nodes are conc(s), seq(s), ∥ and ⨟, each above its sides. Where there are more than `most`, small sub-schedules are
/// one node each, and a note says so. Cost: n log n for n leaves.
[[nodiscard]] Picture schedule_picture(const Schedule& z, std::size_t most = most_drawn);

/// Edges lead from what is read to the system that reads it, and from a system to what it writes. Where nodes or edges
/// are more than a few times `most`, several systems, or components, that follow one another are one node each, and a
/// note says so. Cost: nodes and edges, times their logarithm.
[[nodiscard]] Picture systems_picture(const Program& program, std::size_t most = most_drawn);

}  // namespace coreecs
