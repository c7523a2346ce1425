/// How much of a partial order can be concurrent.
#pragma once

#include "interp/apps/order/dag.hpp"

namespace coreecs {

/// As few chains as hold all elements, each in its order; by Dilworth's theorem as many as the most elements of which
/// no two are ordered, which are these.
struct Width {
  std::vector<std::vector<std::size_t>> chains;
  std::vector<std::size_t> antichain;  ///< one of each chain, in the order of the numbers
};

/// Cost: n³ / 64 at most, and commonly far less.
[[nodiscard]] Width width(const Dag& dag);

}  // namespace coreecs
