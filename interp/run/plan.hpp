/// A schedule prepared for running.
#pragma once

#include "semantics/order.hpp"

namespace coreecs {

/// The number of frames that matter in a run with this number of steps: after a frame without steps the state stays, so
/// later frames have none either.
[[nodiscard]] constexpr std::uint64_t frames_at_work(std::uint64_t frames, std::uint64_t steps) {
  return steps < frames ? steps + 1 : frames;
}

/// A schedule as a table, with facts that a run needs.
struct Plan {
  struct Needs {
    bool awaited = false;                       ///< the state after it is observed on the right of a ⨟
    std::size_t around = SeriesParallel::none;  ///< the innermost awaited ∥ around it
  };
  SeriesParallel z;
  std::vector<Needs> needs;  ///< by node
  /// If set, a run performs the invocations of po_c(z), whatever state it is in: runs are its linearizations.
  const PartialOrder* fixed = nullptr;

  /// Cost: the size of z. Refers to its systems.
  explicit Plan(const Schedule& z) : Plan(SeriesParallel(z)) {}
  /// Runs perform exactly these invocations. Refers to `po`.
  explicit Plan(const PartialOrder& po) : Plan(po.z) { fixed = &po; }

 private:
  explicit Plan(SeriesParallel table);
};

}  // namespace coreecs
