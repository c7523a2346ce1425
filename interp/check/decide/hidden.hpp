/// Hidden races: two concurrent invocations that do not commute, at a location that is written again in every order.
#pragma once

#include "semantics/order.hpp"
#include "semantics/state.hpp"

namespace coreecs {

struct HiddenRace {
  Location l;
  std::size_t u = 0, v = 0;  ///< concurrent, and they leave different values at l
  std::size_t by = 0;        ///< after at least one of them; leaves the final value of l in every linearization
};

struct HiddenRaces {
  HiddenRace first;           ///< at the first location that has one
  std::size_t locations = 0;  ///< the number of locations that have one
};

/// The hidden races of po_c(z): at locations where all maximal writers leave the same, and some concurrent ones do not.
/// Cost: the number of writes w, times log w for a deep schedule.
[[nodiscard]] std::optional<HiddenRaces> hidden_races(const PartialOrder& po);

}  // namespace coreecs
