/// Definitions 4.3 and 4.4 decided on po_c(z) without comparing pairs or linearizations. Mutations are fixed there, so
/// the last writer of each location determines its value. A writer can come last exactly if no writer of the location
/// is after it in ≤_z. `props` checks this against the literal definitions.
#pragma once

#include "semantics/order.hpp"
#include "semantics/safety.hpp"

namespace coreecs {

struct Decision {
  /// Whether no two concurrent invocations write to one location, as the rules of Theorem 4.7 require. Locations of an
  /// entity that an invocation creates are not in its influence, but no concurrent invocation can write to them.
  bool safe_by_rule = true;
  /// Definition 4.3: two concurrent invocations that do not commute, if any.
  std::optional<Conflict> unsafe;
  /// Two maximal writers of a location that leave different values there, if any. Without them, every linearization
  /// ends in the same state.
  std::optional<Conflict> contended;
  /// Whether these values differ under every renaming of created entities, at a location of an initial entity. Then two
  /// linearizations end in states that differ up to renaming, too.
  bool contended_for_good = false;
  /// The first ⨟ whose left side can end in different states, by such a pair on its left: there, a run may observe
  /// something else than po_c(z) says (D5). Without it, every run is a linearization.
  std::optional<Conflict> reobserved;
};

/// Cost: the number of writes w, times log w for a deep schedule.
[[nodiscard]] Decision decide(const PartialOrder& po);

/// The same for prefixes of po_c(z), in one pass: calls visit with the decision on what is below each of these nodes,
/// until it returns false. Precondition: they ascend, and all nodes before each are below it, as for the first k
/// frames. Cost: that of decide, and the locations of each contended prefix.
void decide_prefixes(const PartialOrder& po, const std::vector<std::size_t>& nodes,
                     const std::function<bool(const Decision&)>& visit);

}  // namespace coreecs
