// A formula of an invariant ignores errors of its terms, both where it is assumed and where it is shown: what is
// inductive is the formula. It is true at a state at which the interpreter says that the invariant holds.
#include "interp/check/prove/invariants.hpp"

#include <algorithm>

namespace coreecs::symbolic {

namespace {

/// At how many vectors of entities a hypothesis is assumed.
constexpr std::size_t most_vectors = 40;

const term::Operation* operation(const Term& t, std::string_view key) {
  const auto* found = std::get_if<term::Operation>(&t.node().form);
  return found && found->op->key == key ? found : nullptr;
}

/// The measure that a term is, if it is one of this kind, after the frame.
const MeasureTerm* measure(const InvariantTerm& invariant, const Term& t, MeasureTerm::Kind kind) {
  const auto* variable = std::get_if<term::Variable>(&t.node().form);
  if (!variable || variable->was || variable->slot >= invariant.measures.size()) return nullptr;
  const MeasureTerm& found = invariant.measures[variable->slot];
  return found.kind == kind ? &found : nullptr;
}
bool is_number(const Term& t, int n) {
  const auto* literal = std::get_if<term::Literal>(&t.node().form);
  return literal && literal->value == Value(n);
}

/// A claim about the whole state: no two matches of a measure (with the same value); or no match.
struct Claim {
  const MeasureTerm* of;
  bool none = false;
};

/// The claims that a conjunction consists of; none if one is of another form.
bool read(const InvariantTerm& invariant, const Term& t, std::vector<Claim>& claims) {
  using Kind = MeasureTerm::Kind;
  if (const auto* both = operation(t, "and"))
    return std::all_of(both->terms.begin(), both->terms.end(),
                       [&](const Term& each) { return read(invariant, each, claims); });
  if (const MeasureTerm* unique = measure(invariant, t, Kind::Unique)) {
    claims.push_back({unique});
    return true;
  }
  if (const auto* no = operation(t, "not"))
    if (const MeasureTerm* exists = measure(invariant, no->terms[0], Kind::Exists)) {
      claims.push_back({exists, true});
      return true;
    }
  for (const auto& [key, bound] : {std::pair("<=", 1), std::pair("<", 2)})
    if (const auto* comparison = operation(t, key))
      if (const MeasureTerm* count = measure(invariant, comparison->terms[0], Kind::Count))
        if (is_number(comparison->terms[1], bound)) {
          claims.push_back({count});
          return true;
        }
  return false;
}

struct MatchOf {
  SymbolicMatch r;
  z3::expr is_match;
  std::optional<SymbolicValue> value;  ///< of a measure that is unique
};

MatchOf match_at(Encoding& to, const MatchTerm& of, const Term& value, SymbolicState& c,
                 const std::vector<z3::expr>& given = {}) {
  SymbolicMatch r = match_of(to, of, c, to.truth(true), given);
  const z3::expr is_match = to.all(r.constraints);
  std::optional<SymbolicValue> found;
  if (value) found = evaluate(to, value, r.variables, is_match);
  return {std::move(r), is_match, std::move(found)};
}

z3::expr differ(Encoding& to, const MatchOf& a, const MatchOf& b) {
  std::vector<z3::expr> one;
  for (std::size_t j = 0; j < a.r.entities.size(); ++j) one.push_back(a.r.entities[j] != b.r.entities[j]);
  return to.any(one);
}
/// Two matches of which a claim allows only one.
z3::expr contradict(Encoding& to, const MatchOf& a, const MatchOf& b) {
  std::vector<z3::expr> all{a.is_match, b.is_match, differ(to, a, b)};
  if (a.value) all.push_back(to.same(*a.value, *b.value));
  return to.all(all);
}

/// All vectors of these entities, as far as there are few.
std::vector<std::vector<z3::expr>> vectors(const std::vector<z3::expr>& entities, std::size_t size) {
  std::vector<std::vector<z3::expr>> all{{}};
  for (std::size_t j = 0; j < size; ++j) {
    std::vector<std::vector<z3::expr>> longer;
    for (const auto& start : all)
      for (const z3::expr& e : entities) {
        if (longer.size() == most_vectors) break;
        longer.push_back(start);
        longer.back().push_back(e);
      }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

bool is_understood(const InvariantTerm& invariant) {
  std::vector<Claim> claims;
  return invariant.measures.empty() || read(invariant, invariant.holds, claims);
}

void assume_at(Encoding& to, const InvariantTerm& invariant, SymbolicState& c) {
  const Encoding::WithoutErrors total(to);
  std::vector<z3::expr> entities = to.observed();
  for (const auto& [number, literal] : to.literals()) entities.push_back(literal);
  if (invariant.measures.empty()) {
    for (const auto& e : vectors(entities, invariant.match.size())) {
      MatchOf at = match_at(to, invariant, Term(), c, e);
      to.assume(z3::implies(at.is_match, truth_of(to, invariant.holds, at.r.variables, at.is_match)));
    }
    return;
  }
  std::vector<Claim> claims;
  (void)read(invariant, invariant.holds, claims);
  for (const Claim& claim : claims) {
    std::vector<MatchOf> matches;
    for (const auto& e : vectors(entities, claim.of->match.size()))
      matches.push_back(match_at(to, *claim.of, claim.of->of, c, e));
    for (std::size_t j = 0; j < matches.size(); ++j) {
      if (claim.none) to.assume(!matches[j].is_match);
      for (std::size_t k = 0; !claim.none && k < j; ++k) to.assume(!contradict(to, matches[j], matches[k]));
    }
  }
}

z3::expr violation_at(Encoding& to, const InvariantTerm& invariant, SymbolicState& c) {
  const Encoding::WithoutErrors total(to);
  if (invariant.measures.empty()) {
    MatchOf at = match_at(to, invariant, Term(), c);
    return to.all({at.is_match, !truth_of(to, invariant.holds, at.r.variables, at.is_match)});
  }
  std::vector<Claim> claims;
  (void)read(invariant, invariant.holds, claims);
  std::vector<z3::expr> one;
  for (const Claim& claim : claims) {
    const MatchOf at = match_at(to, *claim.of, claim.of->of, c);
    one.push_back(claim.none ? at.is_match : contradict(to, at, match_at(to, *claim.of, claim.of->of, c)));
  }
  return to.any(one);
}

}  // namespace coreecs::symbolic
