#include "interp/format/elaborate_match.hpp"

#include "interp/format/advice.hpp"
#include "interp/json/reading.hpp"

namespace coreecs {

using Kind = TermType::Kind;

void MatchReader::with_match(const Place& place, const Json& json, MatchTerm& term, std::string_view key,
                             const std::function<void(const Place&, const Json&)>& read) {
  const Json::Object* members = object(problems_, place, json);
  if (!members) return;
  check_keys(problems_, place, *members, {"match", key}, {"where"}, instead::of_key);
  match_of(place, *members, term);
  if (const Json::Member* body = find(*members, key))
    read(place.member(key, static_cast<std::size_t>(body - members->begin())), body->value);
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

// {"entity": e, "incl": {L: x, ...}, "excl": [L, ...], "anyway": {L: o, ...}}, and {"is": t} for e
QueryTerm MatchReader::query(const Place& place, const Json& json) {
  QueryTerm query;
  const Json::Object* members = object(problems_, place, json);
  if (!members) {
    scope_.tolerate();
    return query;
  }
  check_keys(problems_, place, *members, {}, {"entity", "incl", "excl", "anyway"}, instead::of_key);
  const auto with = [&](std::string_view key, auto read) {
    if (const Json::Member* member = find(*members, key))
      read(place.member(key, static_cast<std::size_t>(member - members->begin())), member->value);
  };
  bool constrained = false;
  with("entity", [&](const Place& here, const Json& name) {
    if (name.as<Json::Object>())
      query.is = is(here, *name.as<Json::Object>());
    else
      query.entity = scope_.open(problems_, here, name, Kind::Entity).binder;
  });
  with("incl", [&](const Place& here, const Json& labels) {
    constraints<QueryTerm::Incl>(here, labels, query, false);
    constrained = !labels.as<Json::Object>() || !labels.as<Json::Object>()->empty();
  });
  with("excl", [&](const Place& here, const Json& labels) {
    const Json::List* excluded = list(problems_, here, labels, "components", 0);
    const auto* label = labels.as<std::string_view>();
    const auto* named = labels.as<Json::Object>();
    if (label || (named && !named->empty()))
      problems_.advise("write [" + in_quotes(label ? *label : (*named)[0].key) + "]");
    constrained = constrained || !excluded || !excluded->empty();
    for (std::size_t k = 0; excluded && k < excluded->size(); ++k)
      if (const std::optional<Label> i = vocabulary_.label(problems_, here.element(k), (*excluded)[k]))
        query.constraints.emplace_back(QueryTerm::Excl{*i});
  });
  with("anyway", [&](const Place& here, const Json& labels) {
    constraints<QueryTerm::Anyway>(here, labels, query, true);
    constrained = constrained || !labels.as<Json::Object>() || !labels.as<Json::Object>()->empty();
  });
  if (!constrained)
    problems_.report(place, "found no constraint; expected at least one constraint: incl, excl or anyway");
  return query;
}

// {"is": t}
Term MatchReader::is(const Place& place, const Json::Object& members) {
  const Json::Member* is = only_member(problems_, place, members, {"is"});
  if (!is) return {};
  const Place here = place.member(is->key, 0);
  if (is->key == "is") return terms_.check(here, is->value, Kind::Entity);
  problems_.report_unknown(here, "key", is->key, {"is"});
  return {};
}

template <class Constraint>
void MatchReader::constraints(const Place& place, const Json& json, QueryTerm& query, bool anyway) {
  const Json::Object* labels = object(problems_, place, json);
  if (!labels) scope_.tolerate();
  const auto* all = json.as<Json::List>();
  const auto* label = all && !all->empty() ? (*all)[0].as<std::string_view>() : json.as<std::string_view>();
  if (label) problems_.advise("write {" + in_quotes(*label) + ": \"x\"}, or \"_\" where its value is not asked for");
  for (std::size_t k = 0; labels && k < labels->size(); ++k) {
    const Json::Member& member = (*labels)[k];
    const Place here = place.member(member.key, k);
    const std::optional<Label> i = vocabulary_.label(problems_, here, member.key);
    Binder x = scope_.open(problems_, here, member.value, vocabulary_.type(i), anyway).binder;
    if (!member.value.as<std::string_view>() && !member.value.as<Json::Refused>())
      problems_.advise(R"(write "x", a variable for its value, or "_" where that is not asked for)");
    if (i) query.constraints.emplace_back(Constraint{*i, std::move(x)});
  }
}

}  // namespace coreecs
