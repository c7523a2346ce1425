/// The command check-trace.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

class TraceCommand {
 public:
  /// Adds the command.
  explicit TraceCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  std::string program_, trace_, as_ = "linearization";
  bool json_ = false;
  Command& check_;
};

}  // namespace coreecs
