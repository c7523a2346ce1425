/// [triage/series] A series-parallel order, as ∥ and ⨟ can express it, that keeps a partial order.
#pragma once

#include "interp/apps/order/composition.hpp"

namespace coreecs::triage {

struct Series {
  Composition order;        ///< without Prime
  std::vector<Edge> added;  ///< the additional order, in as few edges as possible
  std::size_t pairs = 0;    ///< how many additional pairs are ordered
  bool fewest = true;       ///< no series-parallel order that keeps the original one orders fewer
};

/// An order with an N is cut in two, one part before the other. If at most `most` parts suffice, the result orders the
/// fewest pairs possible; otherwise each cut is chosen greedily. Cost: the parts, times n²; exponential at worst up to
/// `most`.
[[nodiscard]] Series series_parallel(const Dag& order, std::size_t most = 20'000);

}  // namespace coreecs::triage
