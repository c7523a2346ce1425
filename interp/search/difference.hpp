/// What differs between two states that are not equal up to a renaming of created entities.
#pragma once

#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// A value with its place.
struct Binding {
  Location l;
  Value k;
};

/// A place where two states differ: of a created entity, with the place that it is compared with.
struct Difference {
  std::optional<Binding> expected, found;
};

/// All differences. Created entities that both states have, with what they are connected with, are counterparts of one
/// another; each other one is compared with one that is as like it as can be, of the same name first. Cost: k log² k.
[[nodiscard]] std::vector<Difference> differences(const State& expected, const State& found, const Names& names);

/// "Pos(e1) ↦ 10", or "none"
[[nodiscard]] std::string shown(const std::optional<Binding>&, const Notation&);

}  // namespace coreecs
