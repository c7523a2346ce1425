/// The names that a document of the archetype calculus may use, and readers for components and entities.
#pragma once

#include <functional>
#include <unordered_map>

#include "interp/archetypes/archetype/program.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::archetype {

/// The names that the parts of a program may use.
struct Vocabulary {
  const Schema* schema = nullptr;
  std::vector<std::string_view> component_names;
  std::unordered_map<std::string_view, Label> labels;
  bool knows_components = true;  ///< false: every name of a component is accepted
  std::vector<std::string_view> entity_names;
  std::unordered_map<std::string_view, Entity> entities;
  bool knows_entities = true;

  /// A component; nothing after a problem has been reported.
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, const Json& name) const;
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, std::string_view name) const;
};

[[nodiscard]] std::vector<std::string_view> field_names(const CType&);
/// The position of the field with this name, if it exists.
[[nodiscard]] std::optional<std::size_t> position_of_field(const CType&, std::string_view name);
/// { "x": int, "y": real } for messages; {} for a tag.
[[nodiscard]] std::string fields_of(const CType&);

/// Reads the fields of a component, each by `read(place, json, k)`, and reports other keys. Whether all are present.
[[nodiscard]] bool read_fields(Problems&, const Place&, const Json::Object&, const CType&,
                               const std::function<void(const Place&, const Json&, std::size_t)>& read);
/// A component of an entity, { "x": 1, "y": 0.5 }; nothing after a problem has been reported.
[[nodiscard]] std::optional<Value> read_component(Problems&, const Place&, const Json&, const CType&);
/// The components of an entity. Reports a wrong one, and leaves it out.
[[nodiscard]] std::vector<std::pair<Label, Value>> read_entity(Problems&, const Place&, const Json&, const Vocabulary&);

/// The position of a name among these; nothing after a problem has been reported.
[[nodiscard]] std::optional<std::size_t> one_of_names(Problems&, const Place&, const Json&, std::string_view kind,
                                                      const std::vector<std::string_view>& known);

}  // namespace coreecs::archetype
