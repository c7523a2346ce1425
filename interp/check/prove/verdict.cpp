#include <algorithm>

#include "interp/check/prove/exchange.hpp"
#include "interp/fast/pass.hpp"
#include "interp/fast/renaming.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

Answer ProvedPlace::answer() const {
  if (answered) return Answer::Yes;
  Answer all = pairs.empty() ? Answer::Unknown : Answer::Yes;
  for (const PairProof& pair : pairs) {
    if (pair.commute == Answer::No) return Answer::No;
    if (pair.commute == Answer::Unknown) all = Answer::Unknown;
  }
  return all;
}

std::vector<std::string> ProofReport::given() const {
  std::vector<std::string> names;
  if (std::any_of(places.begin(), places.end(), [](const ProvedPlace& at) { return at.given_invariants; }))
    for (const InvariantProof& invariant : invariants)
      if (invariant.holds()) names.push_back(invariant.name);
  return names;
}

Answer ProofReport::answer() const {
  if (runs) return runs->commute;
  Answer all = Answer::Yes;
  for (const ProvedPlace& at : places) {
    if (at.answer() == Answer::No) return Answer::No;
    if (at.answer() == Answer::Unknown) all = Answer::Unknown;
  }
  return all;
}

std::optional<BySolver> prove_briefly(const Program& program, const Schedule& z) {
  if (!has_solver()) return std::nullopt;
  Program wide = program;
  for (int k = 0; k < 8; ++k) wide.entities.emplace_back();  // nothing prints their names
  const ProofReport report = prove_safe(wide, z, {.query = 20'000, .schedule = 100'000, .leaves = 2'000});
  BySolver brief{report.answer(), report.given(), {}};
  for (const ProvedPlace& at : report.places)
    if (!brief.refuted && at.answer() == Answer::No) brief.refuted = at.statically;
  return brief;
}

Answer ExchangeProof::answer() const {
  if (counterexample) return Answer::No;
  const auto shown = [](const PairProof& pair) { return pair.commute == Answer::Yes; };
  return std::all_of(pairs.begin(), pairs.end(), shown) ? Answer::Yes : Answer::Unknown;
}

bool order_matters(const Schedule& a, const Schedule& b, const State& c) {
  constexpr std::size_t most = 10'000;
  Entities entities;
  const Environment env = by_occurrence(entities);
  const auto end = [&](const Schedule& of) -> std::optional<State> {
    try {
      return fast::advance(c, of, {env, 0}, most);
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
  };
  try {
    const std::optional<State> one = end(a >> b), other = end(b >> a);
    if (!one || !other) return one.has_value() != other.has_value();
    return fast::equal_up_to_renaming(*one, *other) == Answer::No;
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

const PairProof* ProofReport::refuted() const {
  if (runs) return runs->commute == Answer::No ? &*runs : nullptr;
  for (const ProvedPlace& at : places)
    for (const PairProof& pair : at.pairs)
      if (pair.commute == Answer::No) return &pair;
  return nullptr;
}

}  // namespace coreecs
