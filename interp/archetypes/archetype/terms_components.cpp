#include "interp/archetypes/archetype/terms_reader.hpp"

#include "interp/base/json/reading.hpp"

namespace coreecs::archetype {

namespace {
constexpr std::string_view event_keys[] = {"create", "destroy", "add", "remove"};
}  // namespace

// {"C": { "x": t, ... }}, and { "x": t, ... } where a C is expected
Elaborated TermsReader::made(const Place& place, const Json& json, Label C) {
  const CType& type = (*vocabulary_.schema)[C];
  const auto* members = json.as<Json::Object>();
  if (!members) {
    expected(problems_, place, json, "the fields of " + type.name + ", " + fields_of(type));
    return {unit(), {place.pointer()}, {}};
  }
  std::vector<Elaborated> fields(type.fields.size());
  bool good = read_fields(problems_, place, *members, type, [&](const Place& here, const Json& j, std::size_t k) {
    fields[k] = read_as(here, j, type.fields[k].type);
  });
  bool values = true;
  std::vector<Value> v;
  for (const Elaborated& field : fields) {
    good = good && field.shape.kind != Shape::Kind::Unknown;
    const Literal* literal = value(field.t);
    values = values && literal;
    if (literal) v.push_back(literal->v);
  }
  if (!good) return {unit(), {place.pointer()}, {}};
  if (values) return {Literal{Record(v), C}, {place.pointer()}, known(C)};
  return apply(place, maker(*vocabulary_.schema, C), std::move(fields));
}

Elaborated TermsReader::component(const Place& place, const Json& json, std::optional<Label> C) {
  const auto* members = json.as<Json::Object>();
  if (!members) return read(place, json);
  if (!C) return unknown(place);
  const CType& type = (*vocabulary_.schema)[*C];
  std::size_t fields = 0;
  for (const Json::Member& member : *members) fields += position_of_field(type, member.key) ? 1 : 0;
  const bool is_term = members->size() == 1 && fields == 0;
  return is_term ? read(place, json) : made(place, json, *C);
}

// {"set": ["e.C", t]}, {"set": ["e.C.x", t]}, {"set": ["C", e, t]}
Elaborated TermsReader::set(const Place& place, const Json& json) {
  const Json::List* parts = list(problems_, place, json, R"(["e.C", t], ["e.C.x", t] or ["C", e, t])", 2, 3);
  if (!parts) return unknown(place);
  if (parts->size() == 3) {
    const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*parts)[0]);
    Elaborated e = read(place.element(1), (*parts)[1]);
    Elaborated c = component(place.element(2), (*parts)[2], C);
    if (!C) return unknown(place);
    return written(place, std::move(e), *C, std::move(c));
  }
  const Place first = place.element(0), second = place.element(1);
  const auto* target = (*parts)[0].as<std::string_view>();
  if (!target) {
    expected(problems_, first, (*parts)[0], R"(what is written: "e.C", or "e.C.x")");
    (void)read(second, (*parts)[1]);
    return unknown(place);
  }
  const Elaborated to = variable(first, *target);
  if (const Label* C = std::get_if<Label>(&to.shape.tau); C && to.shape.kind == Shape::Kind::Known) {
    const Read& read_C = std::get<Read>(to.t.form());
    return written(place, {read_C.t, to.origin.parts()[0], known(AType())}, *C, component(second, (*parts)[1], *C));
  }
  if (to.shape.kind == Shape::Kind::Known && std::holds_alternative<AType>(to.shape.tau)) {
    problems_.report(first, "found the entity " + in_quotes(*target) + "; expected a component of it, \"" +
                                std::string(*target) + ".C\", or a field, \"" + std::string(*target) + ".C.x\"");
    (void)read(second, (*parts)[1]);
    return unknown(place);
  }
  if (to.shape.kind == Shape::Kind::Unknown) {
    const auto* object = (*parts)[1].as<Json::Object>();
    const bool fields = object && object->size() != 1;  // of an unknown component
    if (!fields) (void)read(second, (*parts)[1]);
    return unknown(place);
  }
  // One field: evaluates its value first, then copies the other fields.
  const Term of = std::get<Apply>(to.t.form()).t[0];
  const Read& read_C = std::get<Read>(of.form());
  const CType& type = (*vocabulary_.schema)[read_C.C];
  const std::size_t written_field = *position_of_field(type, split(*target)[2]);
  Elaborated v = read_as(second, (*parts)[1], type.fields[written_field].type);
  if (v.shape.kind == Shape::Kind::Unknown) return unknown(place);
  std::vector<Elaborated> operands = {std::move(v)};
  const bool alone = type.fields.size() == 1;
  if (!alone) operands.push_back({of, to.origin.parts()[0], known(read_C.C)});
  Elaborated c = apply(
      second, alone ? maker(*vocabulary_.schema, read_C.C) : changer(*vocabulary_.schema, read_C.C, written_field),
      std::move(operands));
  return written(place, {read_C.t, {first.pointer()}, known(AType())}, read_C.C, std::move(c));
}

