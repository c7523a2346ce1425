#include "interp/archetypes/archetype/terms_reader.hpp"

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"

namespace coreecs::archetype {

namespace {

/// Advice for keys of other languages and of Core ECS.
std::string_view instead_of(std::string_view key) {
  struct Advice {
    std::string_view names, write;
  };
  static constexpr Advice all[] = {
      {" attach ", R"(write {"set": ["e.C", t]} of a component that is there, or {"lazy": {"add": [C, e, t]}})"},
      {" detach ", R"(write {"lazy": {"remove": [C, e]}}, or now in place of lazy)"},
      {" new spawn instantiate ", R"(write {"lazy": {"create": {"C": {...}}}}, or now in place of lazy)"},
      {" create destroy add remove ", R"(write it in {"lazy": ...}, which stages it until sync, or {"now": ...})"},
      {" despawn kill delete free ", R"(write {"lazy": {"destroy": e}}, or now in place of lazy)"},
      {" let ", "this calculus has no local variables: write the term where it is used, or let a component hold it"},
      {" lz stage staged later defer enqueue ", R"(write {"lazy": ...})"},
      {" im immediate immediately ", R"(write {"now": ...})"},
      {" := = write put assign update += -= ", R"(write {"set": ["e.C", t]}, or {"set": ["e.C.x", t]} of one field)"},
      {" read component ", R"(write "e.C", and "e.C.x" of one field)"},
      {" record ", R"(write {"C": { "x": t, ... }}, a component of its fields)"},
      {" seq then do block begin sequence ", "write a list: [t, t', ...]"},
      {" for foreach while loop repeat ",
       "there are no loops: a system is called once for each entity of its archetypes"},
      {" nil nop noop skip pass unit ", "write []"},
      {" sync ", R"(that is a step of the frame: ["move", "sync"])"},
      {" present default case ", "an archetype says which components its entities have"},
  };
  const std::string word = " " + std::string(key) + " ";
  for (const Advice& one : all)
    if (key.find(' ') == std::string_view::npos && one.names.find(word) != std::string_view::npos) return one.write;
  return {};
}

}  // namespace

Elaborated TermsReader::read(const Place& place, const Json& json) {
  const auto literal = [&](Value v, Shape shape) {
    return Elaborated{Literal{std::move(v)}, {place.pointer()}, std::move(shape)};
  };
  return std::visit(
      Clauses{[&](Json::Refused) { return unknown(place); }, [&](Json::Null) { return literal(Unit{}, known(Unit{})); },
              [&](bool b) { return literal(b, known(Primitive::Bool)); },
              [&](std::int64_t n) {
                return literal(n, {Shape::Kind::Number, Primitive::Int});
              },
              [&](double x) { return literal(x, known(Primitive::Float)); },
              [&](std::string_view s) { return variable(place, s); },
              [&](const Json::List& all) { return sequence_of(place, all); },
              [&](const Json::Object& o) { return construct(place, o); }},
      json.sum());
}

const std::vector<std::pair<std::string_view, TermsReader::Form>>& TermsReader::forms() {
  static const std::vector<std::pair<std::string_view, Form>> forms = {
      {"set", &TermsReader::set},        {"lazy", &TermsReader::lazy},     {"now", &TermsReader::now},
      {"if", &TermsReader::conditional}, {"and", &TermsReader::both},      {"or", &TermsReader::either},
      {"text", &TermsReader::text},      {"entity", &TermsReader::entity}, {"get", &TermsReader::get},
      {"field", &TermsReader::field_of},
  };
  return forms;
}

std::string TermsReader::show(const Shape& shape) const {
  if (shape.kind == Shape::Kind::Mixed) return "one of several, by its branches";
  return std::visit(
      Clauses{[](Primitive P) { return std::string(type_name(P)); }, [](Unit) { return std::string("unit"); },
              [&](Label C) { return "component " + (*vocabulary_.schema)[C].name; },
              [](const AType&) { return std::string("entity"); }},
      shape.tau);
}

void TermsReader::mismatch(const Place& place, const Shape& found, const std::string& expected) {
  if (found.kind == Shape::Kind::Unknown) return;
  problems_.report(place, "found a term of type " + show(found) + "; expected " + expected);
  const bool real = expected == "real" && found.tau == Tau(Primitive::Int);
  const bool integer = expected == "int" && found.tau == Tau(Primitive::Float);
  if (real) problems_.advise(R"(write {"to_real": t})");
  if (integer) problems_.advise(R"(write {"floor": t}, or ceil, trunc, round)");
  if (const Label* C = std::get_if<Label>(&found.tau); C && !(*vocabulary_.schema)[*C].fields.empty())
    problems_.advise(R"(write "e.)" + (*vocabulary_.schema)[*C].name + "." + (*vocabulary_.schema)[*C].fields[0].name +
                     R"(" for a field)");
  if (std::holds_alternative<AType>(found.tau)) problems_.advise(R"(write "e.C" for a component, "e.C.x" for a field)");
}

