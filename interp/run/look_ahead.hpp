/// Properties of sub-schedules, computed before they run on threads.
#pragma once

#include "semantics/series_parallel.hpp"

namespace coreecs {

struct LookAhead {
  bool inside = false;  ///< inside a ∥, so its writes are written again at the join
  /// Whether the state after it is needed: left of a ⨟, and at the end. If it is needed after a ∥, it is needed on the
  /// side with more leaves, which receives the writes of the other side. So a schedule of n leaves writes each write at
  /// most log n times.
  bool state = false;
  /// For a leaf: grows with the longest chain of leaves from it to the end. A seq, which cannot be divided, is more
  /// urgent than a conc.
  std::uint64_t urgency = 0;
};

/// For each node. Cost: their number.
[[nodiscard]] std::vector<LookAhead> look_ahead(const SeriesParallel& z);

}  // namespace coreecs
