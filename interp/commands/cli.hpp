/// The command line (program format §6, specs/reference/output.md).
#pragma once

#include "interp/cli/status.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Runs `coreecs` with these arguments; the result is its exit status.
[[nodiscard]] int command_line(int argc, const char* const* argv);

/// The same as all that a process does, for `main` to return: exceptions become messages and exit statuses, a closed
/// pipe an error of writing.
[[nodiscard]] int cli(int argc, const char* const* argv);
/// The command line of a program in C++: `int main(int c, char** v) { return coreecs::cli(program, c, v); }`. Where a
/// command takes the FILE of a program, it takes this program if none is named. A FILE that is named may leave systems
/// and invariants to the functions of the program (interp/language/format/native.hpp), as those do that fuzz and shrink
/// write.
[[nodiscard]] int cli(const Program& program, int argc, const char* const* argv);

}  // namespace coreecs
