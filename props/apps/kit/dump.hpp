/// Schedules in DOT as bevy_mod_debugdump writes them: https://github.com/jakobhellermann/bevy_mod_debugdump.
#pragma once

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// How a version spells the keys of systems and sets in the names of nodes: "System(3)", "System(SystemKey(3v1))".
enum class DumpKeys { Plain, Versioned };

/// The app's systems, sets, order and ambiguities. Precondition: no constraints go round in a circle.
[[nodiscard]] std::string bevy_dump(const App&, DumpKeys keys);

}  // namespace coreecs::app