Elaborated TermsReader::written(const Place& place, Elaborated e, Label C, Elaborated c) {
  return {Write{std::move(e.t), C, std::move(c.t)},
          {place.pointer(), {std::move(e.origin), std::move(c.origin)}},
          known(Unit{})};
}

// {"lazy": evt}, {"now": evt}
template <class When>
Elaborated TermsReader::event(const Place& place, const Json& json) {
  const Json::Object* object = archetype_object(place, json);
  if (!object) return unknown(place);
  const std::vector<std::string_view> keys(std::begin(event_keys), std::end(event_keys));
  const Json::Member* member = only_member(problems_, place, *object, keys);
  if (!member) return unknown(place);
  const Place here = place.member(member->key, 0);
  std::vector<Elaborated> parts;
  std::optional<Event> evt;
  if (member->key == "create") {
    evt = create(here, member->value, parts);
  } else if (member->key == "destroy") {
    parts.push_back(read(here, member->value));
    evt = Destroy{parts[0].t};
  } else if (member->key == "add") {
    evt = add(here, member->value, parts);
  } else if (member->key == "remove") {
    if (const Json::List* two = list(problems_, here, member->value, "[C, e]", 2, 2)) {
      const std::optional<Label> C = vocabulary_.label(problems_, here.element(0), (*two)[0]);
      parts.push_back(read(here.element(1), (*two)[1]));
      if (C) evt = Remove{parts[0].t, *C};
    }
  } else {
    problems_.report_unknown(here, "event", member->key, keys);
    problems_.advise(instead_of_event(member->key));
  }
  if (!evt) return unknown(place);
  std::vector<Origin> origins;
  origins.reserve(parts.size());
  for (Elaborated& part : parts) origins.push_back(std::move(part.origin));
  return {When{*std::move(evt)}, {place.pointer(), std::move(origins)}, known(Unit{})};
}

Elaborated TermsReader::lazy(const Place& place, const Json& json) { return event<Staged>(place, json); }
Elaborated TermsReader::now(const Place& place, const Json& json) { return event<Immediate>(place, json); }

const Json::Object* TermsReader::archetype_object(const Place& place, const Json& json) {
  const Json::Object* found = object(problems_, place, json);
  if (!found && !json.as<Json::Refused>())
    problems_.advise(R"(write one event: {"destroy": e}, "add", "remove" or "create")");
  return found;
}

std::string_view TermsReader::instead_of_event(std::string_view key) {
  if (key == "attach" || key == "insert") return R"(write {"add": [C, e, t]})";
  if (key == "detach" || key == "delete") return R"(write {"remove": [C, e]})";
  if (key == "new" || key == "spawn") return R"(write {"create": {"C": {...}}})";
  if (key == "despawn" || key == "kill") return R"(write {"destroy": e})";
  return {};
}

// {"create": { "C": { "x": t, ... }, ... }}
std::optional<Event> TermsReader::create(const Place& place, const Json& json, std::vector<Elaborated>& parts) {
  const Json::Object* members = object(problems_, place, json);
  if (!members) return std::nullopt;
  if (members->empty()) {
    expected(problems_, place, json, "at least one component");
    return std::nullopt;
  }
  Create evt;
  bool good = true;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Place here = place.member((*members)[k].key, k);
    const std::optional<Label> C = vocabulary_.label(problems_, here, (*members)[k].key);
    parts.push_back(component(here, (*members)[k].value, C));
    if (C) evt.components.emplace_back(*C, parts.back().t);
    good = good && C;
  }
  return good ? std::optional<Event>(std::move(evt)) : std::nullopt;
}

// {"add": [C, e, t]}, {"add": [C, e]} of a tag
std::optional<Event> TermsReader::add(const Place& place, const Json& json, std::vector<Elaborated>& parts) {
  const Json::List* all = list(problems_, place, json, "[C, e, t], or [C, e] where C is a tag", 2, 3);
  if (!all) return std::nullopt;
  const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*all)[0]);
  parts.push_back(read(place.element(1), (*all)[1]));
  if (all->size() == 3) {
    parts.push_back(component(place.element(2), (*all)[2], C));
  } else if (C && !(*vocabulary_.schema)[*C].fields.empty()) {
    const CType& type = (*vocabulary_.schema)[*C];
    problems_.report(place,
                     "found 2 members; expected [C, e, t], since " + type.name + " has fields, " + fields_of(type));
    return std::nullopt;
  } else if (C) {
    parts.push_back({Literal{Record{}, *C}, {place.pointer()}, known(*C)});
  }
  if (!C) return std::nullopt;
  return Add{parts[0].t, *C, parts[1].t};
}

}  // namespace coreecs::archetype
