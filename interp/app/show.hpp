/// Apps for people to read, and what follows from them for programs.
#pragma once

#include <string>

#include "interp/app/app.hpp"

namespace coreecs::app {

/// Systems with what they declare; their order, without what follows; and the conflicts, with what comes first.
/// Precondition: the app was loaded, or built. Cost: that of `order` and `declared_conflicts`.
[[nodiscard]] std::string show(const App&);

/// { "app": name, "systems": [...], "order": [[before, after], ...], "conflicts": [{ "systems", "on", "why", "ordered",
/// "allowed" }, ...] }. Precondition and cost as above.
[[nodiscard]] std::string json(const App&);

}  // namespace coreecs::app
