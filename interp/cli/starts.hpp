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

  /// The greatest number of entities of a start state.
  [[nodiscard]] std::uint64_t entities_of(const Program&) const;
  /// The program's ranges, overridden by those of the options; nothing after problems have been printed.
  [[nodiscard]] std::optional<std::vector<Range>> ranges_of(const Program&) const;
  /// The invariants that the program and the options assume. Nothing after a message: a name is unknown, or an
  /// invariant does not hold at the program's own start although it has to. The program is that of the file.
  [[nodiscard]] std::optional<std::vector<std::string>> assumed_of(const Input&, const std::string& file,
                                                                   bool hold_at_start) const;
};

}  // namespace coreecs
