/// The commands `fuzz` and `merge-reports`.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

class FuzzCommands {
 public:
  /// Adds the commands to a command line. It has to outlive the parsing.
  explicit FuzzCommands(CLI::App& app);
  FuzzCommands(const FuzzCommands&) = delete;
  FuzzCommands& operator=(const FuzzCommands&) = delete;
  /// Runs the command if it is one of these. Precondition: the command line was parsed.
  [[nodiscard]] std::optional<Status> run() const;

 private:
  struct Options {
    std::string file;
    std::vector<std::string> reports;
    std::optional<std::string> schedule;
    std::optional<std::uint64_t> frames, entities, only;
    std::uint64_t cases = 1000, seed = 1;
    std::size_t limit = 1000;
    std::optional<double> seconds;
    std::string shard = "1/1";
    std::vector<std::string> find, ranges;
    std::string output = ".";
    std::optional<std::string> report;
    bool json = false;
  };
  [[nodiscard]] Status fuzz() const;
  [[nodiscard]] Status merge() const;

  Options options_;
  Command& fuzz_;
  Command& merge_;
};

}  // namespace coreecs
