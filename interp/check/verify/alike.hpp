/// Whether states differ only in the names of created entities (D10), for `verify`. This code has nothing in common
/// with [renaming]: it uses profiles, and tries images in groups of things that are near one another.
#pragma once

#include "interp/base/answer.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// Whether some bijection between the created entities of c and those of c' makes them the same. It does not if some
/// profile has unequally many entities in the two states. Otherwise an entity with a profile of its own has its image.
/// The others form groups, and both states must have equally many of each kind. Two groups with the same profiles are
/// compared by trying each possible image of one entity, which separates others, and so on. Unknown if more than
/// `limit` entities and locations were looked at for wrong images. Throws Interrupted. Cost: usually k log² k for the
/// profiles, and for each image that of what it separates.
[[nodiscard]] Answer alike(const State& c, const State& other, std::size_t limit = 20'000'000);

}  // namespace coreecs
