/// `run`: with the reference, on threads, or with choices by a seed.
#pragma once

#include "interp/cli/programs.hpp"

namespace coreecs {

struct RunOptions {
  Programs programs;
  std::optional<std::uint64_t> frames;
  bool json = false;
  std::string by = "component";
  std::optional<std::string> replay;
  bool anyway = false;

  std::string executor = "reference", visibility = "snapshot", strategy = "uniform";
  std::optional<std::uint64_t> threads, repeat, seed;
  std::uint64_t depth = 3;
  bool record = false;
  std::optional<std::string> trace;   ///< the file to write it to
  std::optional<std::string> folder;  ///< for tokens
};

class RunCommand {
 public:
  /// Adds the command.
  explicit RunCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  RunOptions options_;
  Command& command_;
};

}  // namespace coreecs
