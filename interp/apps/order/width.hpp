/// The width of a partial order: how many elements can be concurrent.
#pragma once

#include "interp/apps/order/dag.hpp"

namespace coreecs {

/// The fewest chains that cover all elements, each in its order. By Dilworth's theorem, a largest antichain has as many
/// elements.
struct Width {
  std::vector<std::vector<std::size_t>> chains;
  std::vector<std::size_t> antichain;  ///< a largest antichain, one element of each chain, in ascending order
};

/// Cost: at most n³ / 64, usually far less.
[[nodiscard]] Width width(const Dag& dag);

}  // namespace coreecs
