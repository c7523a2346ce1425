/// λx⃗.t as a system of Core ECS.
#pragma once

#include "interp/archetypes/bridge/block.hpp"
#include "interp/archetypes/bridge/vocabulary.hpp"

namespace coreecs::bridge {

/// o(t⃗): ".x" reads a field, the name of a component type makes a component, "C.x" changes a field of one, and any
/// other name is in interp/archetypes/archetype/operations.hpp. Nothing if the name is unknown, or takes other
/// operands. Precondition: a component whose fields are read is a variable.
[[nodiscard]] std::optional<Expr> apply(const archetype::Operation& o, std::vector<Expr> t, const Vocabulary& K);

/// A component of these fields, in the order of its type.
[[nodiscard]] Expr component(Label C, std::vector<Expr> fields, const Vocabulary& K);

/// The translation of events that a system stages.
enum class Staging {
  Queued,  ///< each becomes an entity of its own, which sync will perform
  Direct,  ///< each is a mutation at the end of the invocation
};

/// A system whose matches are the tuples of entities of these archetypes, and whose mutation is the effect of t on one.
/// Untranslatable if t reads a component that may be absent, uses an entity that may be gone, or has an operation that
/// the program format lacks. Terms that are typed by the repaired rules fail only for the last reason. Cost: the size
/// of t; an if nested in n others costs n times its size.
[[nodiscard]] OrUntranslatable<SystemTerm> translate(const archetype::Function& f, std::string name, Staging staging,
                                                     const Vocabulary& K);

}  // namespace coreecs::bridge
