/// Order ideals: sets that contain, with each element, all elements before it. The work done at any moment is one.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

#include "interp/apps/order/composition.hpp"

namespace coreecs {

/// A lower and an upper bound of a number, both inclusive.
struct Bounds {
  boost::multiprecision::cpp_int least, most;

  [[nodiscard]] bool exact() const { return least == most; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// "12", "7.81e154" for a long number, or "between 3 and 7.81e154".
[[nodiscard]] std::string show(const Bounds& bounds);

/// Called for each ideal during long searches. It may throw to stop one.
using Poll = void (*)();
inline void no_poll() {}

/// All order ideals of an order, and how each grows by one element.
struct Ideals {
  struct Step {
    std::size_t element, to;
  };
  std::vector<Subset> sets;              ///< by size: from the empty one to that of all elements
  std::vector<std::vector<Step>> steps;  ///< of each ideal, by element
};

/// The default limit on listed order ideals: enough for a few hundred elements at a width of about six.
constexpr std::size_t most_ideals = 200'000;

/// The order ideals, or nothing if there are more than `most`. Cost: n w / 64 for each ideal, at a width of w.
[[nodiscard]] std::optional<Ideals> ideals(const Dag& dag, std::size_t most = most_ideals, Poll poll = no_poll);

/// The number of order ideals: exact if each prime part of the order has at most `most`, else bounds. Cost: that of
/// `composition`, `width` and `ideals` of the prime parts.
[[nodiscard]] Bounds count_ideals(const Dag& dag, std::size_t most = most_ideals, Poll poll = no_poll);

}  // namespace coreecs
