/// Order ideals: sets that have with each element all that comes before it, as has what is done at some moment.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

#include "interp/apps/order/composition.hpp"

namespace coreecs {

/// How many there are of something: between these, both included.
struct Bounds {
  boost::multiprecision::cpp_int least, most;

  [[nodiscard]] bool exact() const { return least == most; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// "12", "7.81e154" where it is long, or "between 3 and 7.81e154".
[[nodiscard]] std::string show(const Bounds& bounds);

/// Called for each ideal, by what may take long. It may throw, to end that.
using Poll = void (*)();
inline void no_poll() {}

/// All order ideals of an order, and how each grows by an element.
struct Ideals {
  struct Step {
    std::size_t element, to;
  };
  std::vector<Subset> sets;              ///< by their size: the empty one first, the one of all elements last
  std::vector<std::vector<Step>> steps;  ///< of each ideal, by the elements
};

/// How many order ideals are listed, unless told otherwise: those of a few hundred elements up to a width of about six.
constexpr std::size_t most_ideals = 200'000;

/// The order ideals, or nothing where there are more than `most`. Cost: n w / 64 for each ideal, at a width of w.
[[nodiscard]] std::optional<Ideals> ideals(const Dag& dag, std::size_t most = most_ideals, Poll poll = no_poll);

/// How many there are: exactly where each prime part of the order has at most `most`, else between bounds.
/// Cost: that of `composition`, `width` and `ideals` of the prime parts.
[[nodiscard]] Bounds count_ideals(const Dag& dag, std::size_t most = most_ideals, Poll poll = no_poll);

}  // namespace coreecs
