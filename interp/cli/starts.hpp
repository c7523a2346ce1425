/// The start states that `fuzz` and `cases` try.
#pragma once

#include "interp/cli/io.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

class Command;

struct StartOptions {
  /// Adds them to the options of a command.
  void add_to(Command& command);

  std::optional<std::uint64_t> entities;
  std::vector<std::string> ranges;
  std::vector<std::string> assumed;

  /// How many entities a state has at most.
  [[nodiscard]] std::uint64_t entities_of(const Program&) const;
  /// Those of the program, and those of the options, which override them; nothing when something wrong was printed.
  [[nodiscard]] std::optional<std::vector<Range>> ranges_of(const Program&) const;
  /// The invariants that the program and the options assume; nothing when it was printed that there are none of that
  /// name, or, where they have to, that one does not hold at the program's own start. The program is that of the file.
  [[nodiscard]] std::optional<std::vector<std::string>> assumed_of(const Input&, const std::string& file,
                                                                   bool hold_at_start) const;
};

}  // namespace coreecs
