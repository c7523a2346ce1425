/// Apps for people to read, and what follows from them for programs.
#pragma once

#include <string>

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// How many order ideals are looked at to count orders, unless told otherwise: those of 300 systems in a second.
constexpr std::size_t some_ideals = 20'000;

/// Systems with what they declare; their order, without what follows, and in how many orders they can come; and the
/// conflicts, with what comes first. Precondition: the app was loaded, or built. Cost: that of `order`,
/// `declared_conflicts`, `count_extensions` and `count_ideals`.
[[nodiscard]] std::string show(const App&, std::size_t most_ideals = some_ideals);

/// { "app": name, "systems": [...], "order": [[before, after], ...], "orders": { "least", "most" }, "ideals": {
/// "least", "most" }, "width", "conflicts": [{ "systems", "on", "why", "ordered", "allowed" }, ...] }. Precondition and
/// cost as above.
[[nodiscard]] std::string json(const App&, std::size_t most_ideals = some_ideals);

}  // namespace coreecs::app
