#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"
#include "interp/language/format/elaborate.hpp"
#include "interp/language/format/elaborate_match.hpp"
#include "interp/language/format/elaborate_term.hpp"

namespace coreecs {

namespace {

using Kind = TermType::Kind;

class InvariantReader : private MatchReader {
 public:
  using MatchReader::MatchReader;

  InvariantTerm invariant(std::string name, const Place&, const Json&);

 private:
  InvariantTerm of_the_whole_state(std::string name, const Place&, const Json::Object&);
  /// A measure, and its type.
  std::pair<MeasureTerm, TermType> measure(std::string name, const Place&, const Json&);
};

// {"match": [query, ...], "where": t, "holds": t'}
InvariantTerm InvariantReader::invariant(std::string name, const Place& place, const Json& json) {
  const auto* members = json.as<Json::Object>();
  if (members && find(*members, "measure")) return of_the_whole_state(std::move(name), place, *members);
  InvariantTerm invariant{{std::move(name)}};
  with_match(place, json, invariant, "holds",
             [&](const Place& here, const Json& body) { invariant.holds = terms_.check(here, body, Kind::Bool); },
             {"measure"});
  return invariant;
}

// {"measure": {m: {"sum": {...}}, ...}, "holds": t}
InvariantTerm InvariantReader::of_the_whole_state(std::string name, const Place& place, const Json::Object& members) {
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
    auto [term, type] =
        InvariantReader(problems_, vocabulary_).measure(std::string(member.key), of_member, member.value);
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
std::pair<MeasureTerm, TermType> InvariantReader::measure(std::string name, const Place& place, const Json& json) {
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
  const auto with = [&](std::string_view part, auto read) { DocumentReader(problems_).with(here, *parts, part, read); };
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

}  // namespace

InvariantTerm elaborate_invariant(std::string name, const Place& place, const Json& json, const Vocabulary& vocabulary,
                                  Problems& problems) {
  return InvariantReader(problems, vocabulary).invariant(std::move(name), place, json);
}

}  // namespace coreecs
