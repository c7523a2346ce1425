#include "interp/importer/import.hpp"

#include <stdexcept>

#include "interp/app/order.hpp"
#include "interp/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

Imported read(std::string_view text, From from, const std::string& name) {
  switch (from) {
    case From::BevyDot:
      return import_bevy_dot(text, name);
    case From::BevyAmbiguities:
      return import_bevy_ambiguities(text, name);
    case From::Csv:
      return import_csv(text, name);
    case From::Flecs:
      return import_flecs(text, name);
  }
  throw std::logic_error("no importer");
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

std::variant<Imported, Problem> import(std::string_view text, From from, const std::string& name) {
  try {
    Imported imported = read(text, from, name);
    const auto order = app::try_order(imported.app);
    if (const auto* circle = std::get_if<app::Circle>(&order))
      return Problem{"", "found constraints that go round in a circle: " + app::show(*circle, imported.app) +
                             "; expected an order"};
    return imported;
  } catch (const Unreadable& error) {
    return Problem{std::to_string(error.at.line) + ":" + std::to_string(error.at.column), error.message};
  }
}

std::optional<From> guess(std::string_view text) {
  if (has(text, "have indeterminate execution order")) return From::BevyAmbiguities;
  if (has(text, "schedule: threading") || has(text, "schedule\x1b[0m: threading") || has(text, "pipeline rebuild"))
    return From::Flecs;
  for (const std::string_view line : lines_of(text)) {
    std::string_view rest = trimmed(line);
    if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest = trimmed(rest.substr(3));
    if (rest.empty() || rest[0] == '#' || rest.substr(0, 2) == "//") continue;
    for (const std::string_view word : {"digraph", "graph", "strict", "/*"})
      if (rest.substr(0, word.size()) == word) return From::BevyDot;
    return rest.substr(0, 6) == "system" || has(rest, ",system") ? std::optional(From::Csv) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace coreecs::importer
