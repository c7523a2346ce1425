/// From a verdict to its certificate, and to the document of it (specs/reference/files.md).
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/check/verify/certificate.hpp"

namespace coreecs {

/// The certificate for a verdict of `check` on a schedule. `name` is the program's name in the document. Cost: n, w log
/// w for w writes, and its length.
[[nodiscard]] Certificate certify(const Program& program, const std::string& name, const NamedSchedule& schedule,
                                  const Verdict& verdict);

/// The certificate as a document. Occurrences identify created entities; those without a name get one.
/// Cost: its length.
[[nodiscard]] std::string json(const Certificate&, const Schema&, Names&);

}  // namespace coreecs
