/// An app as importers put it together, name by name.
#pragma once

#include <unordered_map>

#include "interp/apps/importer/import.hpp"
#include "interp/apps/importer/unreadable.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::importer {

class Assembly {
 public:
  explicit Assembly(std::string name) { app_.name = std::move(name); }

  /// A new system. Where its path is taken, it gets the next number.
  std::size_t add_system(const std::string& path);
  /// The system of this path, which is added where there is none.
  std::size_t system(const std::string& path);
  [[nodiscard]] std::optional<std::size_t> find_system(const std::string& path) const;
  /// A new set. Where its name is taken, also by a system, it gets the next number.
  std::size_t add_set(const std::string& name);
  std::size_t set(const std::string& name);
  [[nodiscard]] std::optional<std::size_t> find_set(const std::string& name) const;
  /// A component of this name, which is added where there is none. Of a name that is one of the other kind it is that.
  std::size_t component(const std::string& name, app::Component::Kind kind = app::Component::Kind::Component);
  std::size_t stage(const std::string& name);

  /// A conflict of two systems. One that is known gets more labels; without labels it is about the whole world.
  void conflict(std::size_t a, std::size_t b, app::Labels on);
  void warn(const TextPosition& at, std::string message) { warnings_.push_back({at, std::move(message)}); }

  [[nodiscard]] app::App& app() { return app_; }
  [[nodiscard]] app::Configuration& of(const app::Node& node) {
    return node.kind == app::Node::Kind::System ? app_.systems[node.position].configuration
                                                : app_.sets[node.position].configuration;
  }
  /// All of it, in the order in which apps have it.
  [[nodiscard]] Imported done() &&;

 private:
  [[nodiscard]] std::string free_name(const std::string& name) const;

  app::App app_;
  std::vector<Warning> warnings_;
  std::unordered_map<std::string, std::size_t> systems_, sets_, components_, stages_;
  std::unordered_map<std::size_t, std::size_t> conflicts_;  // by a pair, as one number
};

/// Lines of a text, without their ends.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);

// The importers. They throw Unreadable.

[[nodiscard]] Imported import_bevy_dot(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_bevy_ambiguities(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_csv(std::string_view text, const std::string& name);
[[nodiscard]] Imported import_flecs(std::string_view text, const std::string& name);

}  // namespace coreecs::importer
