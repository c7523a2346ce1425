#include "interp/archetypes/archetype/vocabulary.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/format/vocabulary.hpp"

namespace coreecs::archetype {

namespace {

Type type_of_field(Primitive P) {
  switch (P) {
    case Primitive::Bool:
      return Type::Kind::Bool;
    case Primitive::Int:
      return Type::Kind::Int;
    case Primitive::Float:
      return Type::Kind::Real;
    case Primitive::Text:
      return Type::Kind::Text;
  }
  return {};
}

}  // namespace

std::optional<Label> Vocabulary::label(Problems& problems, const Place& place, std::string_view name) const {
  const auto found = labels.find(name);
  if (found != labels.end()) return found->second;
  if (knows_components) problems.report_unknown(place, "component", name, component_names);
  return std::nullopt;
}

std::optional<Label> Vocabulary::label(Problems& problems, const Place& place, const Json& name) const {
  if (const auto* text = name.as<std::string_view>()) return label(problems, place, *text);
  expected(problems, place, name, "the name of a component");
  return std::nullopt;
}

std::vector<std::string_view> field_names(const CType& C) {
  std::vector<std::string_view> names;
  for (const CType::Field& field : C.fields) names.push_back(field.name);
  return names;
}

std::optional<std::size_t> position_of_field(const CType& C, std::string_view name) {
  for (std::size_t k = 0; k < C.fields.size(); ++k)
    if (C.fields[k].name == name) return k;
  return std::nullopt;
}

bool read_fields(Problems& problems, const Place& place, const Json::Object& members, const CType& C,
                 const std::function<void(const Place&, const Json&, std::size_t)>& read) {
  bool complete = true;
  for (const CType::Field& field : C.fields)
    if (!find(members, field.name)) {
      problems.report(place,
                      "missing field " + in_quotes(field.name) + "; expected " + std::string(type_name(field.type)));
      complete = false;
    }
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Place here = place.member(members[k].key, k);
    if (const auto position = position_of_field(C, members[k].key)) {
      read(here, members[k].value, *position);
      continue;
    }
    complete = false;
    if (C.fields.empty())
      problems.report(here, "unknown field " + in_quotes(members[k].key) + "; " + C.name + " is a tag, which has none");
    else
      problems.report_unknown(here, "field", members[k].key, field_names(C));
  }
  return complete;
}

std::string fields_of(const CType& C) {
  std::string out = "{";
  for (const CType::Field& field : C.fields)
    out += (out.size() > 1 ? ", " : " ") + in_quotes(field.name) + ": " + std::string(type_name(field.type));
  return out + (out.size() > 1 ? " }" : "}");
}

std::optional<Value> read_component(Problems& problems, const Place& place, const Json& json, const CType& C) {
  const auto* members = json.as<Json::Object>();
  if (!members) {
    expected(problems, place, json, "the fields of " + C.name + ", " + fields_of(C));
    return std::nullopt;
  }
  std::vector<std::optional<Value>> fields(C.fields.size());
  const bool complete = read_fields(problems, place, *members, C, [&](const Place& here, const Json& j, std::size_t k) {
    fields[k] = read_value(problems, here, j, type_of_field(C.fields[k].type), {});
  });
  std::vector<Value> v;
  for (std::optional<Value>& field : fields)
    if (field) v.push_back(*std::move(field));
  return complete && v.size() == fields.size() ? std::optional<Value>(Record(v)) : std::nullopt;
}

std::vector<std::pair<Label, Value>> read_entity(Problems& problems, const Place& place, const Json& json,
                                                 const Vocabulary& vocabulary) {
  std::vector<std::pair<Label, Value>> components;
  const Json::Object* members = object(problems, place, json);
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Place here = place.member((*members)[k].key, k);
    const std::optional<Label> C = vocabulary.label(problems, here, (*members)[k].key);
    std::optional<Value> c =
        C ? read_component(problems, here, (*members)[k].value, (*vocabulary.schema)[*C]) : std::nullopt;
    if (c) components.emplace_back(*C, *std::move(c));
  }
  return components;
}

std::optional<std::size_t> one_of_names(Problems& problems, const Place& place, const Json& json, std::string_view kind,
                                        const std::vector<std::string_view>& known) {
  const auto* name = json.as<std::string_view>();
  if (!name) {
    expected(problems, place, json, one_of(known));
    return std::nullopt;
  }
  const auto found = std::find(known.begin(), known.end(), *name);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  problems.report_unknown(place, kind, *name, known);
  return std::nullopt;
}

}  // namespace coreecs::archetype
