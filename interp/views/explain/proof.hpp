/// The reasons of a verdict as short proofs, in sentences.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

struct ProofText {
  std::string verdict;             ///< "deterministic: no"
  std::string why;                 ///< as a clause
  std::vector<std::string> steps;  ///< as sentences; empty if the clause suffices
};

/// For each of the four verdicts: why it holds, or, step by step, why it does not.
[[nodiscard]] std::vector<ProofText> proofs(const Verdict&, const Notation&);

void explain_verdict(const Verdict&, const Notation&, Lines& out);

}  // namespace coreecs
