/// [triage/derive] An app from a program: what a schedule of ∥ and ⨟ is for an engine.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::triage {

/// Each leaf of the schedule a system, with its body, and with the access that its terms have, owned or deferred as in
/// Table 2: what a query has and the body replaces is written, and everything else is a command. A system is after
/// those that ⨟ puts right before it. Of a system that is no term, nothing is known of what it accesses. Cost: the
/// leaves, squared.
[[nodiscard]] app::App app_of(const Program& program, const NamedSchedule& schedule);

}  // namespace coreecs::triage
