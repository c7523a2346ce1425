/// Linear extensions: total orders of the elements that keep the partial order.
#pragma once

#include <cstdint>
#include <functional>

#include "interp/apps/order/ideals.hpp"

namespace coreecs {

using Extension = std::vector<std::size_t>;

/// The number of linear extensions: exact if each prime part of the order has at most `most` order ideals, else bounds.
/// Cost: that of `count_ideals`, and n² multiplications.
[[nodiscard]] Bounds count_extensions(const Dag& dag, std::size_t most = most_ideals, Poll poll = no_poll);

/// Draws linear extensions, each equally likely.
class ExtensionSampler {
 public:
  /// Yields 64 random bits at each call.
  using Bits = std::function<std::uint64_t()>;

  /// Nothing if a prime part has more order ideals than `most`. Cost: that of `count_extensions`.
  [[nodiscard]] static std::optional<ExtensionSampler> of(const Dag& dag, std::size_t most = most_ideals);
  /// Cost: n² for an order without prime parts. A prime part costs the steps of one order ideal for each of its
  /// elements.
  [[nodiscard]] Extension operator()(const Bits& bits) const;

 private:
  struct Part {
    Composition::Kind kind;
    std::vector<std::size_t> elements;
    std::vector<Part> parts;
    Ideals ideals;                                            ///< of a prime part
    std::vector<boost::multiprecision::cpp_int> completions;  ///< by order ideal: in how many ways it can grow to all
                                                              ///< elements
  };
  Part whole_;

  explicit ExtensionSampler(Part whole) : whole_(std::move(whole)) {}
  static bool build(const Dag& dag, const Composition& from, std::size_t most, Part& part);
  static Extension draw(const Part& part, const Bits& bits);
};

}  // namespace coreecs
