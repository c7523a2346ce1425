/// Compares the expectations of a program with what it does (program format §1).
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// The verdict on an aspect that check decides. Throws if memory ran out, or if it was interrupted.
[[nodiscard]] Answer decision(const Verdict&, Aspect);

/// The differences from an expectation, in words, one a line; empty if it holds. Undecided within the limit counts as a
/// difference; `decision` throws if something else cut a verdict short. Cost: that of the run, and of check if it
/// expects verdicts.
[[nodiscard]] std::vector<std::string> differences(const Program& program, const Expectation& expected,
                                                   std::size_t limit);

}  // namespace coreecs
