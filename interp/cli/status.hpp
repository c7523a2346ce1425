/// The result of a command.
#pragma once

namespace coreecs {

/// The exit status of every command. Wrong is an error of the input or its use, Bug one of coreecs.
enum class Status { Yes = 0, No = 1, Wrong = 2, Undecided = 3, Bug = 4 };

/// The worse of two, in ascending order: Yes, Undecided, No, Wrong.
[[nodiscard]] Status worse(Status a, Status b);

}  // namespace coreecs
