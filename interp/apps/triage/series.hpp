/// [triage/series] A series-parallel order that keeps what a partial order says: what ∥ and ⨟ can say of it.
#pragma once

#include "interp/apps/order/composition.hpp"

namespace coreecs::triage {

struct Series {
  Composition order;        ///< without Prime
  std::vector<Edge> added;  ///< what it says besides, in as few edges as can be
  std::size_t pairs = 0;    ///< how many pairs are ordered that were not
  bool fewest = true;       ///< no series-parallel order that keeps the other one orders fewer
};

/// Where an order has an N, it is cut in two, the one before the other. Of all ways the one that orders the fewest
/// pairs, where at most `most` parts have to be looked at; otherwise at each cut the one that orders the fewest there.
/// Cost: the parts, times n²; exponential at worst up to `most`.
[[nodiscard]] Series series_parallel(const Dag& order, std::size_t most = 20'000);

}  // namespace coreecs::triage
