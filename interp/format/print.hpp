/// Programs back to JSON.
#pragma once

#include "interp/program/program.hpp"

namespace coreecs {

/// The program as a document of the program format, laid out for people. Loading it gives the same program, unless its
/// schedules are nested too deeply for a document other than to the left.
/// Precondition: every system and invariant came from JSON. Cost: n log n.
[[nodiscard]] std::string print(const Program& program);

}  // namespace coreecs
