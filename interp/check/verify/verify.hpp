/// Verification of certificates. It trusts nothing, and shares no code with what decided. It uses po_c(z), ≤_z, c ↓ m,
/// queries and influences from `semantics`.
#pragma once

#include "interp/check/verify/certificate.hpp"

namespace coreecs {

/// The result for a claim: `why` is empty if it is accepted.
struct Judged {
  enum class Outcome { Accepted, Refused, Undecided } outcome;
  std::string claim;  ///< "safe", "not safe", ..., or "program" if the certificate is about something else
  std::string why;
};

/// Recomputes every claim of a certificate about a program. Each is accepted or refused; a claim that everything was
/// explored is undecided beyond `limit` configurations. A certificate about something else is refused as a whole.
/// `entities` is what the certificate was read with; `name` is the program's name in the document. Cost: that of
/// po_c(z), twice, and w log w for w writes; for explorations, the configurations.
[[nodiscard]] std::vector<Judged> verify(const Certificate& certificate, const Program& program,
                                         const std::string& name, Entities& entities, std::size_t limit);

}  // namespace coreecs
