/// Proofs for every state, with counterexamples made small; and a search where the solver has no answer.
#pragma once

#include "interp/views/report/prove.hpp"

namespace coreecs {

/// The number of entities that counterexamples may have: 8 more than the program declares, as for prove_briefly.
[[nodiscard]] std::uint64_t entities_of_proofs(const nlohmann::ordered_json& document);

/// Decides whether a schedule of a document's program is safe on every state, or what it is `about`. A counterexample
/// is shrunk, and confirmed by check. Where the solver leaves it open, `cases` random states are tried. `assumed`:
/// invariants that count as inductive. Preconditions: the document loads, spawns nothing and has the schedule;
/// has_solver(). Cost: that of prove_safe, of check for each step of shrinking, and of check for each case.
[[nodiscard]] Proof prove(const nlohmann::ordered_json& document, const std::string& schedule,
                          const ProofLimits& limits = {}, std::uint64_t cases = 200,
                          const std::vector<std::string>& assumed = {}, Aspect about = Aspect::Safe);

}  // namespace coreecs
