/// A schedule as the tree that it is.
#pragma once

#include "interp/views/picture/picture.hpp"
#include "semantics/grammar.hpp"

namespace coreecs {

/// Nodes are conc(s), seq(s), ∥ and ⨟, each above its sides. Where there are more than `most`, small sub-schedules are
/// one node each, and a note says so. Cost: n log n for n leaves.
[[nodiscard]] Picture schedule_picture(const Schedule& z, std::size_t most = most_drawn);

}  // namespace coreecs
