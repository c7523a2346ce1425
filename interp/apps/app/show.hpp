/// Apps as text for people and as JSON for programs.
#pragma once

#include <string>

#include "interp/apps/app/app.hpp"

namespace coreecs::app {

/// The default limit on order ideals for counting orders: those of 300 systems take a second.
constexpr std::size_t some_ideals = 20'000;

/// Systems with what they declare, their order without implied edges, how many orders of all systems it allows, and the
/// conflicts with the order of each pair. Precondition: the app was loaded, or built. Cost: that of `order`,
/// `declared_conflicts`, `count_extensions` and `count_ideals`.
[[nodiscard]] std::string show(const App&, std::size_t most_ideals = some_ideals);

/// { "app": name, "systems": [...], "order": [[before, after], ...], "orders": { "least", "most" }, "ideals": {
/// "least", "most" }, "width", "conflicts": [{ "systems", "on", "why", "ordered", "allowed" }, ...] }. Precondition and
/// cost as above.
[[nodiscard]] std::string json(const App&, std::size_t most_ideals = some_ideals);

}  // namespace coreecs::app
