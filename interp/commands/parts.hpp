/// The parts of the command line in this build.
#pragma once

#include "interp/cli/part.hpp"

namespace coreecs {

/// The main house, then each annex.
[[nodiscard]] std::vector<Part> all_parts();

}  // namespace coreecs
