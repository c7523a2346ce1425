#include "interp/check/prove/prove.hpp"

#include <algorithm>

#include "interp/check/prove/prover.hpp"

namespace coreecs {

bool has_solver() { return true; }

namespace {

/// Whether the static report answers the question about a place.
bool is_answered(const StaticPlace& at, Aspect about) {
  const auto same = [](const auto& argument) { return argument.second == Argument::Same; };
  if (about == Aspect::LostUpdates)
    return at.by_corollary || (at.is_safe() && std::none_of(at.arguments.begin(), at.arguments.end(), same));
  if (about == Aspect::SharedState) return at.is_safe() && (at.s || at.interferences.empty());
  return at.is_safe();
}

}  // namespace

ProofReport prove_safe(const Program& program, const Schedule& z, const ProofLimits& limits,
                       const std::vector<std::string>& assumed, Aspect about) {
  ProofReport report;
  report.about = about;
  report.systems = program.systems;
  std::optional<symbolic::Prover> prover;  // starting the solver takes longer than many proofs
  for (const StaticPlace& at : static_report(program, z).places) {
    report.places.push_back({at, is_answered(at, about)});
    if (report.places.back().answered) continue;
    if (!prover) prover.emplace(program, z, limits, about, assumed);
    report.places.back().pairs = prover->pairs(at);
  }
  if (report.answer() == Answer::Yes) {
    if (prover) report.steps = prover->steps();
    return report;
  }
  const auto ask_runs = [&] {
    if (about == Aspect::Confluent) report.runs = prover->runs(report.places);
  };
  ask_runs();
  if (report.answer() != Answer::Yes && !program.invariants.empty()) {
    report.invariants = prover->invariants();
    for (ProvedPlace& at : report.places)
      if (at.answer() != Answer::Yes && prover->has_hypotheses()) {
        at.pairs = prover->pairs(at.statically);
        at.given_invariants = true;
      }
    report.runs.reset();
    if (report.answer() != Answer::Yes) ask_runs();
  }
  report.steps = prover->steps();
  return report;
}

}  // namespace coreecs
