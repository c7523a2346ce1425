/// [triage/core] Core ECS from an app: a schedule of ∥ and ⨟ that keeps the app's order.
#pragma once

#include "interp/apps/triage/series.hpp"
#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

struct Core {
  Program program;  ///< with one schedule, `main`
  /// Edges added to make the schedule safe on every state; none can be left out.
  std::vector<Edge> for_safety;
  /// Further pairs that ∥ and ⨟ order because the order is not series-parallel.
  std::vector<Edge> for_form;
  bool fewest =
      true;  ///< no series-parallel order that keeps the constraints, with those for safety, orders fewer pairs
  std::vector<std::size_t> concurrent;  ///< systems performed by conc instead of seq: their matches may overlap
};

/// Which changes of concurrent systems a system may observe.
enum class Visibility {
  Snapshot,  ///< none, as in the calculus
  Shared,    ///< all, as in engines
};

/// The schedule of ∥ and ⨟ that is safe on every state. Under shared visibility it is also free of races.
/// Preconditions: all systems have bodies. Cost: n² for n systems, and the static report for each edge that is tried.
[[nodiscard]] Core core(const Setting& setting, Visibility visibility);

}  // namespace coreecs::triage
