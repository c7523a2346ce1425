/// What commands about several programs share.
#pragma once

#include <functional>

#include "interp/cli/command.hpp"
#include "interp/fast/answer.hpp"

namespace coreecs {

struct ArchetypeInput;

/// The programs that a command is about, and the schedule of each.
struct Programs {
  /// Adds them to the arguments and options of a command.
  void add_to(Command& command);

  std::vector<std::string> files;
  std::optional<std::string> schedule;

  /// Takes one after the other until one is interrupted. Where memory does not suffice for one, that is said, and
  /// it is undecided.
  /// Programs of the archetype calculus go to `of_archetypes`; where it is empty, they are refused.
  [[nodiscard]] Status each(
      const std::function<Status(const Input&, const std::string& file)>& command,
      const std::function<Status(const ArchetypeInput&, const std::string& file)>& of_archetypes = {}) const;
};

/// What a command comes to. Where it is interrupted, or memory does not suffice, that is said of `of`, and the command
/// is undecided.
[[nodiscard]] Status ended(const std::string& of, const std::function<Status()>& command);

[[nodiscard]] Status status_of(Answer answer);

/// Whether so many frames of a schedule are few enough to be decided; where not, that has been said.
[[nodiscard]] bool can_look_at(const std::string& file, const NamedSchedule& schedule, std::uint64_t frames);

/// --limit of the commands that decide.
CLI::Option* limit_option(Command& command, std::size_t& limit);

}  // namespace coreecs
