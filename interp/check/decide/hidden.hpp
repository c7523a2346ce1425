/// Races that leave no trace in the end: two concurrent invocations that do not commute, at a location that is written
/// again in every order.
#pragma once

#include "semantics/order.hpp"
#include "semantics/state.hpp"

namespace coreecs {

struct MaskedRace {
  Location l;
  std::size_t u = 0, v = 0;  ///< concurrent, and they leave different values at l
  std::size_t by = 0;        ///< after one of them at least, and it leaves what every linearization ends with at l
};

struct MaskedRaces {
  MaskedRace first;           ///< of the first location that has one
  std::size_t locations = 0;  ///< that have one
};

/// The masked races of po_c(z): at locations where all maximal writers leave the same, and some concurrent ones do not.
/// Cost: the number of writes w, times log w for a deep schedule.
[[nodiscard]] std::optional<MaskedRaces> masked_races(const PartialOrder& po);

}  // namespace coreecs
