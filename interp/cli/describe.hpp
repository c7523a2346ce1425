/// The command `describe`: what the command line says of itself, for those who install it. It is hidden.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

class DescribeCommand {
 public:
  /// Adds the command. It describes all commands of the command line.
  explicit DescribeCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  std::string format_;
  std::optional<std::string> file_;
  const CLI::App& all_;
  Command& command_;
};

}  // namespace coreecs
