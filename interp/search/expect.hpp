/// The expectations of a program, compared with what it does (program format §1).
#pragma once

#include "interp/program/program.hpp"

namespace coreecs {

/// What differs from an expectation, in words, one line for each; nothing where it holds. Undecided within the limit
/// counts as different. Cost: that of the run, and of check where it asks for verdicts.
[[nodiscard]] std::vector<std::string> differences(const Program& program, const Expectation& expected,
                                                   std::size_t limit);

}  // namespace coreecs
