#include "interp/language/format/vocabulary.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_set>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"

namespace coreecs {

// Components (program format §2) ---------------------------------------------------------------------------

namespace {

/// The type of a record, with its fields ordered by name. So the order of their declaration does not matter.
Type record_type(std::vector<Type::Field> fields) {
  std::vector<std::size_t> by_name(fields.size()), declared(fields.size());
  std::iota(by_name.begin(), by_name.end(), std::size_t{0});
  std::sort(by_name.begin(), by_name.end(),
            [&](std::size_t a, std::size_t b) { return fields[a].name < fields[b].name; });
  std::vector<Type::Field> sorted;
  for (std::size_t k = 0; k < by_name.size(); ++k) {
    declared[by_name[k]] = k;
    sorted.push_back(std::move(fields[by_name[k]]));
  }
  Type type(std::move(sorted));
  type.declared = std::move(declared);
  return type;
}

constexpr std::size_t most_values = 1024;  // enumerations compare their texts one by one; lists have the same limit

/// {"enum": ["red", "blue"]}: all its texts.
std::optional<Type> read_enumeration(Problems& problems, const Place& place, const Json& json) {
  const Json::List* members = list(problems, place, json, "1 to 1,024 texts", 1, most_values);
  std::vector<std::string> texts;
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const auto* text = (*members)[k].as<std::string_view>();
    if (!text)
      expected(problems, place.element(k), (*members)[k], "text");
    else if (std::find(texts.begin(), texts.end(), *text) != texts.end())
      problems.report(place.element(k), "found " + in_quotes(*text) + " twice; expected each value once");
    else
      texts.emplace_back(*text);
  }
  if (!members || texts.size() < members->size()) return std::nullopt;
  return Type::enumeration(std::move(texts));
}

std::optional<Type> read_type(Problems& problems, const Place& place, const Json& json);

/// {"list": T, "most": 8}
std::optional<Type> read_list(Problems& problems, const Place& place, const Json::Object& members) {
  std::optional<Type> of;
  std::optional<std::size_t> most;
  check_keys(problems, place, members, {"list", "most"}, {});
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Place here = place.member(members[k].key, k);
    if (members[k].key == "list") of = read_type(problems, here, members[k].value);
    if (members[k].key != "most") continue;
    const auto n = *members[k].value.as<std::int64_t>();
    if (n >= 1 && n <= static_cast<std::int64_t>(most_values))
      most = static_cast<std::size_t>(n);
    else
      problems.report(here, "found " + std::to_string(n) + "; expected an integer from 1 to 1024");
  }
  return of && most ? std::optional(Type::list(std::move(*of), *most)) : std::nullopt;
}

/// A component type; none if it is invalid, which is reported.
std::optional<Type> read_type(Problems& problems, const Place& place, const Json& json) {
  static const std::vector<std::pair<std::string_view, Type::Kind>> kinds = {
      {"unit", Type::Kind::Unit}, {"bool", Type::Kind::Bool}, {"int", Type::Kind::Int},
      {"real", Type::Kind::Real}, {"text", Type::Kind::Text}, {"entity", Type::Kind::Entity}};
  if (const auto* name = json.as<std::string_view>()) {
    std::vector<std::string_view> known;
    for (const auto& [kind_name, kind] : kinds) {
      if (*name == kind_name) return Type(kind);
      known.push_back(kind_name);
    }
    problems.report_unknown(place, "type", *name, known);
    problems.advise(instead::of_type(*name));
    return std::nullopt;
  }
  const auto* members = json.as<Json::Object>();
  if (!members) {
    expected(problems, place, json, "a type: unit, bool, int, real, text, entity, or an object of fields");
    if (json.as<Json::List>()) problems.advise(instead::of_type("list"));
    return std::nullopt;
  }
  if (members->size() == 1 && (*members)[0].key == "enum" && (*members)[0].value.as<Json::List>())
    return read_enumeration(problems, place.member("enum", 0), (*members)[0].value);
  const Json::Member* most = find(*members, "most");
  if (most && most->value.as<std::int64_t>()) return read_list(problems, place, *members);
  if (!named_members(problems, place, json)) return std::nullopt;
  std::vector<Type::Field> fields;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& field = (*members)[k];
    if (std::optional<Type> type = read_type(problems, place.member(field.key, k), field.value))
      fields.push_back({std::string(field.key), std::move(*type)});
  }
  if (fields.size() < members->size()) return std::nullopt;
  return record_type(std::move(fields));
}

}  // namespace

