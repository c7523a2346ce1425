/// Shared by commands on several programs.
#pragma once

#include <functional>

#include "interp/base/answer.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// The programs of a command, and the schedule to use.
struct Programs {
  /// Adds them to the arguments and options of a command.
  void add_to(Command& command);

  std::vector<std::string> files;
  std::optional<std::string> schedule;

  /// Runs `command` on each program until an interrupt. If memory runs out for one, prints that, and its status is
  /// Undecided. Programs in other languages are run by their language; `tally` counts their expectations, and the files
  /// of all programs that are answered.
  [[nodiscard]] Status each(const Command& by,
                            const std::function<Status(const Input&, const std::string& file)>& command,
                            Language::Tally* tally = nullptr) const;
};

/// The status of a command. After an interrupt or a lack of memory, prints a message about `of`; the status is
/// Undecided.
[[nodiscard]] Status ended(const std::string& of, const std::function<Status()>& command);

[[nodiscard]] Status status_of(Answer answer);

/// Whether this many frames are few enough to decide; prints a message if not.
[[nodiscard]] bool can_look_at(const std::string& file, const NamedSchedule& schedule, std::uint64_t frames);

// Support for programs in other languages.

/// Adds the options for programs in other languages.
void language_options(Command& command);
/// The end of a command's help, followed by what the command does with programs in other languages.
[[nodiscard]] std::string with_languages(std::string footer, const CommandLine& line, std::string_view command);

/// --limit, for commands that decide.
CLI::Option* limit_option(Command& command, std::size_t& limit);

}  // namespace coreecs
