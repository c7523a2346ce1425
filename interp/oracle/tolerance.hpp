/// How far the reals of an engine may be from those of the reference.
#pragma once

#include "interp/fast/renaming.hpp"

namespace coreecs {

/// Two reals are close where they are equal, or differ by at most `relative` of the larger one, or by `ulps` steps from
/// one real to the next.
struct Tolerance {
  double relative = 0;
  std::uint64_t ulps = 0;

  [[nodiscard]] bool exact() const { return relative == 0 && ulps == 0; }
};
[[nodiscard]] bool close(double x, double y, const Tolerance&);
/// Values are, where they are equal but for reals that are close.
[[nodiscard]] bool close(const Value& k, const Value& k2, const Tolerance&);

/// Whether two states are equal up to a renaming of created entities where close reals count as equal; π, where they
/// are. Unknown also where reals lie so close that it is not settled which stands for which. Cost: as of
/// fast::renaming, and k log k.
[[nodiscard]] std::pair<Answer, fast::Images> renaming(const State& expected, const State& found, const Tolerance&);

}  // namespace coreecs
