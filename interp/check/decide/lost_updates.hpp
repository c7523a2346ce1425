/// Lost updates: a writer that observes a location before what a concurrent one writes there, so that of the two only
/// one counts. The calculus allows them: where both leave the same, the schedule is safe.
#pragma once

#include "interp/base/answer.hpp"
#include "interp/run/instance.hpp"

namespace coreecs {

/// Two concurrent invocations that write to a location which v observes; v would leave something else there if it
/// observed what u leaves.
struct LostUpdate {
  Location l;
  std::size_t u = 0, v = 0;  ///< indices into po_c(z)
  Cell observed;             ///< by v, at l
  /// What there is at l after v, had it observed what u leaves: that same, where v were no match then, or wrote nothing
  /// there. Nothing where v would fail.
  std::optional<Cell> after_u;
};

struct LostUpdates {
  Answer exist = Answer::No;
  std::vector<LostUpdate> found = {};  ///< the first of each two systems and component, by v; or only the first of all
  std::optional<Cut> cut = {};         ///< what cut the search short, if anything did: there may be more
};

/// The lost updates of po_c(z). Cost: the writes; for each invocation that observes a location to which it and others
/// write, an invocation for each value that each system leaves there, and the depth of z; and of this at most some
/// `limit` in all.
[[nodiscard]] LostUpdates lost_updates(const Instance&, std::size_t limit, bool only_first);

}  // namespace coreecs
