/// The observations of an invocation, location by location.
#pragma once

#include <boost/container/flat_map.hpp>

#include "semantics/grammar.hpp"

namespace coreecs {

/// A location that a constraint queries, and its value.
struct Observed {
  Location l;
  Cell k;

  friend bool operator==(const Observed&, const Observed&) = default;
};

/// The location that each constraint of the query vector queries, in order.
[[nodiscard]] std::vector<Location> locations(const QueryVector& q, std::span<const Entity> e);
/// The observed values. An excl observes an absent value.
[[nodiscard]] std::vector<Observed> observation(const QueryVector& q, const Match& r);

/// For each query of the vector, its values by label: of every incl, and of an anyway with a value.
using ObservedValues = std::vector<boost::container::flat_map<Label, Value>>;
[[nodiscard]] ObservedValues observed_values(const QueryVector& q, const Match& r);
/// The cells of the match with these values; nothing if no match has them.
[[nodiscard]] std::optional<std::vector<Cell>> cells_of(const QueryVector& q, const ObservedValues& values);

}  // namespace coreecs
