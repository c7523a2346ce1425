/// The auxiliary functions of Figure 8: query, merge, no_conflict and atype.
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// query(s): the archetypes whose entities a system accesses.
[[nodiscard]] std::set<AType> query(const System& s);

/// merge(𝓗, 𝓗_1, ..., 𝓗_n). Stuck if a table changed, or if two heaps changed the same entity differently. Cost: the
/// components of 𝓗, for each 𝓗_i.
[[nodiscard]] OrStuck<Heap> merge(const Heap& H, std::span<const Heap> H_i);

/// atype(𝓗, q): the archetypes that the events of a queue will change. Stuck if the subject of an event is no entity,
/// or, in the published rules, if it is in no table.
[[nodiscard]] OrStuck<std::set<AType>> atype(const Heap& H, const Queue& q, const Environment& env);

/// Why no_conflict(𝓗, s, q) does not hold, or nothing. Cost: that of atype.
[[nodiscard]] std::optional<Stuck> conflict(const Heap& H, const System& s, const Queue& q, const Environment& env);

}  // namespace coreecs::archetype
