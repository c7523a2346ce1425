/// An app as importers build it, name by name.
#pragma once

#include <unordered_map>

#include "interp/apps/importer/import.hpp"
#include "interp/apps/importer/unreadable.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::importer {

class Assembly {
 public:
  explicit Assembly(std::string name) { app_.name = std::move(name); }

  /// A new system. If its path is taken, it gets the next number.
  std::size_t add_system(const std::string& path);
  /// The system of this path, added if it is new.
  std::size_t system(const std::string& path);
  [[nodiscard]] std::optional<std::size_t> find_system(const std::string& path) const;
  /// A new set, mentioned there. If a set has its name, it gets the next number.
  std::size_t add_set(const std::string& name, const TextPosition& at);
  std::size_t set(const std::string& name, const TextPosition& at);
  [[nodiscard]] std::optional<std::size_t> find_set(const std::string& name) const;
  /// The component of this name, added if it is new. A known name keeps its kind.
  std::size_t component(const std::string& name, app::Component::Kind kind = app::Component::Kind::Component);
  /// What Bevy names: a component, or the event E of the resource Events<E> or Messages<E>, in which Bevy keeps it.
  std::size_t bevy_label(const std::string& name, app::Component::Kind kind = app::Component::Kind::Component);
  std::size_t stage(const std::string& name);

  /// A conflict of two systems. A known one gets more labels; one without labels is about the whole world.
  void conflict(std::size_t a, std::size_t b, app::Labels on);
  void warn(const TextPosition& at, std::string message) { warnings_.push_back({at, std::move(message)}); }

  [[nodiscard]] app::App& app() { return app_; }
  [[nodiscard]] app::Configuration& of(const app::Node& node) {
    return node.kind == app::Node::Kind::System ? app_.systems[node.position].configuration
                                                : app_.sets[node.position].configuration;
  }
  /// The finished app, in document order. Sets that have the name of a system get the next number, with a warning.
  /// An event keeps the name of its resource if something else has its own.
  [[nodiscard]] Imported done() &&;

 private:
  using Positions = std::unordered_map<std::string, std::size_t>;
  void rename_sets();
  void rename_events();

  app::App app_;
  std::vector<Warning> warnings_;
  Positions systems_, sets_, components_, stages_;
  std::vector<TextPosition> set_at_;
  Positions numbers_;                                       // the last number that a name got
  std::unordered_map<std::size_t, std::size_t> conflicts_;  // by a pair, as one number
};

/// The event E of which this is the path of the resource that has it in Bevy, Events<E> or Messages<E>. None if it is
/// something else.
[[nodiscard]] std::optional<std::string_view> event_of(std::string_view path);

/// Lines of a text, without their ends.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);

// The importers. They throw Unreadable, or a Problem.

[[nodiscard]] Imported import_bevy_dot(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_bevy_ambiguities(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_bevy_remote(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_csv(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_flecs(std::string_view text, const std::string& name);

/// Whether a text has a report of Bevy, some pairs of one, or the panic of a cycle. Cost: its length.
[[nodiscard]] bool is_bevy_report(std::string_view text);
/// Whether a text has a pipeline that Flecs logs. Cost: its length.
[[nodiscard]] bool is_flecs_log(std::string_view text);

}  // namespace coreecs::importer
