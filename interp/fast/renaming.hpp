/// Equality up to a renaming of created entities (footnote 6, D10), by colour refinement: entities that what is
/// attached to them and what refers to them tells apart get different colours, and where entities of one colour remain,
/// one of them is singled out and the colours are refined again (individualisation and refinement: McKay, Practical
/// Graph Isomorphism, 1981). `props` says that it is what semantics/renaming.hpp defines.
#pragma once

#include <unordered_map>
#include <utility>

#include "interp/fast/answer.hpp"
#include "semantics/state.hpp"

namespace coreecs::fast {

/// Whether there is a bijection π between the entities created in c and in c' with π(c) = c'. Unknown where that takes
/// looking at more than `limit` locations. Cost: k log k where refinement tells created entities apart, or need not;
/// the search is exponential at worst. Memory: k log k.
[[nodiscard]] Answer equal_up_to_renaming(const State& c, const State& c_, std::size_t limit = 50'000'000);

/// π, by created entity of c.
using Images = std::unordered_map<Entity, Entity>;
/// The same, with π where the answer is yes.
[[nodiscard]] std::pair<Answer, Images> renaming(const State& c, const State& c_, std::size_t limit = 50'000'000);

}  // namespace coreecs::fast
