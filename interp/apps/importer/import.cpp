#include "interp/apps/importer/import.hpp"

#include <algorithm>
#include <stdexcept>

#include "interp/apps/app/order.hpp"
#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

Imported read(std::string_view text, From from, const std::string& name) {
  switch (from) {
    case From::BevyDot:
      return import_bevy_dot(text, name);
    case From::BevyAmbiguities:
      return import_bevy_ambiguities(text, name);
    case From::BevyRemote:
      return import_bevy_remote(text, name);
    case From::Csv:
      return import_csv(text, name);
    case From::Flecs:
      return import_flecs(text, name);
  }
  throw std::logic_error("no importer");
}

/// The number of bytes of the UTF-8 character at the start of a text; 0 if it has none.
std::size_t bytes_of_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  for (std::size_t k = 1; k < bytes; ++k)
    if ((byte(k) & 0xC0) != 0x80) return 0;
  const bool shorter = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool none = (first == 0xED && byte(1) >= 0xA0) || (first == 0xF4 && byte(1) >= 0x90);
  return shorter || none ? 0 : bytes;
}

/// Rejects text that is not UTF-8: an app cannot hold such names.
void check_utf8(std::string_view text) {
  TextPosition at;
  for (std::size_t k = 0, bytes = 0; k < text.size(); k += bytes, at.column += bytes) {
    bytes = bytes_of_character(text.substr(k));
    if (bytes == 0) {
      constexpr char digits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(text[k]);
      throw Unreadable{at, std::string("found the byte 0x") + digits[byte >> 4] + digits[byte & 15] +
                               ", which is not UTF-8; expected a text in UTF-8"};
    }
    if (text[k] == '\n') at = {at.line + 1, 0};
  }
}

/// Whether an app has constraints that can form a cycle.
bool has_constraints(const app::App& app) {
  const auto any = [](const auto& all) {
    return std::any_of(all.begin(), all.end(), [](const auto& one) {
      return !one.configuration.before.empty() || !one.configuration.after.empty();
    });
  };
  return !app.chains.empty() || any(app.systems) || any(app.sets);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
bool has_any(std::string_view text, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view key) { return has(text, '"' + std::string(key) + '"'); });
}
bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

std::variant<Imported, Problem> import(std::string_view text, From from, const std::string& name) {
  try {
    check_utf8(text);
    Imported imported = read(text, from, name);
    if (!has_constraints(imported.app)) return imported;
    const auto order = app::try_order(imported.app);
    if (const auto* circle = std::get_if<app::Circle>(&order))
      return Problem{"", "the constraints form a cycle: " + app::show(*circle, imported.app) + "; expected an order"};
    return imported;
  } catch (const Problem& problem) {
    return problem;
  } catch (const Unreadable& error) {
    return Problem{std::to_string(error.at.line) + ":" + std::to_string(error.at.column), error.message};
  }
}

std::optional<From> guess(std::string_view text) {
  if (is_bevy_report(text)) return From::BevyAmbiguities;
  if (is_flecs_log(text)) return From::Flecs;
  if (is_json(text))
    return has_any(text, {"schedule_data", "system_sets", "systemsets"}) ? std::optional(From::BevyRemote)
                                                                         : std::nullopt;
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

bool is_trace(std::string_view text) {
  const auto has = [&](std::string_view member) { return has_any(text, {member}); };
  return is_json(text) && has("ph") && has("ts") && !has("otherData");  // coreecs run --trace writes that
}

}  // namespace coreecs::importer
