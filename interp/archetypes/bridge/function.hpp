/// λx⃗.t as a system of Core ECS.
#pragma once

#include "interp/archetypes/bridge/block.hpp"
#include "interp/archetypes/bridge/vocabulary.hpp"

namespace coreecs::bridge {

/// What becomes of the events that a system stages.
enum class Staging {
  Queued,  ///< each becomes an entity of its own, which sync will perform
  Direct,  ///< each is a mutation at the end of the invocation
};

/// A system whose matches are the tuples of entities of these archetypes, and whose mutation is what t does with one.
/// It has none where t reads what is not surely there, or is about an entity that may be gone, or has an operation that
/// the program format lacks: of terms that are typed by the repaired rules, only the last. Cost: the size of t, and for
/// each if that stands in n others, n times what is in it.
[[nodiscard]] OrUntranslatable<SystemTerm> translate(const archetype::Function& f, std::string name, Staging staging,
                                                     const Vocabulary& K);

}  // namespace coreecs::bridge