std::optional<std::size_t> TermsReader::parameter(const Place& place, std::string_view name, std::string_view whole) {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i] == name && name != "_") return i;
  if (tolerant_) return std::nullopt;
  std::vector<std::string_view> names;
  for (const std::string& parameter : parameters_)
    if (parameter != "_") names.push_back(parameter);
  problems_.report_unbound(place, name, names);
  if (name == whole) problems_.advise(R"(a text is written {"text": "s"})");
  return std::nullopt;
}

std::vector<std::string_view> TermsReader::split(std::string_view s) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t dot = s.find('.', from);
    parts.push_back(s.substr(from, dot - from));
    if (dot == std::string_view::npos) return parts;
    from = dot + 1;
  }
}

Elaborated TermsReader::variable(const Place& place, std::string_view s) {
  const std::vector<std::string_view> path = split(s);
  const std::optional<std::size_t> x = parameter(place, path[0], s);
  if (path.size() > 3) {
    problems_.report(place, "found " + in_quotes(s) +
                                "; expected a parameter, \"e\", a component of it, \"e.C\", or a field, \"e.C.x\"");
    return unknown(place);
  }
  const std::optional<Label> C = path.size() > 1 ? vocabulary_.label(problems_, place, path[1]) : std::nullopt;
  std::optional<std::size_t> field;
  if (C && path.size() > 2) {
    const CType& type = (*vocabulary_.schema)[*C];
    field = position_of_field(type, path[2]);
    if (!field && type.fields.empty())
      problems_.report(place, "unknown field " + in_quotes(path[2]) + "; " + type.name + " is a tag, which has none");
    else if (!field)
      problems_.report_unknown(place, "field", path[2], field_names(type));
  }
  if (!x || (path.size() > 1 && !C) || (path.size() > 2 && !field)) return unknown(place);
  Elaborated e{Variable{*x}, {place.pointer()}, known(AType())};
  if (C) e = {Read{e.t, *C}, {place.pointer(), {e.origin}}, known(*C)};
  if (field) e = apply(place, field_operation(*C, *field), {std::move(e)});
  return e;
}

std::shared_ptr<const Operation> TermsReader::field_operation(Label C, std::size_t k) const {
  return field(*vocabulary_.schema, C, k);
}

// [t, t', ...]
Elaborated TermsReader::sequence_of(const Place& place, const Json::List& all) {
  if (all.empty()) return {unit(), {place.pointer()}, known(Unit{})};
  std::vector<Elaborated> each;
  for (std::size_t k = 0; k < all.size(); ++k) each.push_back(read(place.element(k), all[k]));
  Elaborated last = std::move(each.back());
  for (std::size_t k = each.size() - 1; k-- > 0;) {
    last.t = Sequence{std::move(each[k].t), std::move(last.t)};
    last.origin = {place.pointer(), {std::move(each[k].origin), std::move(last.origin)}};
  }
  return last;
}

