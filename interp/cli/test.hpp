/// The command `test`.
#pragma once

#include "interp/cli/programs.hpp"

namespace coreecs {

class TestCommand {
 public:
  /// Adds the command.
  explicit TestCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  Programs programs_;
  std::size_t limit_ = 100'000;
  Command& command_;
};

}  // namespace coreecs
