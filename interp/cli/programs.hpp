/// What commands about several programs share.
#pragma once

#include <functional>

#include "interp/base/answer.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// The programs that a command is about, and the schedule of each.
struct Programs {
  /// Adds them to the arguments and options of a command.
  void add_to(Command& command);

  std::vector<std::string> files;
  std::optional<std::string> schedule;

  /// Does `command` with one program after the other until one is interrupted. Where memory does not suffice for one,
  /// that is said, and it is undecided. What `by` does with a program in another language is that language's; of the
  /// expectations of these `others` counts.
  [[nodiscard]] Status each(const Command& by,
                            const std::function<Status(const Input&, const std::string& file)>& command,
                            Language::Tally* others = nullptr) const;
};

/// What a command comes to. Where it is interrupted, or memory does not suffice, that is said of `of`, and the command
/// is undecided.
[[nodiscard]] Status ended(const std::string& of, const std::function<Status()>& command);

[[nodiscard]] Status status_of(Answer answer);

/// Whether so many frames of a schedule are few enough to be decided; where not, that has been said.
[[nodiscard]] bool can_look_at(const std::string& file, const NamedSchedule& schedule, std::uint64_t frames);

// What commands take besides programs of Core ECS.

/// The options that are asked of programs in other languages.
void language_options(Command& command);
/// The end of the help of a command, and behind it what the command does with programs in other languages.
[[nodiscard]] std::string with_languages(std::string footer, const CommandLine& line, std::string_view command);

/// --limit of the commands that decide.
CLI::Option* limit_option(Command& command, std::size_t& limit);

}  // namespace coreecs
