/// The command `shrink`.
#pragma once

#include "interp/cli/io.hpp"

namespace coreecs {

class ShrinkCommand {
 public:
  /// Adds the command, whose help ends with `footer`.
  ShrinkCommand(CLI::App& app, const char* footer);
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
  CLI::App* shrink_;
};

}  // namespace coreecs
