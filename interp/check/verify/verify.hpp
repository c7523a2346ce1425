/// Verification of certificates. It takes nothing on trust and shares no code with what decided: it goes by po_c(z),
/// ≤_z, c ↓ m, queries and influences, as `semantics` has them.
#pragma once

#include "interp/check/verify/certificate.hpp"

namespace coreecs {

/// What became of a claim: `why` is empty where it is accepted.
struct Judged {
  enum class Outcome { Accepted, Refused, Undecided } outcome;
  std::string claim;  ///< "safe", "not safe", ..., or "program" where the certificate is about something else
  std::string why;
};

/// Recomputes every claim of a certificate about a program: each is accepted, refused, or, where it says that
/// everything was looked at, undecided beyond `limit` configurations. A certificate that is about something else is
/// refused as a whole. `entities` is what the certificate was read with; `name` is that of the program, as the document
/// has it. Cost: that of po_c(z), twice, and w log w for w writes; for explorations, the configurations.
[[nodiscard]] std::vector<Judged> verify(const Certificate& certificate, const Program& program,
                                         const std::string& name, Entities& entities, std::size_t limit);

}  // namespace coreecs
