/// Updates of one number, x ↦ min(hi, max(lo, x + d)), and whether they come to the same in whatever order.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/base/value.hpp"

namespace coreecs {

/// An update of a number: what is added to it, one after the other, and then its bounds.
template <class Number>
struct Move {
  std::vector<Number> added = {};
  std::optional<Number> lo = {}, hi = {};
  std::vector<Number> bounds = {};  ///< all that were given: of two zeros, either one may come out
};

/// A number that is there, and what is done to it.
template <class Number>
struct MovesOf {
  Number x;
  std::vector<Move<Number>> all = {};
};

/// [match/moves] Updates of a place where there is an int or a real. With D the sum of what one of them adds, they
/// commute, at whatever they meet in whatever order, where
///   1. none meets a bound: lo ≤ x + Σ{D < 0} and x + Σ{D > 0} ≤ hi. They come to x + ΣD;
///   2. all go down to the same: D ≤ 0 and the same lo, with x ≤ hi and lo ≤ hi, so that hi is not met.
///      max(lo, max(lo, x - m) - n) = max(lo, x - m - n), since lo - n ≤ lo. They come to max(lo, x + ΣD);
///   3. all go up to the same, likewise;
///   4. they add nothing, and a number is within all their bounds: max(lo, ...) ≤ min(hi, ...). They come to
///      min(hi, ..., max(lo, ..., x)); or
///   5. they are all the same, with lo ≤ hi;
/// and where no sum on the way can leave its type, or be rounded, and no zero has another sign. Nothing else is taken
/// to commute, though it may.
class Moves {
 public:
  /// What is there. Precondition: an int or a real.
  explicit Moves(const Value& x);

  /// An update as an Accumulation tells it: the list of its steps, or a number, which is no step.
  void take(const Value& told);
  /// Whether all that were taken come to the same, and do not fail, in whatever order. Cost: their sizes.
  [[nodiscard]] bool commute() const;

 private:
  std::variant<MovesOf<std::int64_t>, MovesOf<double>> of_;
  bool known_ = true;  ///< nothing is added behind a bound
};

}  // namespace coreecs
