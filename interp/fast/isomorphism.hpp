/// Isomorphism of the two sides of a graph. Refine colours, fix the vertices with a colour of their own, and match the
/// remaining components. Only inside a component, one vertex is singled out and its possible images are tried
/// (individualisation and refinement: McKay, Practical Graph Isomorphism, 1981).
#pragma once

#include "interp/base/answer.hpp"
#include "interp/fast/colouring.hpp"

namespace coreecs::fast {

struct Isomorphism {
  static constexpr Vertex none = ~Vertex{0};

  Answer answer;
  std::vector<Vertex> image;  ///< by vertex on the left; `none` if not found
};

/// Whether the two sides are isomorphic, except for hash collisions (Colouring::refine). Unknown as soon as the search
/// that compares two components visits more than `limit` edges. With `parts`, an answer of No comes with the images of
/// all components that have one. Throws Interrupted. Cost: m log² m for m edges if no component needs a search. Among
/// components with the same colours that need one, each is compared with one of each kind.
[[nodiscard]] Isomorphism isomorphism(const Graph&, std::size_t limit, bool parts = false);

}  // namespace coreecs::fast
