/// Lost updates: a writer observes a location without what a concurrent one writes there, so only one of the two
/// counts. The calculus allows them: if both leave the same, the schedule is safe.
#pragma once

#include "interp/base/answer.hpp"
#include "interp/run/instance.hpp"

namespace coreecs {

/// Two concurrent invocations that write to a location that v observes. v would leave something else there if it
/// observed what u leaves.
struct LostUpdate {
  Location l;
  std::size_t u = 0, v = 0;  ///< indices into po_c(z)
  Cell observed;             ///< by v, at l
  /// The value at l after v, had it observed what u leaves. It is that of u if v were no match then, or wrote nothing
  /// there. None if v would fail.
  std::optional<Cell> after_u;
};

struct LostUpdates {
  Answer exist = Answer::No;
  std::vector<LostUpdate> found = {};  ///< the first for each two systems and component, by v; or only the first of all
  std::optional<Cut> cut = {};         ///< what cut the search short, if anything did: there may be more
};

/// The lost updates of po_c(z). Cost: the writes. For each invocation that observes a location to which it and others
/// write: an invocation for each value that each system leaves there, and the depth of z; at most some `limit` of these
/// in all.
[[nodiscard]] LostUpdates lost_updates(const Instance&, std::size_t limit, bool only_first);

}  // namespace coreecs
