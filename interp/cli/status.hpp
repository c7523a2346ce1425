/// What a command comes to.
#pragma once

namespace coreecs {

/// Exit status of every command. Wrong is the input or its use, Bug is coreecs.
enum class Status { Yes = 0, No = 1, Wrong = 2, Undecided = 3, Bug = 4 };

/// The worst of two, in the order: fine, undecided, no, wrong.
[[nodiscard]] Status worse(Status a, Status b);

}  // namespace coreecs
