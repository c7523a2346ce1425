/// The writers of each location in po_c(z), in full, for `verify`. What decides and what certifies find them by code of
/// their own, which has nothing in common with this.
#pragma once

#include <unordered_map>

#include "semantics/order.hpp"

namespace coreecs {

/// The writers of one location, as indices of invocations, in no order.
struct WritersOf {
  std::vector<std::size_t> alone;        ///< those that no other writer is concurrent with
  std::vector<std::size_t> accompanied;  ///< the others
  std::vector<std::size_t> maximal;      ///< those that no other writer is after
  bool agree = true;                     ///< whether all leave the same
  bool maximal_agree = true;             ///< whether the maximal ones do
};

struct Writers {
  std::unordered_map<Location, WritersOf> of;
  /// Whether concurrent writers leave the same at every location: Definition 4.3.
  bool safe = true;
  /// At how many locations the maximal writers do not leave the same.
  std::size_t contended = 0;
  /// Whether there is none such left of any ⨟, among the invocations there.
  bool hereditary = true;
};

/// The writers in a partial order, whose u-th invocation writes writes[u]. Cost: the number of writes w, times log w.
[[nodiscard]] Writers writers(const PartialOrder& po, const std::vector<Update>& writes);

}  // namespace coreecs