Elaborated TermsReader::construct(const Place& place, const Json::Object& object) {
  if (object.size() == 1) {
    const std::string_view key = object[0].key;
    const Place here = place.member(key, 0);
    for (const auto& form : forms())
      if (form.first == key) return (this->*form.second)(here, object[0].value);
    if (const Operator* op = operator_named(key)) return operated(here, object[0].value, *op);
    if (const auto C = vocabulary_.labels.find(key); C != vocabulary_.labels.end())
      return made(here, object[0].value, C->second);
    if (!vocabulary_.knows_components) return unknown(place);
  }
  std::vector<std::string_view> keys = term_keys();
  keys.insert(keys.end(), vocabulary_.component_names.begin(), vocabulary_.component_names.end());
  if (const Json::Member* member = only_member(problems_, place, object, keys)) {
    problems_.report_unknown(place.member(member->key, 0), "term", member->key, keys);
    const std::string_view ours = instead_of(member->key);
    problems_.advise(ours.empty() ? instead::of_term(member->key) : ours);
  }
  return unknown(place);
}

// {"text": "s"}, {"entity": "e3"}
Elaborated TermsReader::text(const Place& place, const Json& json) {
  if (const auto* s = json.as<std::string_view>())
    return {Literal{Text(std::string(*s))}, {place.pointer()}, known(Primitive::Text)};
  expected(problems_, place, json, "text");
  return unknown(place);
}

Elaborated TermsReader::entity(const Place& place, const Json& json) {
  const auto* name = json.as<std::string_view>();
  if (!name) {
    expected(problems_, place, json, "the name of an entity");
    return unknown(place);
  }
  const auto found = vocabulary_.entities.find(*name);
  if (found != vocabulary_.entities.end()) return {Literal{found->second}, {place.pointer()}, known(AType())};
  if (vocabulary_.knows_entities) problems_.report_unknown(place, "entity", *name, vocabulary_.entity_names);
  return unknown(place);
}

// {"get": ["C", e]}: e.C of an entity without a name
Elaborated TermsReader::get(const Place& place, const Json& json) {
  const Json::List* two = list(problems_, place, json, "[C, e]", 2, 2);
  if (!two) return unknown(place);
  const std::optional<Label> C = vocabulary_.label(problems_, place.element(0), (*two)[0]);
  Elaborated e = read(place.element(1), (*two)[1]);
  if (!C) return unknown(place);
  return {Read{std::move(e.t), *C}, {place.pointer(), {std::move(e.origin)}}, known(*C)};
}

// {"field": ["x", t]}: t.x of a component without a name
Elaborated TermsReader::field_of(const Place& place, const Json& json) {
  const Json::List* two = list(problems_, place, json, "[x, t]", 2, 2);
  if (!two) return unknown(place);
  Elaborated c = read(place.element(1), (*two)[1]);
  const auto* name = (*two)[0].as<std::string_view>();
  if (!name) expected(problems_, place.element(0), (*two)[0], "the name of a field");
  if (!name || c.shape.kind == Shape::Kind::Unknown) return unknown(place);
  const Label* C = c.shape.kind == Shape::Kind::Known ? std::get_if<Label>(&c.shape.tau) : nullptr;
  if (!C) {
    mismatch(place.element(1), c.shape, "a component");
    return unknown(place);
  }
  const CType& type = (*vocabulary_.schema)[*C];
  const std::optional<std::size_t> k = position_of_field(type, *name);
  if (!k) {
    problems_.report_unknown(place.element(0), "field", *name, field_names(type));
    return unknown(place);
  }
  return apply(place, field_operation(*C, *k), {std::move(c)});
}

Elaborated read_term(Problems& problems, const Place& place, const Json& json, const Vocabulary& vocabulary,
                     const std::vector<std::string>& parameters, bool tolerant) {
  return TermsReader(problems, vocabulary, parameters, tolerant).read(place, json);
}

const std::vector<std::string_view>& term_keys() {
  static const std::vector<std::string_view> keys = [] {
    std::vector<std::string_view> keys;
    for (const auto& form : TermsReader::forms()) keys.push_back(form.first);
    keys.insert(keys.end(), operation_names().begin(), operation_names().end());
    return keys;
  }();
  return keys;
}

}  // namespace coreecs::archetype
