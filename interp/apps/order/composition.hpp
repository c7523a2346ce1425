/// The decomposition of a partial order into series, parallel and prime parts.
#pragma once

#include <optional>

#include "interp/apps/order/dag.hpp"

namespace coreecs {

/// An order, or a part of one. Parts of Series are never Series, nor those of Parallel Parallel, so it is unique.
struct Composition {
  enum class Kind {
    Element,   ///< one element
    Series,    ///< every element of a part comes before every one of the next part
    Parallel,  ///< elements of different parts are concurrent
    Prime      ///< neither: it contains an N, and is not split
  };
  Kind kind;
  std::vector<std::size_t> elements;  ///< those of all its parts, in the order of the numbers
  std::vector<Composition> parts;     ///< of Series in their order, of Parallel by their least elements
};

/// Decomposes an order as far as possible; the order of no elements is Parallel without parts. Cost: n² / 64 for each
/// level of the result.
[[nodiscard]] Composition composition(const Dag& dag);

}  // namespace coreecs
