/// What an invocation observed, location by location.
#pragma once

#include <boost/container/flat_map.hpp>

#include "semantics/grammar.hpp"

namespace coreecs {

/// A location that a constraint asks for, and what was there.
struct Observed {
  Location l;
  Cell k;

  friend bool operator==(const Observed&, const Observed&) = default;
};

/// The location that each constraint of the query vector asks for, in its order.
[[nodiscard]] std::vector<Location> locations(const QueryVector& q, std::span<const Entity> e);
/// What was there. An excl observes that nothing is there.
[[nodiscard]] std::vector<Observed> observation(const QueryVector& q, const Match& r);

/// Of each query of the vector, the values that it yields, by label: of every incl, and of an anyway where there is
/// one.
using ObservedValues = std::vector<boost::container::flat_map<Label, Value>>;
[[nodiscard]] ObservedValues observed_values(const QueryVector& q, const Match& r);
/// The cells of the match that yields these; none where no match does.
[[nodiscard]] std::optional<std::vector<Cell>> cells_of(const QueryVector& q, const ObservedValues& values);

}  // namespace coreecs
