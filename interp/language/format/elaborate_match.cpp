#include "interp/language/format/elaborate_match.hpp"

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"

namespace coreecs {

using Kind = TermType::Kind;

namespace {

bool is_empty(const Json& json) {
  const auto* object = json.as<Json::Object>();
  const auto* list = json.as<Json::List>();
  return (object && object->empty()) || (list && list->empty());
}

}  // namespace

void MatchReader::with_match(const Place& place, const Json& json, MatchTerm& term, std::string_view key,
                             const std::function<void(const Place&, const Json&)>& read,
                             const std::vector<std::string_view>& others) {
  const Json::Object* members = object(problems_, place, json);
  if (!members) return;
  std::vector<std::string_view> optional{"where"};
  optional.insert(optional.end(), others.begin(), others.end());
  check_keys(problems_, place, *members, {"match", key}, optional, instead::of_key);
  match_of(place, *members, term);
  DocumentReader(problems_).with(place, *members, key, read);
  term.slots = scope_.slots();
}

void MatchReader::match_of(const Place& place, const Json::Object& members, MatchTerm& term) {
  const auto position = [&](const Json::Member* m) { return static_cast<std::size_t>(m - members.begin()); };
  const Json::Member* match = find(members, "match");
  const Json::List* queries = nullptr;
  if (match) {
    const Place here = place.member("match", position(match));
    queries = list(problems_, here, match->value, "one or more queries", 1);
    if (match->value.as<Json::Object>()) problems_.advise("write [{...}], with a query for each entity of a match");
    for (std::size_t k = 0; queries && k < queries->size(); ++k)
      term.match.push_back(query(here.element(k), (*queries)[k]));
  }
  if (!queries) scope_.tolerate();
  if (const Json::Member* where = find(members, "where"))
    term.where = terms_.check(place.member("where", position(where)), where->value, Kind::Bool);
}

// {"entity": e, "incl": {L: x, ...}, "excl": [L, ...], "anyway": {L: o, ...}, "any": [{...}, {...}]}; {"is": t} may
// replace e
QueryTerm MatchReader::query(const Place& place, const Json& json) {
  QueryTerm query;
  const Json::Object* members = object(problems_, place, json);
  if (!members) {
    scope_.tolerate();
    return query;
  }
  check_keys(problems_, place, *members, {}, {"entity", "resource", "incl", "excl", "anyway", "any"}, instead::of_key);
  bool constrained = false;
  const auto with = [&](std::string_view key, auto read) {
    const Json::Member* member = find(*members, key);
    if (!member) return;
    constrained = constrained || (key != "entity" && key != "resource" && !is_empty(member->value));
    read(place.member(key, static_cast<std::size_t>(member - members->begin())), member->value);
  };
  with("entity", [&](const Place& here, const Json& name) {
    if (name.as<Json::Object>()) {
      query.is = is(here, *name.as<Json::Object>());
      return;
    }
    const auto* text = name.as<std::string_view>();
    const Scope::Variable* bound = text && *text != "_" ? scope_.find(*text) : nullptr;
    const bool is_entity = bound && bound->type.kind == Kind::Entity;
    query.entity = scope_.open(problems_, here, name, Kind::Entity).binder;
    if (is_entity) problems_.advise("write {\"is\": " + in_quotes(*text) + "} for a query about that entity");
  });
  with("resource", [&](const Place& here, const Json& name) {
    if (find(*members, "entity")) problems_.report(here, "found \"resource\" beside \"entity\"; expected one of them");
    query.is = resource(here, name);
  });
  with("incl", [&](const Place& here, const Json& all) {
    for (auto& [i, x] : bound(here, all, false)) query.constraints.emplace_back(QueryTerm::Incl{i, std::move(x)});
  });
  with("excl", [&](const Place& here, const Json& all) {
    for (const Label i : labels(here, all)) query.constraints.emplace_back(QueryTerm::Excl{i});
  });
  with("anyway", [&](const Place& here, const Json& all) {
    for (auto& [i, x] : bound(here, all, true)) query.constraints.emplace_back(QueryTerm::Anyway{i, std::move(x)});
  });
  with("any", [&](const Place& here, const Json& all) {
    const Json::List* alternatives = list(problems_, here, all, "two or more of incl, excl or both", 2);
    if (!alternatives) scope_.tolerate();
    for (std::size_t k = 0; alternatives && k < alternatives->size(); ++k)
      query.any.push_back(alternative(here.element(k), (*alternatives)[k]));
  });
  if (!constrained)
    problems_.report(place, "found no constraint; expected at least one constraint: incl, excl, anyway or any");
  return query;
}

// {"incl": {L: x, ...}, "excl": [L, ...]}
QueryTerm::Alternative MatchReader::alternative(const Place& place, const Json& json) {
  QueryTerm::Alternative alternative;
  const Json::Object* members = object(problems_, place, json);
  if (!members) {
    scope_.tolerate();
    return alternative;
  }
  check_keys(problems_, place, *members, {}, {"incl", "excl"}, instead::of_key);
  bool constrained = false;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    constrained = constrained || !is_empty(member.value);
    if (member.key == "incl")
      for (auto& [i, x] : bound(here, member.value, true)) alternative.emplace_back(QueryTerm::Incl{i, std::move(x)});
    if (member.key == "excl")
      for (const Label i : labels(here, member.value)) alternative.emplace_back(QueryTerm::Excl{i});
  }
  if (!constrained) problems_.report(place, "found no constraint; expected at least one constraint: incl or excl");
  return alternative;
}

