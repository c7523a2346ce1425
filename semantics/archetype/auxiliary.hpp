/// The auxiliary functions of Figure 8: query, merge, no_conflict and atype.
#pragma once

#include "semantics/archetype/rules.hpp"

namespace coreecs::archetype {

/// query(s): the archetypes whose entities a system accesses.
[[nodiscard]] std::set<AType> query(const System& s);

/// merge(𝓗, 𝓗_1, ..., 𝓗_n). Stuck where a table changed, or where two of them changed the same entity differently.
/// Cost: the components of 𝓗, for each 𝓗_i.
[[nodiscard]] OrStuck<Heap> merge(const Heap& H, std::span<const Heap> H_i);

/// atype(𝓗, q): the archetypes that the events of a queue will change. Stuck where an event is about no entity, or, in
/// the published rules, about one that is in no table.
[[nodiscard]] OrStuck<std::set<AType>> atype(const Heap& H, const Queue& q, const Environment& env);

/// Where no_conflict(𝓗, s, q) does not hold, why. Cost: that of atype.
[[nodiscard]] std::optional<Stuck> conflict(const Heap& H, const System& s, const Queue& q, const Environment& env);

}  // namespace coreecs::archetype
