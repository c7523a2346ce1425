/// Equality up to a renaming of created entities (footnote 6, D10). Locations of initial entities alone are compared
/// directly. The others form a graph on created entities, whose two sides interp/fast/isomorphism.hpp compares,
/// component by component. `props` checks it against semantics/renaming.hpp.
#pragma once

#include <unordered_map>
#include <utility>

#include "interp/base/answer.hpp"
#include "semantics/state.hpp"

namespace coreecs::fast {

/// About a second.
constexpr std::size_t usual_limit = 50'000'000;

/// Whether there is a bijection π between the entities created in c and in c' with π(c) = c'. Unknown if comparing
/// connected created entities takes looking at more than `limit` places at which locations name one. Throws
/// Interrupted. Cost: k log² k, plus this search, which is exponential at worst. Memory: k log k.
[[nodiscard]] Answer equal_up_to_renaming(const State& c, const State& c2, std::size_t limit = usual_limit);

/// π, by created entity of c.
using Images = std::unordered_map<Entity, Entity>;
/// The same, with π if the answer is yes.
[[nodiscard]] std::pair<Answer, Images> renaming(const State& c, const State& c2, std::size_t limit = usual_limit);

/// By created entity; 0 if absent.
using Colours = std::unordered_map<Entity, std::size_t>;
/// What two unequal states have in common: images for the created entities of c in parts that c' has, too, with the
/// same colours. A part is connected by locations that name several created entities. Cost: as above.
[[nodiscard]] Images parts_in_common(const State& c, const State& c2, const Colours& of, const Colours& of2);

}  // namespace coreecs::fast
