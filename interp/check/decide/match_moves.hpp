/// Updates of one number, x ↦ min(hi, max(lo, x + d)), and whether their order matters.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "interp/language/program/accumulation.hpp"

namespace coreecs {

/// An update of a number: what it adds, in order, and then its bounds.
template <class Number>
struct Move {
  std::vector<Number> added = {};
  std::optional<Number> lo = {}, hi = {};
  std::vector<Number> bounds = {};  ///< all bounds that were given: of two zeros, either one may be the result
};

/// A number, and its updates.
template <class Number>
struct MovesOf {
  Number x;
  std::vector<Move<Number>> all = {};
};

/// [match/moves] Updates of a location that has an int or a real. Let D be the sum of what an update adds. Updates
/// commute, at any number and in any order, if
///   1. none reaches a bound: lo ≤ x + Σ{D < 0} and x + Σ{D > 0} ≤ hi. They give x + ΣD;
///   2. all go down to the same bound: D ≤ 0 and the same lo, with x ≤ hi and lo ≤ hi, so that they do not reach hi.
///      max(lo, max(lo, x - m) - n) = max(lo, x - m - n), since lo - n ≤ lo. They give max(lo, x + ΣD);
///   3. all go up to the same bound, likewise;
///   4. they add nothing, and a number is within all their bounds: max(lo, ...) ≤ min(hi, ...). They give
///      min(hi, ..., max(lo, ..., x)); or
///   5. they are all the same, with lo ≤ hi;
/// and if no sum on the way can leave its type, or be rounded, and no zero has another sign. Other updates may commute,
/// too, but do not count as such.
class Moves {
 public:
  /// With the number at the location. Precondition: an int or a real.
  explicit Moves(const Value& x);

  /// Adds an update.
  void take(const std::vector<MoveStep>& update);
  /// Whether the updates give the same in any order, and none fails. Cost: their sizes.
  [[nodiscard]] bool commute() const;

 private:
  std::variant<MovesOf<std::int64_t>, MovesOf<double>> of_;
  bool known_ = true;  ///< nothing is added after a bound
};

}  // namespace coreecs
