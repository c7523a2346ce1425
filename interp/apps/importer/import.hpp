/// Apps from the output of engines, and from tables (specs/guide/my-engines-schedule.md).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::importer {

enum class From {
  BevyDot,          ///< bevy_mod_debugdump's output for a schedule, or any graph of systems in DOT
  BevyAmbiguities,  ///< Bevy's log about pairs of systems with conflicting access and no order, and about cycles
  BevyRemote,       ///< answers of Bevy's remote protocol to schedule.graph
  Csv,              ///< a table of systems and their access
  Flecs             ///< Flecs' log of a pipeline that it has rebuilt
};
struct NamedFrom {
  From from;
  std::string_view name;
};
inline constexpr NamedFrom all_from[] = {{From::BevyDot, "bevy-dot"},
                                         {From::BevyAmbiguities, "bevy-ambiguities"},
                                         {From::BevyRemote, "bevy-remote"},
                                         {From::Csv, "csv"},
                                         {From::Flecs, "flecs"}};

/// Something that an app cannot express or that the importer did not understand, and what it did instead.
struct Warning {
  TextPosition at;
  std::string message;
};

struct Imported {
  app::App app;
  std::vector<Warning> warnings;  ///< by position
};

/// [app/import] The app that a text describes, under this name. Systems have their full path, as far as the text has
/// it; systems with the same path are numbered: "path #2". Every fact about systems, sets, order and conflicts is
/// either imported or left out with a warning. Several schedules that Bevy runs in a frame become one app, in Bevy's
/// order, where those of fixed steps are a block. A text that cannot be read is a problem, with its line and column; so
/// are an app without systems, and constraints that form a circle. Cost: the length of the text, and where it has
/// constraints that of `app::order`.
[[nodiscard]] std::variant<Imported, Problem> import(std::string_view text, From from, const std::string& name);

/// The kind of a text, by its beginning and by lines that only this kind has; nothing if it is none of them. Cost: its
/// length.
[[nodiscard]] std::optional<From> guess(std::string_view text);

/// Whether a text looks like a trace in Chrome's format: what was performed, which is checked against an app.
[[nodiscard]] bool is_trace(std::string_view text);

}  // namespace coreecs::importer
