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
/// The length of the control sequence at the beginning of a text that `in_colour` wrote; otherwise 0.
[[nodiscard]] std::size_t colour_sequence(std::string_view text);

/// Why it is undecided, after this many configurations.
[[nodiscard]] std::string why_undecided(Cut, std::size_t configurations);

/// Why it is undecided whether it holds after each frame, if it holds after the last one, which has this number.
[[nodiscard]] std::string undecided_before(std::uint64_t frame);

/// As in JSON: none if it is unknown.
[[nodiscard]] std::optional<bool> known(Answer answer);

/// A number of linearizations from interp/check/decide/count.hpp: "4 linearizations". If it has more than 15 digits,
/// only three significant ones, unless exact: "7.81e154 linearizations".
[[nodiscard]] std::string show_count(const std::string& count, bool exact);

}  // namespace coreecs
