/// The command `show`.
#pragma once

#include "interp/cli/programs.hpp"

namespace coreecs {

class ShowCommand {
 public:
  /// Adds the command.
  explicit ShowCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  Programs programs_;
  Command& command_;
};

}  // namespace coreecs
