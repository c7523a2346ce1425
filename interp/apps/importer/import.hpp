/// Apps from what engines write, and from tables (specs/guide/my-engines-schedule.md).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::importer {

enum class From {
  BevyDot,          ///< what bevy_mod_debugdump writes of a schedule, or any graph of systems in DOT
  BevyAmbiguities,  ///< what Bevy logs of pairs of systems with conflicting access and no order
  Csv,              ///< a table of systems and what they access
  Flecs             ///< what Flecs logs of a pipeline that it has rebuilt
};
struct NamedFrom {
  From from;
  std::string_view name;
};
inline constexpr NamedFrom all_from[] = {{From::BevyDot, "bevy-dot"},
                                         {From::BevyAmbiguities, "bevy-ambiguities"},
                                         {From::Csv, "csv"},
                                         {From::Flecs, "flecs"}};

/// Something that an app cannot say, or that was not understood, and what became of it.
struct Warning {
  TextPosition at;
  std::string message;
};

struct Imported {
  app::App app;
  std::vector<Warning> warnings;  ///< by where they are
};

/// [app/import] The app that a text tells of, under this name. Systems have their full path, as far as the text has it;
/// of several with one path the others are numbered: "path #2". Nothing that the text says of systems, sets, order and
/// conflicts is left out but with a warning. A text that cannot be read is a problem, with its line and column; so are
/// constraints that go round in a circle. Cost: the length of the text, and that of `app::order`.
[[nodiscard]] std::variant<Imported, Problem> import(std::string_view text, From from, const std::string& name);

/// What a text is, from its beginning and from what only one kind has; nothing where it is none of them.
[[nodiscard]] std::optional<From> guess(std::string_view text);

}  // namespace coreecs::importer
