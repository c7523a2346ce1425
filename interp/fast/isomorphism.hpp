/// Isomorphism of the two sides of a graph: refine colours, fix the vertices that they tell apart, and match what falls
/// apart then, component by component; only inside a component one vertex is singled out and its images are tried
/// (individualisation and refinement: McKay, Practical Graph Isomorphism, 1981).
#pragma once

#include "interp/base/answer.hpp"
#include "interp/fast/colouring.hpp"

namespace coreecs::fast {

struct Isomorphism {
  static constexpr Vertex none = ~Vertex{0};

  Answer answer;
  std::vector<Vertex> image;  ///< by vertex on the left, `none` where it was not found
};

/// Whether the two sides are isomorphic, but for accidents of hashes (Colouring::refine). Unknown as soon as the search
/// that compares two components looks at more than `limit` edges. With `parts`, an answer of No comes with the images
/// of all components that have one. Throws Interrupted. Cost: m log² m for m edges, where no component needs a search;
/// components that need one and have the same colours are compared with one of each kind.
[[nodiscard]] Isomorphism isomorphism(const Graph&, std::size_t limit, bool parts = false);

}  // namespace coreecs::fast
