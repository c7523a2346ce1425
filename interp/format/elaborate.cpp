#include "interp/format/elaborate.hpp"

#include <algorithm>

#include "interp/format/advice.hpp"
#include "interp/format/coerce.hpp"
#include "interp/format/elaborate_term.hpp"
#include "interp/json/reading.hpp"
#include "interp/program/error.hpp"

namespace coreecs {

namespace {

using Kind = TermType::Kind;

class SystemReader {
 public:
  SystemReader(Problems& problems, const Vocabulary& vocabulary)
      : problems_(problems),
        vocabulary_(vocabulary),
        scope_(vocabulary.constant_names()),
        terms_(problems, vocabulary, scope_) {}

  SystemTerm system(std::string name, const Place&, const Json&);
  InvariantTerm invariant(std::string name, const Place&, const Json&);
  /// A measure, and its type.
  std::pair<MeasureTerm, TermType> measure(std::string name, const Place&, const Json&);

 private:
  InvariantTerm of_the_whole_state(std::string name, const Place&, const Json::Object&);
  template <class Read>
  void with_match(const Place&, const Json&, MatchTerm&, std::string_view key, Read);
  using Form = MutationTerm (SystemReader::*)(const Place&, const Json&);
  static const std::vector<std::pair<std::string_view, Form>>& forms();

  void match_of(const Place&, const Json::Object&, MatchTerm&);
  QueryTerm query(const Place&, const Json&);
  Term is(const Place&, const Json::Object&);
  template <class Constraint>
  void constraints(const Place&, const Json&, QueryTerm&, bool anyway);

  MutationTerm mutation(const Place&, const Json&);
  std::optional<Label> label(const Place&, const Json::List& members);
  MutationTerm attach(const Place&, const Json&);
  MutationTerm detach(const Place&, const Json&);
  MutationTerm destroy(const Place&, const Json&);
  MutationTerm create(const Place&, const Json&);
  MutationTerm conditional(const Place&, const Json&);
  MutationTerm let(const Place&, const Json&);
  MutationTerm cases(const Place&, const Json&);
  MutationTerm otherwise(const Place&, const Json::List&, std::size_t);

