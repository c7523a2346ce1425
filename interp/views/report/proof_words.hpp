/// Words that proofs share.
#pragma once

#include <string>

#include "interp/check/prove/prove.hpp"

namespace coreecs {

/// "proved", "refuted" or "unknown", as in JSON; with colours for a terminal if asked for.
[[nodiscard]] std::string verdict_of_proof(Answer answer, bool coloured = false);
/// Why it is open, as in JSON.
[[nodiscard]] const char* key(ProofGap gap);

}  // namespace coreecs
