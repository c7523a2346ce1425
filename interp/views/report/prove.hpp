/// Proofs for every state, and counterexamples, in words and in JSON (specs/reference/output.md).
#pragma once

#include <nlohmann/json.hpp>

#include "interp/check/decide/lost_updates.hpp"
#include "interp/check/prove/prove.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// A start from which a schedule is not safe in its first frame, or what the proof is about: a complete program, and
/// its verdict.
struct Refutation {
  nlohmann::ordered_json document;
  Program program;
  Verdict verdict;
  bool by_search = false;               ///< random states led to it, not the solver
  std::optional<LostUpdate> lost = {};  ///< an update that is lost, if the proof is about those
};

/// The verdict on a schedule of a program. Yes and No are final.
struct Proof {
  ProofReport report;
  std::optional<Refutation> refutation = {};
  std::vector<std::string> entities = {};  ///< the names of entities in states of the report

  [[nodiscard]] Answer answer() const { return refutation ? Answer::No : report.answer(); }
};

/// In the paper's notation, and as a JSON document.
[[nodiscard]] std::string show(const Proof& proof, const Program& program, const NamedSchedule& schedule,
                               bool coloured);
[[nodiscard]] std::string json(const Proof& proof, const Program& program, const NamedSchedule& schedule);

}  // namespace coreecs
