#include "interp/program/invariant.hpp"

#include "interp/fast/query.hpp"
#include "semantics/query.hpp"

namespace coreecs {

Invariant invariant(InvariantTerm term) {
  Invariant invariant{term.name, query(term), predicate(term)};
  invariant.term = std::move(term);
  return invariant;
}

std::optional<std::vector<Entity>> violation(const Invariant& invariant, const State& c, const Environment& env) {
  const Matches matches = fast::query(invariant.q, c, env);
  for (std::size_t j = 0; j < matches.size(); ++j)
    if (const Match r = matches[j]; !invariant.holds(r)) return std::vector<Entity>(r.e.begin(), r.e.end());
  return std::nullopt;
}

}  // namespace coreecs
