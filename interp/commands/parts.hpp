/// The parts of the house that this build has.
#pragma once

#include "interp/cli/part.hpp"

namespace coreecs {

/// The main house, then each annex.
[[nodiscard]] std::vector<Part> all_parts();

}  // namespace coreecs
