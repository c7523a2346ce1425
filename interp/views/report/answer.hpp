/// Answers and counts, in words and in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interp/base/answer.hpp"

namespace coreecs {

/// "yes", "no" or "undecided", with colours for a terminal if asked for.
[[nodiscard]] std::string shown(Answer answer, bool coloured);

enum class Colour { Red, Green, BoldRed, BoldGreen, BoldYellow };
/// Text in a colour of a terminal.
[[nodiscard]] std::string in_colour(Colour colour, const std::string& text);
/// How long the control sequence at the beginning of a text is, where `in_colour` writes it; otherwise 0.
[[nodiscard]] std::size_t colour_sequence(std::string_view text);

/// Why it is undecided, after so many configurations.
[[nodiscard]] std::string why_undecided(Cut, std::size_t configurations);

/// Why it is undecided whether it holds after each frame, where it holds after the last, with this number.
[[nodiscard]] std::string undecided_before(std::uint64_t frame);

/// As in JSON: nothing where it is unknown.
[[nodiscard]] std::optional<bool> known(Answer answer);

/// Of a number of linearizations as interp/check/decide/count.hpp writes it: "4 linearizations", or, unless all digits
/// are asked for, three significant ones of more than 15: "7.81e154 linearizations".
[[nodiscard]] std::string show_count(const std::string& count, bool exact);

}  // namespace coreecs
