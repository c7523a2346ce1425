/// Answers, in words and in JSON.
#pragma once

#include <optional>
#include <string>

#include "interp/fast/answer.hpp"

namespace coreecs {

/// "yes", "no" or "undecided", with colours for a terminal if asked for.
[[nodiscard]] std::string shown(Answer answer, bool coloured);

/// Why it is undecided, after so many configurations.
[[nodiscard]] std::string why_undecided(Cut, std::size_t configurations);

/// As in JSON: nothing where it is unknown.
[[nodiscard]] std::optional<bool> known(Answer answer);

}  // namespace coreecs
