/// What a document of the archetype calculus may name, and what is read by it: components with their fields, entities.
#pragma once

#include <functional>
#include <unordered_map>

#include "interp/archetypes/archetype/program.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::archetype {

/// What the parts of a program may name.
struct Vocabulary {
  const Schema* schema = nullptr;
  std::vector<std::string_view> component_names;
  std::unordered_map<std::string_view, Label> labels;
  bool knows_components = true;  ///< where not, every name of one is taken without complaint
  std::vector<std::string_view> entity_names;
  std::unordered_map<std::string_view, Entity> entities;
  bool knows_entities = true;

  /// A component, or nothing, and then it was reported.
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, const Json& name) const;
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, std::string_view name) const;
};

[[nodiscard]] std::vector<std::string_view> field_names(const CType&);
/// Which field of a component is called so, if one is.
[[nodiscard]] std::optional<std::size_t> position_of_field(const CType&, std::string_view name);
/// { "x": int, "y": real }, as messages have it, or {} of a tag.
[[nodiscard]] std::string fields_of(const CType&);

/// Reads the fields of a component, each by `read(place, json, k)`; the rest is reported. Whether all are there.
[[nodiscard]] bool read_fields(Problems&, const Place&, const Json::Object&, const CType&,
                               const std::function<void(const Place&, const Json&, std::size_t)>& read);
/// A component in an entity of the document: { "x": 1, "y": 0.5 }, or nothing, and then it was reported.
[[nodiscard]] std::optional<Value> read_component(Problems&, const Place&, const Json&, const CType&);
/// The components of an entity of the document; what is wrong with one is reported, and it is left out.
[[nodiscard]] std::vector<std::pair<Label, Value>> read_entity(Problems&, const Place&, const Json&, const Vocabulary&);

/// Which of these names it is, or nothing, and then it was reported.
[[nodiscard]] std::optional<std::size_t> one_of_names(Problems&, const Place&, const Json&, std::string_view kind,
                                                      const std::vector<std::string_view>& known);

}  // namespace coreecs::archetype
