/// Values and heaps of the archetype calculus in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/archetypes/archetype/program.hpp"

namespace coreecs::archetype {

/// A component: { "x": 1, "y": 0.5 }. Precondition: the value is one of C.
[[nodiscard]] nlohmann::ordered_json as_json(const Value& c, const CType& C);
/// Any value, as an ill-typed heap may hold it; a component of C as above.
[[nodiscard]] nlohmann::ordered_json any_as_json(const Value& v, const CType& C, const Names& names);
/// The nonempty tables, in the order of their archetypes: [ { "archetype": ["Pos"], "entities": { "e0": { "Pos": {...}
/// } } } ].
[[nodiscard]] nlohmann::ordered_json tables_as_json(const Program&, const Heap& H, const Names& names);

}  // namespace coreecs::archetype
