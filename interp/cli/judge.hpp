/// The command `judge`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"
#include "interp/oracle/tolerance.hpp"

namespace coreecs {

class JudgeCommand {
 public:
  /// Adds the command.
  explicit JudgeCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  struct Options {
    std::string cases, results;
    Tolerance tolerance;
    std::size_t limit = 10'000;
    bool all = false, json = false;
    std::optional<std::string> junit;  ///< the file to write it to
  };
  [[nodiscard]] Status judge() const;

  Options options_;
  Command& command_;
};

}  // namespace coreecs
