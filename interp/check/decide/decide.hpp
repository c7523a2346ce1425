/// Definitions 4.3 and 4.4 decided on po_c(z) without looking at pairs or linearizations. Mutations are fixed there,
/// so each location is settled by its last writer, and a writer can come last exactly when no writer of the
/// location is after it in ≤_z. `props` says that the literal definitions agree.
#pragma once

#include "semantics/order.hpp"
#include "semantics/safety.hpp"

namespace coreecs {

struct Decision {
  /// Whether no two concurrent invocations write to one location. This is what the rules of Theorem 4.7 ask for: a
  /// location of an entity that an invocation creates is not in its influence, and no invocation beside it can write
  /// there.
  bool safe_by_rule = true;
  /// Definition 4.3: two concurrent invocations that do not commute, if there are any.
  std::optional<Conflict> unsafe;
  /// Two maximal writers of a location that leave different values there, if there are any. Without them, every
  /// linearization ends in the same state.
  std::optional<Conflict> contended;
  /// Whether these values differ whatever created entities are called, and the location is an initial entity's, so
  /// that two linearizations end in states that are different up to renaming as well.
  bool contended_for_good = false;
  /// The first ⨟ whose left side can end in different states, by such a pair on its left: where a run may observe
  /// something else than po_c(z) says (D5). Without it, every run is a linearization.
  std::optional<Conflict> reobserved;
};

/// Cost: the number of writes w, times log w for a deep schedule.
[[nodiscard]] Decision decide(const PartialOrder& po);

/// The same of prefixes of po_c(z), in one pass: calls visit with the decision on what is below each of these nodes,
/// until it says no. Precondition: they ascend, and all nodes before each of them are below it, as those of the first k
/// frames are. Cost: that of decide, and for each prefix that is contended, its locations.
void decide_prefixes(const PartialOrder& po, const std::vector<std::size_t>& nodes,
                     const std::function<bool(const Decision&)>& visit);

}  // namespace coreecs
