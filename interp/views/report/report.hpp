/// The verdicts of `check`, in words and in JSON (program format §7).
#pragma once

#include <array>

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// A token or @FILE, or where a token that is too long to be read can be had.
[[nodiscard]] std::string shown_replay(const std::string& replay);

/// A run as a JSON object: its order, its final state or its error, and its token, if there is one.
void json(JsonWriter& out, const Ending& run, const Notation& notation, const std::string& replay = "");

/// The entities of a verdict under their names, also those that only its witness creates.
[[nodiscard]] Names names(const Program& program, const Verdict& verdict);

/// The tokens of the two runs of a witness; or nothing, where they are not shown.
using Replays = std::array<std::string, 2>;

/// The members of the JSON document of a verdict (program format §7).
void json(JsonWriter& out, const Verdict& verdict, const Notation& notation, const Replays& replays = {});

/// A verdict with its reasons, in the paper's words, with colours for a terminal, and with every digit of the number of
/// linearizations, if asked for.
[[nodiscard]] std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured,
                               const Replays& replays = {}, bool exact = false);

}  // namespace coreecs
