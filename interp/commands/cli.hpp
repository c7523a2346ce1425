/// The command line (program format §6, specs/reference/output.md).
#pragma once

#include "interp/cli/status.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Runs `coreecs` with these arguments, and yields its exit status.
[[nodiscard]] int command_line(int argc, const char* const* argv);

/// The same for a whole process, for `main` to return: exceptions become messages and exit statuses, a closed pipe
/// becomes a write error.
[[nodiscard]] int cli(int argc, const char* const* argv);
/// The command line of a program in C++: `int main(int c, char** v) { return coreecs::cli(program, c, v); }`. Commands
/// that take the FILE of a program use this program by default. A named FILE may leave systems and invariants to the
/// program's functions (interp/language/format/native.hpp), as files written by fuzz and shrink do.
[[nodiscard]] int cli(const Program& program, int argc, const char* const* argv);

}  // namespace coreecs
