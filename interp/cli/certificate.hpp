/// Certificates: `check --certificate`, and the command `verify-certificate`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"
#include "interp/record/certify.hpp"

namespace coreecs {

/// Writes the certificate for a verdict on a program that was read from `file` to `path`, or prints it where that is
/// "-"; false when it has been said that it cannot be written. `names` has those of the verdict, and gets others that
/// the certificate mentions.
[[nodiscard]] bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                                     const NamedSchedule& schedule, const Verdict& verdict, Names& names);

class VerifyCommand {
 public:
  /// Adds the command.
  explicit VerifyCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  std::string program_, certificate_;
  std::size_t limit_ = 100'000;
  bool json_ = false;
  Command& verify_;
};

}  // namespace coreecs
