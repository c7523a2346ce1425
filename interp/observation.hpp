/// What an invocation observed, location by location.
#pragma once

#include "semantics/grammar.hpp"

namespace coreecs {

/// A location that a constraint asks for, and what was there.
struct Observed {
  Location l;
  Cell k;

  friend bool operator==(const Observed&, const Observed&) = default;
};

/// Of each constraint of the query vector, in its order. An excl observes that nothing is there.
[[nodiscard]] std::vector<Observed> observation(const QueryVector& q, const Match& r);

}  // namespace coreecs
