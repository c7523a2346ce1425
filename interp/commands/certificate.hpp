/// Writes certificates for `check --certificate`.
#pragma once

#include "interp/check/record/certify.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

/// Writes the certificate for a verdict on a program of `file` to `path`, or prints it if that is "-". Prints a message
/// and returns false if it cannot be written. `names` has the names of the verdict; names that only the certificate
/// mentions are added.
[[nodiscard]] bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                                     const NamedSchedule& schedule, const Verdict& verdict, Names& names);

}  // namespace coreecs
