/// The reasons of a verdict as short proofs, in sentences.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

struct ProofText {
  std::string verdict;             ///< "deterministic: no"
  std::string why;                 ///< in a clause
  std::vector<std::string> steps;  ///< in sentences; none where the clause says it all
};

/// Of each of the four verdicts: why it holds, or, step by step, why it does not.
[[nodiscard]] std::vector<ProofText> proofs(const Verdict&, const Notation&);

void explain_verdict(const Verdict&, const Notation&, Lines& out);

}  // namespace coreecs
