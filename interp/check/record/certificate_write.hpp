/// Certificates as documents (specs/reference/files.md).
#pragma once

#include "interp/check/verify/certificate.hpp"

namespace coreecs {

/// The certificate as a document. Occurrences identify created entities; those without a name get one.
/// Cost: its length.
[[nodiscard]] std::string json(const Certificate&, const Schema&, Names&);

}  // namespace coreecs
