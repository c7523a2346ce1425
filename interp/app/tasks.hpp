/// Apps as schedulers see them.
#pragma once

#include "interp/app/app.hpp"
#include "interp/schedulers/tasks.hpp"

namespace coreecs::app {

/// The systems as tasks, in the order of insertion: their order within stages, and the stages; conflicts as they declare
/// them, and which of them an allowance names; "main" is worker 0, other threads are numbered as they are mentioned. A
/// duration is the middle of what is declared, rounded; 1 where nothing is. Those who observe a system's commands are
/// the systems with a query that sees a component which it may insert, remove or spawn, or an entity that it may
/// destroy. Precondition: the app was loaded, or built. Cost: that of `order` and of `declared_conflicts`.
[[nodiscard]] schedulers::Tasks tasks(const App&);

}  // namespace coreecs::app
