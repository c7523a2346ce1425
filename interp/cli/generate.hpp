/// The command `generate`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

class GenerateCommand {
 public:
  /// Adds the command.
  explicit GenerateCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  struct Options {
    std::uint64_t seed = 1, cases = 100;
    std::string shape = "small";
    std::optional<std::string> only, capabilities;
    std::size_t limit = 1'000;
  };
  [[nodiscard]] Status generate() const;

  Options options_;
  Command& command_;
};

}  // namespace coreecs
