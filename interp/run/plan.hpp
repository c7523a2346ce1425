/// A schedule that is to be run.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// Of the frames of a run of so many steps, as many as matter: after a frame without a step there are none with steps,
/// for they observe the same.
[[nodiscard]] constexpr std::uint64_t frames_at_work(std::uint64_t frames, std::uint64_t steps) {
  return steps < frames ? steps + 1 : frames;
}

/// A schedule as a table, with what a run needs to know of it.
struct Plan {
  struct Needs {
    bool awaited = false;                       ///< whether the state after it is observed on the right of a ⨟
    std::size_t around = SeriesParallel::none;  ///< the innermost awaited ∥ around it
  };
  SeriesParallel z;
  std::vector<Needs> needs;  ///< of each node
  /// Where there is one, what is performed is po_c(z), whatever state is observed: runs are its linearizations.
  const PartialOrder* fixed = nullptr;

  /// Cost: the size of z. Refers to its systems.
  explicit Plan(const Schedule& z) : Plan(SeriesParallel(z)) {}
  /// A run of the same schedule that performs these invocations. Refers to `po`.
  explicit Plan(const PartialOrder& po) : Plan(po.z) { fixed = &po; }

 private:
  explicit Plan(SeriesParallel table);
};

}  // namespace coreecs
