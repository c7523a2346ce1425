/// The linearizations of po_c(z) (§4.1), listed one after the other: `props` says that they are those that
/// semantics/linearization.hpp enumerates.
#pragma once

#include "semantics/linearization.hpp"

namespace coreecs::fast {

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
  std::vector<std::size_t> leaf_;     // of each invocation
  std::vector<std::size_t> missing_;  // in each node, how many invocations are not placed
  std::vector<bool> placed_;
  Linearization order_;
  bool started_ = false;
};

}  // namespace coreecs::fast