void Vocabulary::read_components(Problems& problems, const Place& place, const Json* json) {
  const Json::Object* members =
      json ? named_members(problems, place, *json, R"(write { "Pos": "int" }: each component has a type)") : nullptr;
  if (!members) return;
  knows_components_ = true;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& component = (*members)[k];
    labels_.emplace(component.key, static_cast<Label>(k));
    components_.push_back({component.key, read_type(problems, place.member(component.key, k), component.value)});
  }
}

Schema Vocabulary::schema() const {
  Schema schema;
  for (const Component& component : components_)
    schema.push_back({std::string(component.name), component.type.value_or(Type())});
  return schema;
}

TermType Vocabulary::type(std::optional<Label> i) const {
  return i && components_[*i].type ? TermType(*components_[*i].type) : TermType();
}

std::optional<Label> Vocabulary::label(Problems& problems, const Place& place, std::string_view name) const {
  if (const auto known = labels_.find(name); known != labels_.end()) return known->second;
  if (knows_components_) {
    std::vector<std::string_view> names;
    for (const Component& component : components_) names.push_back(component.name);
    problems.report_unknown(place, "component", name, names);
  }
  return std::nullopt;
}

std::optional<Label> Vocabulary::label(Problems& problems, const Place& place, const Json& name) const {
  if (const auto* text = name.as<std::string_view>()) return label(problems, place, *text);
  expected(problems, place, name, "a component");
  return std::nullopt;
}

// Entities and values --------------------------------------------------------------------------------------

void Vocabulary::set_entities(const std::vector<std::string>* entities) { entities_ = entities; }

