/// The command line (program format §6, §7).
#pragma once

#include "interp/program/program.hpp"

namespace coreecs {

/// Exit status of every command. Wrong is the input or its use, Bug is coreecs.
enum class Status { Yes = 0, No = 1, Wrong = 2, Undecided = 3, Bug = 4 };

/// Runs `coreecs` with these arguments; the result is its exit status.
[[nodiscard]] int command_line(int argc, const char* const* argv);

/// The same as all that a process does, for `main` to return: exceptions become messages and exit statuses, a closed
/// pipe an error of writing.
[[nodiscard]] int cli(int argc, const char* const* argv);
/// The command line of a program in C++: `int main(int c, char** v) { return coreecs::cli(program, c, v); }`. Where a
/// command takes the FILE of a program, it takes this program if none is named. A FILE that is named may leave systems
/// and invariants to the functions of the program (interp/format/native.hpp), as those do that fuzz and shrink write.
[[nodiscard]] int cli(const Program& program, int argc, const char* const* argv);

}  // namespace coreecs
