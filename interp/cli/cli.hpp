/// The command line (program format §6, §7).
#pragma once

namespace coreecs {

/// Exit status of every command. Wrong is the input or its use, Bug is coreecs.
enum class Status { Yes = 0, No = 1, Wrong = 2, Undecided = 3, Bug = 4 };

/// Runs `coreecs` with these arguments; the result is its exit status.
[[nodiscard]] int command_line(int argc, const char* const* argv);

}  // namespace coreecs
