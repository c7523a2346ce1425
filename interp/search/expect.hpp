/// The expectations of a program, compared with what it does (program format §1).
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// The verdict on one of those that check decides. Where memory ran out or an interrupt came first, that is thrown.
[[nodiscard]] Answer decision(const Verdict&, Aspect);

/// What differs from an expectation, in words, one line for each; nothing where it holds. Undecided within the limit
/// counts as different; `decision` throws what else cut a verdict short. Cost: that of the run, and of check where it
/// asks for verdicts.
[[nodiscard]] std::vector<std::string> differences(const Program& program, const Expectation& expected,
                                                   std::size_t limit);

}  // namespace coreecs
