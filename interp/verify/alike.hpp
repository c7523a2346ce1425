/// States that differ in the names of created entities only (D10), told by code that has nothing in common with
/// [renaming]: by profiles, and by trying bijections between those of equal profiles. It is what `verify` goes by.
#pragma once

#include "interp/fast/answer.hpp"
#include "semantics/grammar.hpp"
#include "semantics/state.hpp"

namespace coreecs {

/// Appends a text that no other value, or state, has.
void append_key(std::string& out, const Value& k);
void append_key(std::string& out, const State& c);

/// Whether some bijection between the created entities of c and those of c' makes them the same. Two states of which
/// some profile has not equally many entities, or that differ once profiles stand for entities, are not alike;
/// otherwise an entity is given each of its possible images in turn, which tells others apart, and so on. Unknown where
/// that takes more than `limit` images. Cost: k log k for each round of profiles, of which each image takes some.
[[nodiscard]] Answer alike(const State& c, const State& c_, std::size_t limit = 10'000);

}  // namespace coreecs
