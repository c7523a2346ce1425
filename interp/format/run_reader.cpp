#include "interp/format/run_reader.hpp"

namespace coreecs {

RunReader::RunReader(Problems& problems, const Program& program, std::function<Entity(const Occurrence&)> fresh)
    : problems_(problems), program_(program), fresh_(std::move(fresh)) {
  for (std::size_t k = 0; k < program.entities.size(); ++k) names_.emplace(program.entities[k], Entity(k));
}

std::uint64_t RunReader::number(const Place& place, const Json::Object& all, std::string_view key) {
  std::uint64_t n = 0;
  with(place, all, key, [&](const Place& here, const Json& j) { n = natural_number(problems_, here, j); });
  return n;
}

std::string_view RunReader::text(const Place& place, const Json& json) {
  if (const auto* s = json.as<std::string_view>()) return *s;
  expected(problems_, place, json, "text");
  return {};
}

std::string RunReader::text(const Place& place, const Json::Object& all, std::string_view key) {
  std::string s;
  with(place, all, key, [&](const Place& here, const Json& j) { s = text(here, j); });
  return s;
}

Entity RunReader::entity(const Place& place, const Json& json) {
  const std::string_view name = text(place, json);
  if (const auto known = names_.find(std::string(name)); known != names_.end()) return known->second;
  if (json.as<std::string_view>())
    problems_.report(place, "unknown entity " + in_quotes(name) +
                                "; expected one of the program, or one that \"created\" lists before");
  return {};
}

std::vector<Entity> RunReader::entities(const Place& place, const Json::Object& all) {
  std::vector<Entity> e;
  list(place, all, "entities", [&](const Place& here, const Json& j) { e.push_back(entity(here, j)); });
  return e;
}

void RunReader::created(const Place& place, const Json::Object& all) {
  list(place, all, "created", [&](const Place& here, const Json& j) { one_created(here, j); });
}

void RunReader::one_created(const Place& place, const Json& json) {
  const Json::Object* all = object(problems_, place, json);
  if (!all) return;
  check_keys(problems_, place, *all, {"name", "leaf", "entities", "number"}, {});
  const Occurrence occurrence{number(place, *all, "leaf"), entities(place, *all), number(place, *all, "number")};
  const Entity e = fresh_(occurrence);
  const std::string name = text(place, *all, "name");
  if (!names_.emplace(name, e).second) problems_.report(place, "found another entity " + in_quotes(name));
  if (!listed_.insert(e).second) problems_.report(place, "found another name of one entity: " + in_quotes(name));
}

Label RunReader::label(const Place& place, const Json& json) {
  const std::string_view name = text(place, json);
  Keys known;
  for (Label i = 0; i < program_.schema.size(); ++i) {
    if (program_.schema[i].name == name) return i;
    known.push_back(program_.schema[i].name);
  }
  if (json.as<std::string_view>()) problems_.report_unknown(place, "component", name, known);
  return 0;
}

Value RunReader::value(const Place& place, const Json& json, const Type& type) {
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
      break;
    case Type::Kind::Text:
      if (const auto* s = json.as<std::string_view>()) return Text(std::string(*s));
      break;
    case Type::Kind::Entity:
      return entity(place, json);
    case Type::Kind::Record:
      if (const auto* members = json.as<Json::Object>()) return record(place, *members, type);
      break;
  }
  expected(problems_, place, json, "a value of the component's type");
  return {};
}

Value RunReader::record(const Place& place, const Json::Object& members, const Type& type) {
  Keys names;
  for (const Type::Field& field : type.fields) names.push_back(field.name);
  check_keys(problems_, place, members, names, {});
  std::vector<Value> fields;
  for (const Type::Field& field : type.fields)
    with(place, members, field.name,
         [&](const Place& here, const Json& j) { fields.push_back(value(here, j, field.type)); });
  return Record(std::move(fields));
}

State RunReader::state(const Place& place, const Json& json) {
  State c(program_.schema.size());
  const Json::Object* all = object(problems_, place, json);
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const Json::Member& member = (*all)[k];
    const Place here = place.member(member.key, k);
    const Entity e = entity(here, member.key);
    const Json::Object* components = object(problems_, here, member.value);
    if (components && components->empty()) expected(problems_, here, member.value, "a live entity's components");
    for (std::size_t j = 0; components && j < components->size(); ++j) {
      const Json::Member& component = (*components)[j];
      const Place there = here.member(component.key, j);
      const Label i = label(there, component.key);
      c = std::move(c).with(i, e, value(there, component.value, program_.schema[i].type));
    }
  }
  return c;
}

Location RunReader::location(const Place& place, const Json::Object& all) {
  Location l;
  with(place, all, "location", [&](const Place& here, const Json& j) {
    const Json::Object* members = object(problems_, here, j);
    if (!members) return;
    check_keys(problems_, here, *members, {"entity", "component"}, {});
    with(here, *members, "entity", [&](const Place& at, const Json& name) { l.e = entity(at, name); });
    with(here, *members, "component", [&](const Place& at, const Json& name) { l.i = label(at, name); });
  });
  return l;
}

}  // namespace coreecs
