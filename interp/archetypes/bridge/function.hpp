/// λx⃗.t as a system of Core ECS.
#pragma once

#include "interp/archetypes/bridge/block.hpp"
#include "interp/archetypes/bridge/vocabulary.hpp"

namespace coreecs::bridge {

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
