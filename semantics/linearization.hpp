/// The linearizations of po_c(z) (§4.1): enumerated one by one, and counted.
#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "semantics/order.hpp"

namespace coreecs {

/// Invocations, by index, each once, in an order that respects ≤_z.
using Linearization = std::vector<std::size_t>;

/// All linearizations of a partial order, in lexicographic order, the reference first. Only one is kept at a time.
///   for (Linearizations all(po); all.next();) use(all.current());
class Linearizations {
 public:
  /// `po` must outlive this.
  explicit Linearizations(const PartialOrder& po);
  /// Goes on to the next (at first, the first) linearization; false when there is none. Cost: the depth of the tree
  /// for each invocation whose place changes, and for each that could take the place of the first of them.
  bool next();
  [[nodiscard]] const Linearization& current() const { return order_; }

 private:
  [[nodiscard]] bool enabled(std::size_t u) const;
  void place(std::size_t u);
  void count(std::size_t u, bool placed);

  const PartialOrder& po_;
  std::vector<std::size_t> parent_;   // of each node
  std::vector<std::size_t> leaf_;     // of each invocation
  std::vector<std::size_t> missing_;  // in each node, how many invocations are not placed
  std::vector<bool> placed_;
  Linearization order_;
  bool started_ = false;
};

/// The composite mutation f_1(r_1) • ... • f_n(r_n) of a linearization (§4.1). Cost: n.
[[nodiscard]] Mutation composite(const PartialOrder& po, const Linearization& order);

/// The number of linearizations, exactly. Cost: n multiplications of numbers as long as the result.
[[nodiscard]] boost::multiprecision::cpp_int linearizations(const PartialOrder& po);
/// The same to some 50 digits. Cost: n.
[[nodiscard]] boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po);

}  // namespace coreecs
