/// [triage/proved] Obstacles that a solver shows to be none, on any state (specs/explanation/triage.md).
#pragma once

#include "interp/apps/triage/interference.hpp"
#include "interp/apps/triage/setting.hpp"

namespace coreecs::triage {

/// Replaces obstacles between systems with bodies by the argument that the order makes no difference, where that is
/// proved within limits. Without a solver, it does nothing. Cost: some milliseconds for each kind of obstacle of a
/// pair, up to some seconds.
void prove(std::vector<Interference>& all, const Setting& setting);

}  // namespace coreecs::triage
