/// The command `shrink`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

class ShrinkCommand {
 public:
  /// Adds the command.
  explicit ShrinkCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  struct Options {
    std::string file;
    std::optional<std::string> schedule;
    std::optional<std::uint64_t> frames;
    std::string verdict = "confluent";
    std::size_t limit = 1000;
    std::optional<std::string> output;
  };
  [[nodiscard]] Status shrink() const;

  Options options_;
  Command& shrink_;
};

}  // namespace coreecs
