#include "interp/check/decide/match_moves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "semantics/grammar.hpp"

namespace coreecs {

namespace {

/// Checks by their sizes that every sum of some integers is an integer of 64 bits.
class IntSizes {
 public:
  using Size = std::uint64_t;
  void note(std::int64_t) {}
  [[nodiscard]] static Size of(std::int64_t n) {
    return n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
  }
  [[nodiscard]] static Size together(Size a, Size b) { return a <= none - b ? a + b : none; }
  [[nodiscard]] static bool fit(Size size) { return size <= std::numeric_limits<std::int64_t>::max(); }

 private:
  static constexpr Size none = std::numeric_limits<Size>::max();
};

/// Checks by their sizes that every sum of some reals is a double: they are multiples of the lowest bit of all that are
/// noted, less than 2⁵³ times that bit, and finite.
class RealSizes {
 public:
  using Size = double;
  void note(double x) {
    if (x == 0) return;
    int exponent = 0;
    auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
    for (exponent -= 53; digits % 2 == 0; digits /= 2) ++exponent;
    lowest_ = std::min(lowest_, exponent);
  }
  [[nodiscard]] Size of(double x) const { return x == 0 ? 0 : std::ldexp(std::fabs(x), -lowest_); }
  [[nodiscard]] static Size together(Size a, Size b) { return a + b; }
  [[nodiscard]] bool fit(Size size) const {
    return size < 9007199254740992 && std::isfinite(std::ldexp(size, lowest_));
  }

 private:
  int lowest_ = std::numeric_limits<int>::max();
};

bool is_minus_zero(double x) { return x == 0 && std::signbit(x); }
bool is_minus_zero(std::int64_t) { return false; }
bool is_plus_zero(double x) { return x == 0 && !std::signbit(x); }
bool is_plus_zero(std::int64_t) { return false; }

/// Several updates of a number, with the sum of what each adds.
template <class Number, class Sizes>
class Together {
 public:
  Together(Number x, const std::vector<Move<Number>>& all) : x_(x) {
    note(x);
    for (const Move<Number>& move : all) {
      for (const Number d : move.added) sizes_.note(d);
      for (const Number bound : move.bounds) note(bound);
    }
    for (const Move<Number>& move : all) add(move);
  }

  [[nodiscard]] bool commute() const {
    if (!sizes_.fit(largest_)) return false;
    if (!bounded_) return fit(sizes_.of(x_), sum_);
    if (minus_ && (plus_ || adds_)) return false;
    return meet_none() || go_down() || go_up() || stay() || are_same();
  }

 private:
  using Size = typename Sizes::Size;
  struct Sum {
    Number d;
    std::optional<Number> lo, hi;
    friend bool operator==(const Sum&, const Sum&) = default;
  };

  /// Equal numbers must be the same: no zero may get another sign. A sum is -0.0 only if all its terms are.
  void note(Number x) {
    sizes_.note(x);
    plus_ = plus_ || is_plus_zero(x);
    minus_ = minus_ || is_minus_zero(x);
  }
  void add(const Move<Number>& move) {
    Size size = 0;
    for (const Number d : move.added) size = Sizes::together(size, sizes_.of(d));
    largest_ = std::max(largest_, size);
    sum_ = Sizes::together(sum_, size);
    if (!sizes_.fit(size)) return;
    adds_ = adds_ || !move.added.empty();
    Sum sum{0, move.lo, move.hi};
    for (const Number d : move.added) sum.d += d;
    bounded_ = bounded_ || sum.lo || sum.hi;
    if (sum.d != 0 || sum.lo || sum.hi) all_.push_back(sum);
  }
  [[nodiscard]] bool fit(Size a, Size b) const { return sizes_.fit(Sizes::together(a, b)); }

  template <class Holds>
  [[nodiscard]] bool each(const Holds& holds) const {
    return std::all_of(all_.begin(), all_.end(), holds);
  }

