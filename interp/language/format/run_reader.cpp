#include "interp/language/format/run_reader.hpp"

#include "interp/language/format/vocabulary.hpp"

namespace coreecs {

RunReader::RunReader(Problems& problems, const Program& program, std::function<Entity(const Occurrence&)> fresh)
    : DocumentReader(problems), program_(program), fresh_(std::move(fresh)) {
  for (std::size_t k = 0; k < program.entities.size(); ++k) names_.emplace(program.entities[k], Entity(k));
}

RunReader::RunReader(Problems& problems, const Program& program, std::function<Entity(const std::string&)> others)
    : RunReader(problems, program, std::function<Entity(const Occurrence&)>()) {
  others_ = std::move(others);
}

Entity RunReader::entity(const Place& place, const Json& json) {
  const std::string_view name = text(place, json);
  return json.as<std::string_view>() ? entity(place, name).value_or(Entity()) : Entity();
}

std::optional<Entity> RunReader::entity(const Place& place, std::string_view name) {
  if (const auto known = names_.find(std::string(name)); known != names_.end()) return known->second;
  if (others_) return names_.emplace(name, others_(std::string(name))).first->second;
  problems_.report(place, "unknown entity " + in_quotes(name) +
                              "; expected one of the program, or one that \"created\" lists before");
  return std::nullopt;
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
  const Leaf leaf = number(place, *all, "leaf");
  const std::vector<Entity> of = entities(place, *all);
  const Entity e = fresh_({leaf, {of.begin(), of.end()}, number(place, *all, "number")});
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
  const auto named = [this](Problems&, const Place& at, std::string_view name) { return entity(at, name); };
  return read_value(problems_, place, json, type, named).value_or(Value());
}

State RunReader::state(const Place& place, const Json& json) {
  State c(program_.schema.size());
  const Json::Object* all = object(problems_, place, json);
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const Json::Member& member = (*all)[k];
    const Place here = place.member(member.key, k);
    const Entity e = entity(here, member.key).value_or(Entity());
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
