/// The verdicts of `check`, in words and in JSON (program format §7).
#pragma once

#include <array>

#include "interp/decide/check.hpp"
#include "interp/notation/notation.hpp"

namespace coreecs {

/// A token or @FILE, or where a token that is too long to be read can be had.
[[nodiscard]] std::string shown_replay(const std::string& replay);

/// A run as a JSON object: its order, its final state or its error, and its token, if there is one.
void json(std::string& out, const Ending& run, const Notation& notation, const std::string& replay = "");

/// The entities of a verdict under their names, also those that only its witness creates.
[[nodiscard]] Names names(const Program& program, const Verdict& verdict);

/// The tokens of the two runs of a witness; or nothing, where they are not shown.
using Replays = std::array<std::string, 2>;

/// A verdict as the JSON document of program format §7, with `more` members after its own, each behind a comma.
[[nodiscard]] std::string json(const Verdict& verdict, const Notation& notation, const Replays& replays = {},
                               const std::string& more = "");

/// A verdict with its reasons, in the paper's words, with colours for a terminal if asked for.
[[nodiscard]] std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured,
                               const Replays& replays = {});

}  // namespace coreecs
