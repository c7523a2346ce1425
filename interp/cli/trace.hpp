/// The command check-trace.
#pragma once

#include "interp/cli/io.hpp"

namespace coreecs {

class TraceCommand {
 public:
  /// Adds the command, whose help ends with `footer`.
  TraceCommand(CLI::App& app, const char* footer);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  std::string program_, trace_, as_ = "linearization";
  bool json_ = false;
  CLI::App* check_;
};

}  // namespace coreecs