std::optional<Entity> Vocabulary::owner(Label i) const {
  const auto found = owners_.find(i);
  return found == owners_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string_view> Vocabulary::resources() const {
  std::set<std::string_view> all;
  for (const auto& [i, e] : owners_) all.insert(entity_name(e));
  return {all.begin(), all.end()};
}

bool Vocabulary::is_resource(Entity e) const {
  return std::any_of(owners_.begin(), owners_.end(), [&](const auto& owned) { return owned.second == e; });
}

std::optional<Entity> Vocabulary::entity(std::string_view name) const {
  if (!entities_) return std::nullopt;
  if (numbers_.size() < entities_->size()) {
    numbers_.reserve(entities_->size());
    for (std::size_t k = 0; k < entities_->size(); ++k) numbers_.emplace((*entities_)[k], k);
  }
  const auto known = numbers_.find(name);
  return known == numbers_.end() ? std::nullopt : std::optional(Entity(known->second));
}

std::optional<Entity> Vocabulary::entity(Problems& problems, const Place& place, std::string_view name,
                                         Entities* stand_ins) const {
  if (!entities_) return std::nullopt;
  if (const std::optional<Entity> e = entity(name)) return e;
  if (stand_ins) {
    if (!names_) names_.emplace(*entities_);
    if (const std::optional<CreatedIndex> k = names_->created(std::string(name))) return stand_in(*k, *stand_ins);
  }
  const std::size_t listed = std::min(entities_->size(), std::max<std::size_t>(problems.patience(), 9));
  problems.report_unknown(place, "entity", name,
                          {entities_->begin(), entities_->begin() + static_cast<std::ptrdiff_t>(listed)});
  return std::nullopt;
}

namespace {

/// Advice for a value that is not of the type.
std::string advice(const Json& json, const Type& type) {
  if (type.kind == Type::Kind::Unit && !json.as<Json::Refused>()) return "write null, the only value of a unit";
  if (const auto* text = json.as<std::string_view>()) {
    const bool literal = *text == "true" || *text == "false" ||
                         (!text->empty() && text->find_first_not_of("+-.0123456789") == std::string_view::npos);
    if (literal) return "write " + shortened(*text) + " without quotes";
  }
  const auto* members = json.as<Json::Object>();
  if (!members || members->size() != 1) return {};
  const auto* text = (*members)[0].value.as<std::string_view>();
  const bool literal = (*members)[0].key == (type.kind == Type::Kind::Text ? "text" : "entity");
  const bool plain = type.kind == Type::Kind::Text || type.kind == Type::Kind::Entity;
  return plain && literal && text ? "write " + in_quotes(*text) + ": a state has values, not terms" : "";
}

void report_unknown_fields(Problems& problems, const Place& place, const Json::Object& members, const Type& type) {
  std::vector<std::string_view> names;
  for (const Type::Field& field : type.fields) names.push_back(field.name);
  const std::unordered_set<std::string_view> known(names.begin(), names.end());
  for (std::size_t k = 0; k < members.size(); ++k)
    if (known.count(members[k].key) == 0)
      problems.report_unknown(place.member(members[k].key, k), "field", members[k].key, names);
}

}  // namespace

std::optional<Value> read_value(Problems& problems, const Place& place, const Json& json, const Type& type,
                                const ReadEntity& entity) {
  switch (type.kind) {
    case Type::Kind::Unit:
      if (json.as<Json::Null>()) return Unit{};
      break;
    case Type::Kind::Bool:
      if (const auto* b = json.as<bool>()) return *b;
      break;
    case Type::Kind::Int:
      if (const auto* n = json.as<std::int64_t>()) return *n;
      break;
    case Type::Kind::Real:
      if (const auto* x = json.as<double>()) return *x;
      if (const auto* n = json.as<std::int64_t>()) return static_cast<double>(*n);
      break;
    case Type::Kind::Text:
      if (const auto* s = json.as<std::string_view>()) {
        if (type.texts.empty() || std::find(type.texts.begin(), type.texts.end(), *s) != type.texts.end())
          return Text(std::string(*s));
        problems.report_unknown(place, "value", *s, {type.texts.begin(), type.texts.end()});
        return std::nullopt;
      }
      break;
    case Type::Kind::Entity:
      if (const auto* name = json.as<std::string_view>()) {
        const std::optional<Entity> e = entity(problems, place, *name);
        return e ? std::optional<Value>(*e) : std::nullopt;
      }
      break;
    case Type::Kind::List: {
      const auto* values = json.as<Json::List>();
      if (!values) break;
      if (values->size() > type.most) {
        problems.report(place, "found " + std::to_string(values->size()) + " members; expected at most " +
                                   std::to_string(type.most));
        return std::nullopt;
      }
      std::vector<Value> read;
      for (std::size_t k = 0; k < values->size(); ++k)
        if (auto v = read_value(problems, place.element(k), (*values)[k], type.fields.front().type, entity))
          read.push_back(std::move(*v));
      return read.size() == values->size() ? std::optional<Value>(Record(read)) : std::nullopt;
    }
    case Type::Kind::Record: {
      const auto* members = json.as<Json::Object>();
      if (!members || members->empty()) break;
      std::vector<Value> values(type.fields.size());
      std::size_t good = 0, known = 0;
      const Members by_key(*members);
      for (std::size_t k = 0; k < type.fields.size(); ++k) {
        const Type::Field& field = type.fields[k];
        const Json::Member* member = by_key.find(field.name);
        if (!member) {
          problems.report(place,
                          "missing field " + in_quotes(field.name) + "; expected " + brief(TermType(field.type)));
          continue;
        }
        ++known;
        const auto position = static_cast<std::size_t>(member - members->begin());
        if (std::optional<Value> v =
                read_value(problems, place.member(member->key, position), member->value, field.type, entity)) {
          values[k] = std::move(*v);
          ++good;
        }
      }
      if (known < members->size()) report_unknown_fields(problems, place, *members, type);
      if (good < values.size() || known < members->size()) return std::nullopt;
      return Record(values);
    }
  }
  expected(problems, place, json, brief(TermType(type)));
  if (const std::string instead = advice(json, type); !instead.empty()) problems.advise(instead);
  return std::nullopt;
}

std::optional<Value> Vocabulary::value(Problems& problems, const Place& place, const Json& json, const Type& type,
                                       Entities* stand_ins) const {
  return read_value(problems, place, json, type,
                    [this, stand_ins](Problems& problems, const Place& at, std::string_view name) {
                      return entity(problems, at, name, stand_ins);
                    });
}

const Typed* Vocabulary::constant(std::string_view name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Vocabulary::constant_names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : constants_) names.push_back(name);
  return names;
}

}  // namespace coreecs
