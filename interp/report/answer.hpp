/// Answers, in words and in JSON.
#pragma once

#include <string>

#include "interp/fast/answer.hpp"

namespace coreecs {

/// "yes", "no" or "undecided", with colours for a terminal if asked for.
[[nodiscard]] std::string shown(Answer answer, bool coloured);

/// true, false, or null where it is unknown.
[[nodiscard]] const char* json(Answer answer);

}  // namespace coreecs
