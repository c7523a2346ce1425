/// Random partial orders, and the slow, obvious way to what follows from one.
#pragma once

#include "interp/apps/order/dag.hpp"

namespace coreecs {

/// Any edges between at most so many elements, also in circles.
[[nodiscard]] Digraph any_digraph(std::size_t most);
/// A partial order of at most so many elements, whose numbers say nothing of it: of any edges, of edges between two
/// levels, of three levels all of whose elements are ordered, or series-parallel.
[[nodiscard]] Dag any_dag(std::size_t most);

/// All linear extensions, by going through all permutations.
[[nodiscard]] std::vector<std::vector<std::size_t>> all_extensions(const Dag& dag);
/// All order ideals, by going through all subsets.
[[nodiscard]] std::vector<Subset> all_ideals(const Dag& dag);

}  // namespace coreecs
