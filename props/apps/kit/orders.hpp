/// Random partial orders, and the slow, obvious way to what follows from one.
#pragma once

#include <functional>
#include <optional>

#include "interp/apps/order/extensions.hpp"

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
/// Whether all that the other order says follows from the first. Precondition: the same elements.
[[nodiscard]] bool refines(const Dag& dag, const Dag& other);

/// Calls visit with every linear extension, in lexicographic order, until it returns false. Cost: n² for each.
void for_each_extension(const Dag& dag, const std::function<bool(const Extension&)>& visit);

/// Four elements that no series-parallel order has: a < c, b < c, b < d, and else they are concurrent.
struct N {
  std::size_t a, b, c, d;

  friend bool operator==(const N&, const N&) = default;
};

/// Some N of an order, or none, and then it is series-parallel (Valdes, Tarjan, Lawler 1982). Cost: that of
/// `composition`, and where there is one at most n⁴ / 64.
[[nodiscard]] std::optional<N> forbidden_n(const Dag& dag);

}  // namespace coreecs
