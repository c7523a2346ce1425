/// [triage/derive] An app from a program: a schedule of ∥ and ⨟ as an engine sees it.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::triage {

/// Each leaf of the schedule becomes a system with its body. Its access is that of the terms, owned or deferred as in
/// Table 2: components that a query has and the body replaces are written, and everything else is a command. A system
/// is after those that ⨟ puts right before it. A system without a term has unknown access. Cost: the leaves, squared.
[[nodiscard]] app::App app_of(const Program& program, const NamedSchedule& schedule);

}  // namespace coreecs::triage
