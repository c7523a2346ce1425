/// What a partial order is made of by series and parallel composition, and what keeps it from being no more than that.
#pragma once

#include <optional>

#include "interp/apps/order/dag.hpp"

namespace coreecs {

/// An order, or a part of it. Parts of Series are never Series, nor those of Parallel Parallel, so it is determined.
struct Composition {
  enum class Kind {
    Element,   ///< one element
    Series,    ///< every element of a part comes before every one of the next part
    Parallel,  ///< elements of different parts are concurrent
    Prime      ///< neither: it has an N, and is not taken apart
  };
  Kind kind;
  std::vector<std::size_t> elements;  ///< those of all its parts, in the order of the numbers
  std::vector<Composition> parts;     ///< of Series in their order, of Parallel by their least elements
};

/// Takes an order apart, as far as it can be; the order of no elements is Parallel, of no parts.
/// Cost: n² / 64 for each level of the result.
[[nodiscard]] Composition composition(const Dag& dag);

}  // namespace coreecs
