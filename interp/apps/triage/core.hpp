/// [triage/core] Core ECS from an app: a schedule of ∥ and ⨟ that keeps what the app says of its order.
#pragma once

#include "interp/apps/triage/series.hpp"
#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

struct Core {
  Program program;  ///< with one schedule, `main`
  /// What had to be ordered for the schedule to be safe on every state, none of which can be left out.
  std::vector<Edge> for_safety;
  /// What ∥ and ⨟ order besides, since the order is not series-parallel.
  std::vector<Edge> for_form;
  bool fewest =
      true;  ///< no series-parallel order that keeps the constraints, with those for safety, orders fewer pairs
  std::vector<std::size_t> concurrent;  ///< systems whose matches may be performed at the same time: conc, not seq
};

/// What systems may see of each other where they are concurrent.
enum class Visibility {
  Snapshot,  ///< nothing, as in the calculus
  Shared,    ///< what is there, as in engines
};

/// The schedule of ∥ and ⨟ that is safe on every state, and under shared visibility free of races too if that is asked
/// for. Preconditions: all systems have bodies. Cost: n² for n systems, and the static report for each edge that is
/// tried.
[[nodiscard]] Core core(const Setting& setting, Visibility visibility);

}  // namespace coreecs::triage
