#include <algorithm>

#include "interp/check/prove/prove.hpp"

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

const PairProof* ProofReport::refuted() const {
  if (runs) return runs->commute == Answer::No ? &*runs : nullptr;
  for (const ProvedPlace& at : places)
    for (const PairProof& pair : at.pairs)
      if (pair.commute == Answer::No) return &pair;
  return nullptr;
}

}  // namespace coreecs
