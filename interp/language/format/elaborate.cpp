#include "interp/language/format/elaborate.hpp"

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"
#include "interp/language/format/elaborate_match.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

namespace {

using Kind = TermType::Kind;

class SystemReader : private MatchReader {
 public:
  using MatchReader::MatchReader;

  SystemTerm system(std::string name, const Place&, const Json&);

 private:
  using Form = MutationTerm (SystemReader::*)(const Place&, const Json&);
  static const std::vector<std::pair<std::string_view, Form>>& forms();

  MutationTerm mutation(const Place&, const Json&);
  std::optional<Label> label(const Place&, const Json::List& members);
  [[nodiscard]] std::optional<Entity> resource_of(const Term& e) const;
  void keeps_to_resource(const Place&, std::optional<Label>, const Term& e);
  MutationTerm attach(const Place&, const Json&);
  MutationTerm detach(const Place&, const Json&);
  MutationTerm destroy(const Place&, const Json&);
  MutationTerm create(const Place&, const Json&);
  MutationTerm conditional(const Place&, const Json&);
  MutationTerm let(const Place&, const Json&);
  MutationTerm cases(const Place&, const Json&);
  MutationTerm otherwise(const Place&, const Json::List&, std::size_t);

  SystemTerm system_;  // the system being read, with its queries
};

// {"match": [query, ...], "where": t, "do": m}
SystemTerm SystemReader::system(std::string name, const Place& place, const Json& json) {
  system_ = SystemTerm{{std::move(name)}};
  with_match(place, json, system_, "do",
             [&](const Place& here, const Json& body) { system_.body = mutation(here, body); });
  return std::move(system_);
}

const std::vector<std::pair<std::string_view, SystemReader::Form>>& SystemReader::forms() {
  static const std::vector<std::pair<std::string_view, Form>> forms = {
      {"attach", &SystemReader::attach}, {"detach", &SystemReader::detach},  {"destroy", &SystemReader::destroy},
      {"new", &SystemReader::create},    {"if", &SystemReader::conditional}, {"let", &SystemReader::let},
      {"case", &SystemReader::cases},
  };
  return forms;
}

// [m, m', ...], or one construct
MutationTerm SystemReader::mutation(const Place& place, const Json& json) {
  if (const auto* parts = json.as<Json::List>()) {
    term::Sequence sequence;
    for (std::size_t k = 0; k < parts->size(); ++k) sequence.parts.push_back(mutation(place.element(k), (*parts)[k]));
    return MutationTerm(std::move(sequence));
  }
  const auto* object = json.as<Json::Object>();
  if (!object) {
    expected(problems_, place, json, "a mutation: a list of mutations, or an object");
    const auto* word = json.as<std::string_view>();
    if (word || json.as<Json::Null>()) problems_.advise(instead::of_mutation(word ? *word : "nil"));
    return {};
  }
  std::vector<std::string_view> keys;
  for (const auto& form : forms()) keys.push_back(form.first);
  const Json::Member* member = only_member(problems_, place, *object, keys);
  if (object->size() > 1) problems_.advise("write a list of mutations, each with one key: [{...}, {...}]");
  if (!member) return {};
  const Place here = place.member(member->key, 0);
  for (const auto& form : forms())
    if (form.first == member->key) return (this->*form.second)(here, member->value);
  problems_.report_unknown(here, "mutation", member->key, keys);
  problems_.advise(instead::of_mutation(member->key));
  return {};
}

/// Reads L in [L, e] or [L, e, t].
std::optional<Label> SystemReader::label(const Place& place, const Json::List& members) {
  const std::optional<Label> i = vocabulary_.label(problems_, place, members[0]);
  const auto* second = members[1].as<std::string_view>();
  if (!i && members[0].as<std::string_view>() && second && vocabulary_.has_component(*second))
    problems_.advise("the component comes first: [" + in_quotes(*second) + ", e" + (members.size() > 2 ? ", t]" : "]"));
  return i;
}

/// The resource that an entity term denotes: by name, or as the entity of a query that includes one of its components.
std::optional<Entity> SystemReader::resource_of(const Term& e) const {
  if (const auto* literal = std::get_if<term::Literal>(&e.node().form))
    if (const auto* named = std::get_if<Entity>(&literal->value.sum())) return *named;
  const auto* variable = std::get_if<term::Variable>(&e.node().form);
  if (!variable) return std::nullopt;
  for (const QueryTerm& q : system_.match)
    for (const auto& constraint : q.constraints)
      if (const auto* incl = std::get_if<QueryTerm::Incl>(&constraint); incl && q.entity.slot == variable->slot)
        if (const std::optional<Entity> owner = vocabulary_.owner(incl->i)) return owner;
  return std::nullopt;
}

/// Reports a write of a resource's component to another entity.
void SystemReader::keeps_to_resource(const Place& place, std::optional<Label> i, const Term& e) {
  const std::optional<Entity> owner = i ? vocabulary_.owner(*i) : std::nullopt;
  if (!owner || !e) return;
  if (resource_of(e) == owner) return;
  const std::string resource = in_quotes(vocabulary_.entity_name(*owner));
  problems_.report(place, "found another entity than the resource " + resource + ", which alone has " +
                              in_quotes(vocabulary_.components()[*i].name) + "; write {\"entity\": " + resource + "}");
}

// {"attach": [L, e, t]}, {"attach": [L, e]}
MutationTerm SystemReader::attach(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[L, e, t]", 2, 3);
  if (!members) return {};
  const std::optional<Label> i = label(place.element(0), *members);
  const TermType type = vocabulary_.type(i);
  Term e = terms_.check(place.element(1), (*members)[1], Kind::Entity);
  keeps_to_resource(place.element(1), i, e);
  Term k(term::Literal{Unit{}});
  if (members->size() == 3)
    k = terms_.check(place.element(2), (*members)[2], type);
  else if (!fits(Kind::Unit, type))
    problems_.report(place, "found 2 members; expected [L, e, t], with a term of type " + brief(type));
  return MutationTerm(term::Attach{i.value_or(0), std::move(e), std::move(k)});
}

// {"detach": [L, e]}
MutationTerm SystemReader::detach(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[L, e]", 2, 2);
  if (!members) return {};
  const std::optional<Label> i = label(place.element(0), *members);
  Term e = terms_.check(place.element(1), (*members)[1], Kind::Entity);
  if (i && vocabulary_.owner(*i))
    problems_.report(place, "found a component of a resource, which always has it; attach another value");
  return MutationTerm(term::Detach{i.value_or(0), std::move(e)});
}

// {"destroy": e}
MutationTerm SystemReader::destroy(const Place& place, const Json& json) {
  if (json.as<Json::List>()) {
    expected(problems_, place, json, "an entity");
    problems_.advise(R"(write {"destroy": "e"}, one for each entity)");
    return {};
  }
  Term e = terms_.check(place, json, Kind::Entity);
  const auto* literal = e ? std::get_if<term::Literal>(&e.node().form) : nullptr;
  const auto* entity = literal ? std::get_if<Entity>(&literal->value.sum()) : nullptr;
  if (entity && vocabulary_.is_resource(*entity))
    problems_.report(place, "found a resource, which is always there; expected an entity");
  std::vector<Label> labels;
  for (Label i = 0; i < vocabulary_.components().size(); ++i)
    if (!vocabulary_.owner(i)) labels.push_back(i);
  return MutationTerm(term::Destroy{std::move(e), std::move(labels)});
}

// {"new": [x, m]}
MutationTerm SystemReader::create(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[x, m]", 2, 2);
  if (!members) return {};
  const Scope::Binding x = scope_.open(problems_, place.element(0), (*members)[0], Kind::Entity);
  MutationTerm body = mutation(place.element(1), (*members)[1]);
  scope_.close(x);
  return MutationTerm(term::New{x.binder, std::move(body)});
}

// {"if": [b, m, m']}
MutationTerm SystemReader::conditional(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[b, m] or [b, m, m']", 2, 3);
  if (!members) return {};
  Term condition = terms_.check(place.element(0), (*members)[0], Kind::Bool);
  MutationTerm then = mutation(place.element(1), (*members)[1]);
  return MutationTerm(term::If<MutationTerm>{std::move(condition), std::move(then), otherwise(place, *members, 2)});
}

// {"let": [x, t, m]}
MutationTerm SystemReader::let(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[x, t, m]", 3, 3);
  if (!members) return {};
  Typed value = terms_.read(place.element(1), (*members)[1]);
  const Scope::Binding x = scope_.open(problems_, place.element(0), (*members)[0], settled(std::move(value.type)));
  MutationTerm body = mutation(place.element(2), (*members)[2]);
  scope_.close(x);
  return MutationTerm(term::Let<MutationTerm>{x.binder, std::move(value.term), std::move(body)});
}

// {"case": [o, x, m, m']}
MutationTerm SystemReader::cases(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[o, x, m] or [o, x, m, m']", 3, 4);
  if (!members) return {};
  term::Optional o;
  TermType type = terms_.optional(place.element(0), (*members)[0], o);
  const Scope::Binding x = scope_.open(problems_, place.element(1), (*members)[1], std::move(type));
  MutationTerm then = mutation(place.element(2), (*members)[2]);
  scope_.close(x);
  return MutationTerm(term::Case<MutationTerm>{std::move(o), x.binder, std::move(then), otherwise(place, *members, 3)});
}

/// The last branch; nil if it is left out.
MutationTerm SystemReader::otherwise(const Place& place, const Json::List& members, std::size_t k) {
  return k < members.size() ? mutation(place.element(k), members[k]) : MutationTerm(term::Sequence{});
}

/// The term for this value.
Term written(const Value& k, const TermType& type) {
  const auto* record = std::get_if<Record>(&k.sum());
  if (!record) return Term(term::Literal{k});
  if (type.kind == TermType::Kind::List) {
    term::List values;
    for (const Value& each : record->fields()) values.terms.push_back(written(each, type.element()));
    return Term(std::move(values));
  }
  term::Record fields;
  for (std::size_t j = 0; j < type.fields.size(); ++j)
    fields.fields.push_back({type.fields[j].first, j, written(record->fields()[j], type.fields[j].second)});
  return Term(std::move(fields));
}

}  // namespace

SystemTerm elaborate(std::string name, const Place& place, const Json& json, const Vocabulary& vocabulary,
                     Problems& problems) {
  return SystemReader(problems, vocabulary).system(std::move(name), place, json);
}

Typed elaborate_constant(const Place& place, const Json& json, const Vocabulary& vocabulary, Problems& problems) {
  Scope scope;
  Typed constant = TermReader(problems, vocabulary, scope).read(place, json);
  if (!problems.empty()) return {};
  const MatchTerm nothing{.name = {}, .slots = scope.slots()};
  try {
    return {written(value_of(constant.term, nothing, false)({}), constant.type), std::move(constant.type)};
  } catch (const RuntimeError& error) {
    problems.report(place, std::string("found a constant that has no value: ") + error.what());
    return {};
  }
}

}  // namespace coreecs
