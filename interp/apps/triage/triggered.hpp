/// [observer/static] What observers do where the changes of systems are applied, on every state
/// (specs/explanation/observers.md).
#pragma once

#include "interp/apps/triage/access.hpp"

namespace coreecs::triage {

/// Adds what another access does and observes, anywhere: observers run while the structure changes.
void add_all(Access& to, const Access& more);

/// Adds to the access of each system what the observers do that its changes may trigger, and those that the changes of
/// these may trigger. Precondition: it is that of the systems by themselves. Cost: systems times observers, times the
/// labels of both.
void add_triggered(std::vector<Access>& all, const app::App& app);

/// The access of each observer, with all that its own changes may trigger, as if it did everything at once. Cost: as
/// above.
[[nodiscard]] std::vector<Access> observer_accesses(const app::App& app);

}  // namespace coreecs::triage
