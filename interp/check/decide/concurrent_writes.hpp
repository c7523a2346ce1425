/// The pairs of concurrent invocations that write to one location: those that do not commute there (Definition 4.3),
/// and those that do.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "semantics/order.hpp"

namespace coreecs {

struct ConcurrentPair {
  std::size_t u = 0, v = 0;
  Location l;
  bool same = false;  ///< whether both leave the same there, and so commute at l
};

/// How many pairs of two leaves, or of one leaf, write to one location.
struct LeafPairs {
  std::size_t different = 0, same = 0;  ///< those that do not commute at the location, and those that do
  Location first;  ///< the location of the first of those that are counted; of the different ones, if any
};

struct ConcurrentWrites {
  std::vector<ConcurrentPair> all;                     ///< those that do not commute first
  std::map<std::pair<Leaf, Leaf>, LeafPairs> by_leaf;  ///< counts all, also those that `all` leaves out
  std::vector<std::size_t> conflicts;                  ///< of each invocation: how many of `different`
};

/// Lists at most `most` of each kind, and counts all. Cost: w log w for w writes, and each pair at one location.
[[nodiscard]] ConcurrentWrites concurrent_writes(const PartialOrder& po, std::size_t most);

}  // namespace coreecs