// {"resource": "time", ...}: the entity is this resource
Term MatchReader::resource(const Place& place, const Json& json) {
  const auto* name = json.as<std::string_view>();
  if (!name) expected(problems_, place, json, "the name of a resource");
  const std::optional<Entity> e = name ? vocabulary_.entity(*name) : std::nullopt;
  if (!e) {
    if (name && vocabulary_.knows_entities())
      problems_.report_unknown(place, "resource", *name, vocabulary_.resources());
    return {};
  }
  if (!vocabulary_.is_resource(*e)) {
    problems_.report(place, "found " + in_quotes(*name) + ", an entity; expected a resource");
    problems_.advise("declare it: \"resources\": { " + in_quotes(*name) + ": {...} }");
  }
  return Term(term::Literal{*e});
}

// {"is": t}
Term MatchReader::is(const Place& place, const Json::Object& members) {
  const Json::Member* is = only_member(problems_, place, members, {"is"});
  if (!is) return {};
  const Place here = place.member(is->key, 0);
  if (is->key == "is") {
    Term t = terms_.check(here, is->value, Kind::Entity);
    const auto* name = is->value.as<std::string_view>();
    const bool is_unbound = name && is_name(*name) && !scope_.find(*name) && !vocabulary_.constant(*name);
    if (is_unbound && !scope_.tolerant() && vocabulary_.knows_constants())
      problems_.advise("it can use variables of the queries before this one only");
    return t;
  }
  problems_.report_unknown(here, "key", is->key, {"is"});
  return {};
}

// {L: x, ...}
std::vector<std::pair<Label, Binder>> MatchReader::bound(const Place& place, const Json& json, bool anyway) {
  const Json::Object* labels = object(problems_, place, json);
  if (!labels) scope_.tolerate();
  const auto* all = json.as<Json::List>();
  const auto* label = all && !all->empty() ? (*all)[0].as<std::string_view>() : json.as<std::string_view>();
  if (label) problems_.advise("write {" + in_quotes(*label) + ": \"x\"}, or \"_\" where its value is not asked for");
  std::vector<std::pair<Label, Binder>> bound;
  for (std::size_t k = 0; labels && k < labels->size(); ++k) {
    const Json::Member& member = (*labels)[k];
    const Place here = place.member(member.key, k);
    const std::optional<Label> i = vocabulary_.label(problems_, here, member.key);
    Binder x = scope_.open(problems_, here, member.value, vocabulary_.type(i), anyway).binder;
    if (!member.value.as<std::string_view>() && !member.value.as<Json::Refused>())
      problems_.advise(R"(write "x", a variable for its value, or "_" where that is not asked for)");
    if (i) bound.emplace_back(*i, std::move(x));
  }
  return bound;
}

// [L, ...]
std::vector<Label> MatchReader::labels(const Place& place, const Json& json) {
  const Json::List* all = list(problems_, place, json, "components", 0);
  const auto* label = json.as<std::string_view>();
  const auto* named = json.as<Json::Object>();
  if (label || (named && !named->empty()))
    problems_.advise("write [" + in_quotes(label ? *label : (*named)[0].key) + "]");
  std::vector<Label> labels;
  for (std::size_t k = 0; all && k < all->size(); ++k)
    if (const std::optional<Label> i = vocabulary_.label(problems_, place.element(k), (*all)[k])) labels.push_back(*i);
  return labels;
}

}  // namespace coreecs
