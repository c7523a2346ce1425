/// Systems beside the components that they read and write.
#pragma once

#include "interp/language/program/program.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

/// Edges lead from what is read to the system that reads it, and from a system to what it writes. Where nodes or edges
/// are more than a few times `most`, several systems, or components, that follow one another are one node each, and a
/// note says so. Cost: nodes and edges, times their logarithm.
[[nodiscard]] Picture systems_picture(const Program& program, std::size_t most = most_drawn);

}  // namespace coreecs
