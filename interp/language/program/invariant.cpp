#include "interp/language/program/invariant.hpp"

#include "interp/fast/query.hpp"
#include "interp/language/program/condition.hpp"
#include "interp/language/program/values.hpp"
#include "semantics/query.hpp"

namespace coreecs {

Invariant invariant(InvariantTerm term) {
  Invariant invariant{.name = term.name};
  if (term.measures.empty()) {
    invariant.q = query(term);
    invariant.holds = predicate(term);
  } else {
    for (const MeasureTerm& one : term.measures) invariant.measures.push_back({one.name, measure(one, term.name)});
    invariant.holds_of_measures = predicate_of_measures(term);
  }
  invariant.term = std::move(term);
  return invariant;
}

namespace {

std::optional<Violation> violation_of_measures(const Invariant& invariant, const State& before, const State& c,
                                               const Environment& env) {
  std::vector<Value> values;
  for (const State* at : {&c, &before})
    for (const Measured& measure : invariant.measures) values.push_back(measure.of(*at, env));
  if (invariant.holds_of_measures(values)) return std::nullopt;
  Violation found{.invariant = invariant.name};
  for (std::size_t j = 0; j < invariant.measures.size(); ++j) {
    const Value &now = values[j], &was = values[j + invariant.measures.size()];
    found.measured.push_back(invariant.measures[j].name + " = " + in_digits(now) +
                             (now == was ? "" : ", and was " + in_digits(was)));
  }
  return found;
}

}  // namespace

std::optional<Violation> violation(const Invariant& invariant, const State& before, const State& c,
                                   const Environment& env) {
  if (!invariant.measures.empty()) return violation_of_measures(invariant, before, c, env);
  const Matches matches = fast::query(invariant.q, c, env);
  for (std::size_t j = 0; j < matches.size(); ++j)
    if (const Match r = matches[j]; !invariant.holds(r))
      return Violation{.invariant = invariant.name, .entities = {r.e.begin(), r.e.end()}};
  return std::nullopt;
}

}  // namespace coreecs
