/// How far an engine's reals may differ from those of the reference.
#pragma once

#include "interp/fast/renaming.hpp"

namespace coreecs {

/// Two reals are close if they are equal, or differ by at most `relative` of the larger one, or by at most `ulps` steps
/// between neighbouring reals.
struct Tolerance {
  double relative = 0;
  std::uint64_t ulps = 0;

  [[nodiscard]] bool exact() const { return relative == 0 && ulps == 0; }
};
[[nodiscard]] bool close(double x, double y, const Tolerance&);
/// Values are close if they are equal except for close reals.
[[nodiscard]] bool close(const Value& k, const Value& k2, const Tolerance&);

/// Whether two states are equal up to a renaming of created entities, with close reals counted as equal; with the
/// renaming, if they are. Unknown also if reals lie so close together that their correspondence is ambiguous. Cost: as
/// of fast::renaming, and k log k.
[[nodiscard]] std::pair<Answer, fast::Images> renaming(const State& expected, const State& found, const Tolerance&);

}  // namespace coreecs
