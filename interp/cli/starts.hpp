/// The start states that `fuzz` and `cases` try.
#pragma once

#include "interp/cli/command.hpp"
#include "interp/program/program.hpp"

namespace coreecs {

struct StartOptions {
  /// Adds them to the options of a command.
  void add_to(Command& command);

  std::optional<std::uint64_t> entities;
  std::vector<std::string> ranges;

  /// How many entities a state has at most.
  [[nodiscard]] std::uint64_t entities_of(const Program&) const;
  /// Those of the program, and those of the options, which override them; nothing when something wrong was printed.
  [[nodiscard]] std::optional<std::vector<Range>> ranges_of(const Program&) const;
};

}  // namespace coreecs
