/// The primitive operations of the archetype calculus (A2), by name, as terms of the program format.
#pragma once

#include "interp/archetypes/bridge/block.hpp"
#include "interp/archetypes/bridge/vocabulary.hpp"

namespace coreecs::bridge {

/// o(t⃗): ".x" takes a field, the name of a component type makes a component, "C.x" changes a field of one, and any
/// other name is one of interp/archetypes/archetype/operations.hpp. Nothing where there is no such name, or it takes
/// others. Precondition: a component of which fields are taken is a variable.
[[nodiscard]] std::optional<Expr> apply(const archetype::Operation& o, std::vector<Expr> t, const Vocabulary& K);

/// A component of these fields, in the order of its type.
[[nodiscard]] Expr component(Label C, std::vector<Expr> fields, const Vocabulary& K);

}  // namespace coreecs::bridge