  // 1.
  [[nodiscard]] bool meet_none() const {
    if (!fit(sizes_.of(x_), sum_)) return false;
    Number least = x_, greatest = x_;
    for (const Sum& sum : all_) (sum.d < 0 ? least : greatest) += sum.d;
    return each([&](const Sum& sum) { return !(sum.lo && least < *sum.lo) && !(sum.hi && *sum.hi < greatest); });
  }
  // 2.
  [[nodiscard]] bool go_down() const {
    const std::optional<Number> lo = all_.front().lo;
    return lo && fit(std::max(sizes_.of(x_), sizes_.of(*lo)), largest_) &&
           each([&](const Sum& sum) { return sum.d <= 0 && sum.lo == lo && !(sum.hi && *sum.hi < std::max(x_, *lo)); });
  }
  // 3.
  [[nodiscard]] bool go_up() const {
    const std::optional<Number> hi = all_.front().hi;
    return hi && fit(std::max(sizes_.of(x_), sizes_.of(*hi)), largest_) &&
           each([&](const Sum& sum) { return sum.d >= 0 && sum.hi == hi && !(sum.lo && std::min(x_, *hi) < *sum.lo); });
  }
  // 4.
  [[nodiscard]] bool stay() const {
    std::optional<Number> lo, hi;
    for (const Sum& sum : all_) {
      if (sum.lo) lo = lo ? std::max(*lo, *sum.lo) : *sum.lo;
      if (sum.hi) hi = hi ? std::min(*hi, *sum.hi) : *sum.hi;
    }
    return sum_ == 0 && !(lo && hi && *hi < *lo);
  }
  // 5. If the bounds are in the wrong order, the one that is applied last wins.
  [[nodiscard]] bool are_same() const {
    const auto& [d, lo, hi] = all_.front();
    Size size = sizes_.of(x_);
    for (const auto& bound : {lo, hi})
      if (bound) size = std::max(size, sizes_.of(*bound));
    return fit(size, sum_) && !(lo && hi && *hi < *lo) && each([&](const Sum& sum) { return sum == all_.front(); });
  }

  Number x_;
  Sizes sizes_;
  std::vector<Sum> all_;  ///< without those that do nothing
  Size largest_ = 0, sum_ = 0;
  bool bounded_ = false, adds_ = false, plus_ = false, minus_ = false;
};

}  // namespace

Moves::Moves(const Value& x) : of_(MovesOf<std::int64_t>{0}) {
  if (const auto* n = std::get_if<std::int64_t>(&x.sum()))
    of_ = MovesOf<std::int64_t>{*n};
  else
    of_ = MovesOf<double>{x.as<double>()};
}

void Moves::take(const std::vector<MoveStep>& update) {
  const auto taken = [&](auto& of) {
    using Number = decltype(of.x);
    Move<Number> move;
    for (const MoveStep& step : update)
      for (const Value& operand : step.operands) {
        const Number d = operand.as<Number>();
        if (step.how != MoveStep::Add) move.bounds.push_back(d);
        switch (step.how) {
          case MoveStep::Add:
            known_ = known_ && !move.lo && !move.hi;
            move.added.push_back(d);
            break;
          case MoveStep::AtLeast:
            move.lo = move.lo ? std::max(*move.lo, d) : d;
            break;
          case MoveStep::AtMost:
            move.hi = move.hi ? std::min(*move.hi, d) : d;
            break;
        }
      }
    of.all.push_back(std::move(move));
  };
  std::visit(taken, of_);
}

bool Moves::commute() const {
  return known_ && std::visit(Clauses{[](const MovesOf<std::int64_t>& of) {
                                        return Together<std::int64_t, IntSizes>(of.x, of.all).commute();
                                      },
                                      [](const MovesOf<double>& of) {
                                        return Together<double, RealSizes>(of.x, of.all).commute();
                                      }},
                              of_);
}

}  // namespace coreecs