  Problems& problems_;
  const Vocabulary& vocabulary_;
  Scope scope_;
  TermReader terms_;
};

// {"match": [query, ...], "where": t, "do": m}
SystemTerm SystemReader::system(std::string name, const Place& place, const Json& json) {
  SystemTerm system{{std::move(name)}};
  with_match(place, json, system, "do",
             [&](const Place& here, const Json& body) { system.body = mutation(here, body); });
  return system;
}

// {"match": [query, ...], "where": t, "holds": t'}
InvariantTerm SystemReader::invariant(std::string name, const Place& place, const Json& json) {
  const auto* members = json.as<Json::Object>();
  if (members && find(*members, "measure")) return of_the_whole_state(std::move(name), place, *members);
  InvariantTerm invariant{{std::move(name)}};
  with_match(place, json, invariant, "holds",
             [&](const Place& here, const Json& body) { invariant.holds = terms_.check(here, body, Kind::Bool); });
  return invariant;
}

// {"measure": {m: {"sum": {...}}, ...}, "holds": t}
InvariantTerm SystemReader::of_the_whole_state(std::string name, const Place& place, const Json::Object& members) {
  InvariantTerm invariant{{std::move(name)}};
  check_keys(problems_, place, members, {"measure", "holds"}, {});
  const auto at = [&](std::string_view key) {
    const Json::Member* member = find(members, key);
    return std::pair(member, member ? static_cast<std::size_t>(member - members.begin()) : 0);
  };
  const auto [measures, position] = at("measure");
  const Place here = place.member("measure", position);
  const Json::Object* all = named_members(problems_, here, measures->value);
  if (!all) scope_.tolerate();
  for (std::size_t k = 0; all && k < all->size(); ++k) {
    const Json::Member& member = (*all)[k];
    const Place of_member = here.member(member.key, k);
    auto [term, type] = SystemReader(problems_, vocabulary_).measure(std::string(member.key), of_member, member.value);
    scope_.open(problems_, of_member, Json(member.key), std::move(type));
    invariant.measures.push_back(std::move(term));
  }
  scope_.are_measures(invariant.measures.size());
  if (const auto [holds, where] = at("holds"); holds)
    invariant.holds = terms_.check(place.member("holds", where), holds->value, Kind::Bool);
  invariant.slots = scope_.slots();
  return invariant;
}

// {"sum": {"match": [query, ...], "where": b, "of": t}}; "or": t for min and max
std::pair<MeasureTerm, TermType> SystemReader::measure(std::string name, const Place& place, const Json& json) {
  using Measure = MeasureTerm::Kind;
  MeasureTerm measure{{std::move(name)}};
  const std::vector<std::string_view> keys(std::begin(MeasureTerm::keys), std::end(MeasureTerm::keys));
  const Json::Object* members = object(problems_, place, json);
  const Json::Member* form = members ? only_member(problems_, place, *members, keys) : nullptr;
  if (!form) return {measure, {}};
  const Place here = place.member(form->key, 0);
  const auto key = std::find(keys.begin(), keys.end(), form->key);
  if (key == keys.end()) {
    problems_.report_unknown(here, "measure", form->key, keys);
    return {measure, {}};
  }
  measure.kind = static_cast<Measure>(key - keys.begin());
  measure.at = here.pointer();
  const bool counts = measure.kind == Measure::Count || measure.kind == Measure::Exists;
  const bool extreme = measure.kind == Measure::Min || measure.kind == Measure::Max;
  const bool unique = measure.kind == Measure::Unique;
  std::vector<std::string_view> required{"match"};
  if (!counts) required.emplace_back("of");
  if (extreme) required.emplace_back("or");
  const Json::Object* parts = object(problems_, here, form->value);
  if (!parts) return {measure, {}};
  check_keys(problems_, here, *parts, required, {"where"}, instead::of_key);
  match_of(here, *parts, measure);
  const auto with = [&](std::string_view part, auto read) {
    if (const Json::Member* member = find(*parts, part))
      read(here.member(part, static_cast<std::size_t>(member - parts->begin())), member->value);
  };
  TermType type = counts ? TermType(measure.kind == Measure::Count ? Kind::Int : Kind::Bool) : TermType();
  if (!counts)
    with("of", [&](const Place& at, const Json& of) {
      Typed t = terms_.read(at, of);
      type = settled(t.type);
      if (!unique && type.kind != Kind::Unknown && type.kind != Kind::Int && type.kind != Kind::Real) {
        problems_.report(at, "found a term of type " + brief(type) + "; expected int or real");
        type = {};
      }
      measure.of = std::move(t.term);
      measure.real = type.kind == Kind::Real;
    });
  if (extreme)
    with("or", [&](const Place& at, const Json& otherwise) {
      const Typed t = elaborate_constant(at, otherwise, vocabulary_, problems_);
      if (!fits(t.type, type))
        problems_.report(at, "found a term of type " + brief(t.type) + "; expected " + brief(type));
      measure.otherwise = becomes_real(t.type, type) ? coerce(t.term, type) : t.term;
    });
  measure.slots = scope_.slots();
  return {std::move(measure), unique ? TermType(Kind::Bool) : type};
}

/// The query vector and its condition, then what stands at `key`, where its variables are bound.
template <class Read>
void SystemReader::with_match(const Place& place, const Json& json, MatchTerm& term, std::string_view key, Read read) {
  const Json::Object* members = object(problems_, place, json);
  if (!members) return;
  check_keys(problems_, place, *members, {"match", key}, {"where"}, instead::of_key);
  match_of(place, *members, term);
  if (const Json::Member* body = find(*members, key))
    read(place.member(key, static_cast<std::size_t>(body - members->begin())), body->value);
  term.slots = scope_.slots();
}

/// The query vector and its condition.
void SystemReader::match_of(const Place& place, const Json::Object& members, MatchTerm& term) {
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
QueryTerm SystemReader::query(const Place& place, const Json& json) {
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
Term SystemReader::is(const Place& place, const Json::Object& members) {
  const Json::Member* is = only_member(problems_, place, members, {"is"});
  if (!is) return {};
  const Place here = place.member(is->key, 0);
  if (is->key == "is") return terms_.check(here, is->value, Kind::Entity);
  problems_.report_unknown(here, "key", is->key, {"is"});
  return {};
}

template <class Constraint>
void SystemReader::constraints(const Place& place, const Json& json, QueryTerm& query, bool anyway) {
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

// Mutations ------------------------------------------------------------------------------------------------

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

/// The first of [L, e] and [L, e, t].
std::optional<Label> SystemReader::label(const Place& place, const Json::List& members) {
  const std::optional<Label> i = vocabulary_.label(problems_, place, members[0]);
  const auto* second = members[1].as<std::string_view>();
  if (!i && members[0].as<std::string_view>() && second && vocabulary_.has_component(*second))
    problems_.advise("the component comes first: [" + in_quotes(*second) + ", e" + (members.size() > 2 ? ", t]" : "]"));
  return i;
}

// {"attach": [L, e, t]}, {"attach": [L, e]}
MutationTerm SystemReader::attach(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[L, e, t]", 2, 3);
  if (!members) return {};
  const std::optional<Label> i = label(place.element(0), *members);
  const TermType type = vocabulary_.type(i);
  Term e = terms_.check(place.element(1), (*members)[1], Kind::Entity);
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
  return MutationTerm(term::Detach{i.value_or(0), std::move(e)});
}

// {"destroy": e}
MutationTerm SystemReader::destroy(const Place& place, const Json& json) {
  Term e = terms_.check(place, json, Kind::Entity);
  return MutationTerm(term::Destroy{std::move(e), static_cast<Label>(vocabulary_.components().size())});
}

// {"new": [x, m]}
MutationTerm SystemReader::create(const Place& place, const Json& json) {
  const Json::List* members = list(problems_, place, json, "[x, m]", 2, 2);
  if (!members) return {};
  const Scope::Opened x = scope_.open(problems_, place.element(0), (*members)[0], Kind::Entity);
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
  const Scope::Opened x = scope_.open(problems_, place.element(0), (*members)[0], settled(std::move(value.type)));
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
  const Scope::Opened x = scope_.open(problems_, place.element(1), (*members)[1], std::move(type));
  MutationTerm then = mutation(place.element(2), (*members)[2]);
  scope_.close(x);
  return MutationTerm(term::Case<MutationTerm>{std::move(o), x.binder, std::move(then), otherwise(place, *members, 3)});
}

/// The last branch; nil where it is left out.
MutationTerm SystemReader::otherwise(const Place& place, const Json::List& members, std::size_t k) {
  return k < members.size() ? mutation(place.element(k), members[k]) : MutationTerm(term::Sequence{});
}

/// The term that is this value.
Term written(const Value& k, const TermType& type) {
  const auto* record = std::get_if<Record>(&k.sum());
  if (!record) return Term(term::Literal{k});
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

InvariantTerm elaborate_invariant(std::string name, const Place& place, const Json& json, const Vocabulary& vocabulary,
                                  Problems& problems) {
  return SystemReader(problems, vocabulary).invariant(std::move(name), place, json);
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
