/// Lists the linearizations of po_c(z) (§4.1) one by one. `props` checks them against semantics/linearization.hpp.
#pragma once

#include "semantics/linearization.hpp"

namespace coreecs::fast {

/// All linearizations of a partial order, in lexicographic order, the reference first. Only one is kept at a time.
///   for (Linearizations all(po); all.next();) use(all.current());
class Linearizations {
 public:
  /// `po` must outlive this.
  explicit Linearizations(const PartialOrder& po);
  /// Advances to the next linearization, at first to the first; false if there is none. Cost: the depth of the tree for
  /// each invocation whose place changes, and for each that could take the place of the first of them.
  bool next();
  [[nodiscard]] const Linearization& current() const { return order_; }

 private:
  [[nodiscard]] bool enabled(std::size_t u) const;
  void place(std::size_t u);
  void count(std::size_t u, bool placed);

  const PartialOrder& po_;
  std::vector<std::size_t> leaf_;     // of each invocation
  std::vector<std::size_t> missing_;  // in each node, the number of invocations not placed
  std::vector<bool> placed_;
  Linearization order_;
  bool started_ = false;
};

}  // namespace coreecs::fast
