/// Proofs for every state, and counterexamples, in words and in JSON (specs/reference/output.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "interp/check/decide/lost_updates.hpp"
#include "interp/check/prove/prove.hpp"
#include "interp/language/notation/notation.hpp"
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

// What reports on proofs share: this one, and that on two schedules exchanged (interp/search/exchange.hpp).

/// "proved", "refuted" or "unknown", as in JSON; with colours for a terminal if asked for.
[[nodiscard]] std::string verdict_of_proof(Answer answer, bool coloured = false);
/// "whether ...: the solver was stopped": why a question about a pair is open.
[[nodiscard]] std::string why_open(const PairProof&, const std::string& question);
/// A state in lines, each entity on one; the first line has no margin.
[[nodiscard]] std::string show_start(const State&, const Notation&, const std::string& margin);
/// The members "gap", if it is open, and "reason" and "remedy".
void json_why(JsonWriter&, const PairProof&, const std::string& why, const std::string& remedy);
/// The members "found_by" and "counterexample".
void json_counterexample(JsonWriter&, bool by_search, const nlohmann::ordered_json& document);

}  // namespace coreecs
