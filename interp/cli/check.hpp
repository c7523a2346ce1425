/// The command `check`.
#pragma once

#include "interp/cli/programs.hpp"

namespace coreecs {

struct CheckOptions {
  Programs programs;
  std::optional<std::uint64_t> frames;
  std::size_t limit = 100'000;
  bool on_every_state = false, any_match_order = false, suggest = false, exact = false, json = false;
  std::string visibility = "snapshot";
  std::optional<std::string> certificate;  ///< the file to write it to
  std::optional<std::string> folder;       ///< for tokens
};

class CheckCommand {
 public:
  /// Adds the command.
  explicit CheckCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  CheckOptions options_;
  Command& command_;
};

}  // namespace coreecs
