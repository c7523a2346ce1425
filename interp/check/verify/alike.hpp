/// How the verifier compares values and states, up to the names of created entities (D10). This code has nothing in
/// common with [renaming]: it uses profiles, and tries images in groups of things that are near one another.
#pragma once

#include <string>

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

/// Appends a text that no other value has.
void append_key(std::string& out, const Value& k);
/// Appends the differences of the state from `start`, as a text that no other state has. Cost: k.
void append_key(std::string& out, const State& c, const State& start);
/// Appends a text of a location and its value, the same whichever created entities they name.
void append_outline(std::string& out, const Location& l, const Value& k);

}  // namespace coreecs
