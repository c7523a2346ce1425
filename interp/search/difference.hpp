/// The differences between two states that are not equal up to a renaming of created entities.
#pragma once

#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// A value with its place.
struct Binding {
  Location l;
  Value k;
};

/// A place where two states differ; for a created entity, with the place that it is compared with.
struct Difference {
  std::optional<Binding> expected, found;
};

/// All differences. Created entities in parts that both states have are compared with their counterparts. Each other
/// one is compared with the most similar one, preferably of the same name. If then two places read alike, since equal
/// names stand for other entities there, each one is compared with its namesake. Cost: k log² k.
[[nodiscard]] std::vector<Difference> differences(const State& expected, const State& found, const Names& names);

/// "Pos(e1) ↦ 10", or "none"
[[nodiscard]] std::string shown(const std::optional<Binding>&, const Notation&);

}  // namespace coreecs
