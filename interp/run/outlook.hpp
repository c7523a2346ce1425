/// What is known of the sub-schedules of a schedule before they run on threads.
#pragma once

#include "semantics/series_parallel.hpp"

namespace coreecs {

struct Outlook {
  bool inside = false;  ///< of a ∥, so that what it writes is written again at the join
  /// Whether the state after it is needed: left of a ⨟, at the end, and on the side of such a ∥ that has more leaves,
  /// to whose state the writes of the other side go. So a write is written log n times at most in a schedule of n
  /// leaves.
  bool state = false;
  /// Of a leaf: more, the longer the longest chain of leaves from it to the end is; and of a seq, which cannot be
  /// divided, more than of a conc.
  std::uint64_t urgency = 0;
};

/// Of each node. Cost: their number.
[[nodiscard]] std::vector<Outlook> outlook(const SeriesParallel& z);

}  // namespace coreecs
