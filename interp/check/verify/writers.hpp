/// The writers of each location in po_c(z), in full, for `verify`. This code has nothing in common with that by which
/// writers are found to decide and to certify.
#pragma once

#include <unordered_map>

#include "semantics/order.hpp"

namespace coreecs {

/// The writers of one location, as indices of invocations, unordered.
struct WritersOf {
  std::vector<std::size_t> alone;        ///< those without a concurrent writer
  std::vector<std::size_t> accompanied;  ///< the others
  std::vector<std::size_t> maximal;      ///< those that no other writer is after
  bool agree = true;                     ///< whether all leave the same
  bool maximal_agree = true;             ///< whether the maximal ones do
};

struct Writers {
  std::unordered_map<Location, WritersOf> of;
  /// Whether concurrent writers leave the same at every location: Definition 4.3.
  bool safe = true;
  /// The number of locations at which the maximal writers do not leave the same.
  std::size_t contended = 0;
  /// Whether there are none such left of any ⨟, among the invocations there.
  bool hereditary = true;
};

/// The writers in a partial order, whose u-th invocation writes writes[u]. Cost: the number of writes w, times log w.
[[nodiscard]] Writers writers(const PartialOrder& po, const std::vector<Update>& writes);

}  // namespace coreecs
