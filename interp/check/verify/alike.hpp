/// States that differ in the names of created entities only (D10), told by code that has nothing in common with
/// [renaming]: by profiles, and, of what is near to one another and has the same profiles, by trying images. It is what
/// `verify` goes by.
#pragma once

#include "interp/base/answer.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// Whether some bijection between the created entities of c and those of c' makes them the same. Two states of which
/// some profile has not equally many entities are not alike. Otherwise what has a profile of its own has its image, and
/// the rest falls into groups, of which both states are to have as many of each kind: in two groups with the same
/// profiles, an entity is given each of its possible images in turn, which tells others apart, and so on. Unknown where
/// more than `limit` entities and locations were looked at for images that turned out to be none. Throws Interrupted.
/// Cost: k log² k for the profiles, as a rule, and for each image, that of what it tells apart.
[[nodiscard]] Answer alike(const State& c, const State& other, std::size_t limit = 20'000'000);

}  // namespace coreecs
