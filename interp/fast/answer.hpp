/// What a question comes to that is decided within limits.
#pragma once

namespace coreecs {

/// Unknown: the limits were reached first.
enum class Answer { Yes, No, Unknown };

[[nodiscard]] constexpr Answer answer(bool yes) { return yes ? Answer::Yes : Answer::No; }

}  // namespace coreecs
