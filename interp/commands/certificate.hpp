/// What `check --certificate` writes.
#pragma once

#include "interp/check/record/certify.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

/// Writes the certificate for a verdict on a program that was read from `file` to `path`, or prints it where that is
/// "-"; false when it has been said that it cannot be written. `names` has those of the verdict, and gets others that
/// the certificate mentions.
[[nodiscard]] bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                                     const NamedSchedule& schedule, const Verdict& verdict, Names& names);

}  // namespace coreecs
