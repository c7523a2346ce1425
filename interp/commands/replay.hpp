/// `run --replay`, its output, and tokens from other commands for it.
#pragma once

#include "interp/check/record/replay.hpp"
#include "interp/cli/io.hpp"
#include "interp/views/report/report.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace coreecs {

struct ReplayOptions {
  std::string replay;   ///< a token, or @FILE
  bool anyway = false;  ///< even if the token does not fit
  std::optional<std::string> schedule;
  std::optional<std::uint64_t> frames;
  bool json = false;
  bool by_entity = false;
};

/// Performs a run by its token.
[[nodiscard]] Status replay(const CommandLine&, const Program&, const std::string& file, const ReplayOptions&);

/// Prints a complete run, or the first steps of a longer one, under this heading or as a JSON document. Its entities
/// must have names. The status is Wrong if the run ends in a run-time error, which it prints as well.
[[nodiscard]] Status print_run(const std::string& file, Ending run, const std::string& heading,
                               const std::string& schedule, std::uint64_t frames, std::optional<std::uint64_t> seed,
                               const Notation& notation, bool as_json, bool by_entity, bool complete = true);

/// Provides tokens, directly or in files of a folder.
class Tokens {
 public:
  /// Files are FOLDER/run-1.replay and so on.
  explicit Tokens(std::optional<std::string> folder) : folder_(std::move(folder)) {}
  /// The argument for `run --replay`. If a file cannot be written, prints that, and yields the token itself.
  std::string operator()(const Replay&);
  /// The status of a command that has provided tokens.
  [[nodiscard]] Status status(Status of_command) const { return failed_ ? Status::Wrong : of_command; }

 private:
  std::optional<std::string> folder_;
  std::size_t count_ = 0;
  bool failed_ = false;
};

/// Adds --save-replays.
CLI::Option* save_replays_option(CLI::App& command, std::optional<std::string>& folder);

/// Tokens for the runs in the witness of a verdict, if it has one.
[[nodiscard]] Replays replays(const Verdict&, const Program&, const Schedule&, Tokens&);

}  // namespace coreecs
