/// [triage/flow] In which direction data flows between two systems (specs/explanation/triage.md).
#pragma once

#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

/// Why a system should come before another one: the other one reads what it writes, or removes what it reads.
struct Flow {
  Label on = 0;          ///< a position in App::components
  bool removed = false;  ///< the later system removes it
};

/// Why `before` should come before `after`; nothing if there is no reason, or also one for the reverse. Cost: the
/// labels of both. What the run conditions of a system read counts, if `Setting::with_conditions` has its access.
[[nodiscard]] std::optional<Flow> flow(const Access& before, const Access& after);
/// The same for a constraint. A system of a block stands for the whole block there, unless both are in one block. What
/// run conditions read counts. Cost: the labels of each pair.
[[nodiscard]] std::optional<Flow> flow(const Setting& setting, const Edge& edge);

}  // namespace coreecs::triage
