/// The command `linearizations`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

struct OrdersOptions {
  std::string file;
  std::optional<std::string> schedule, folder;
  std::optional<std::uint64_t> frames, sample;
  std::uint64_t limit = 100, seed = 1;
  bool exact = false, list = false, json = false;
};

class OrdersCommand {
 public:
  /// Adds the command.
  explicit OrdersCommand(CLI::App& app);
  /// Runs the command if it is this one. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  OrdersOptions options_;
  Command& command_;
};

}  // namespace coreecs
