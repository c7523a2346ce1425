#include "interp/fast/count.hpp"

#include <algorithm>

namespace coreecs::fast {

namespace {

using Kind = SeriesParallel::Kind;

/// n choose k.
template <class Number>
Number choose(std::size_t n, std::size_t k) {
  k = std::min(k, n - k);
  Number product = 1;
  for (std::size_t j = 1; j <= k; ++j) {
    product *= n - k + j;
    product /= j;
  }
  return product;
}

// [order/count]  #conc = n!   #seq = 1   #(z ∥ z') = (n + n' choose n) #z #z'   #(z ⨟ z') = #z #z'
template <class Number>
Number count(const PartialOrder& po) {
  Number product = 1;
  for (const SeriesParallel::Node& node : po.z.nodes) switch (node.kind) {
      case Kind::Conc:
        for (std::size_t n = node.end - node.begin; n > 1; --n) product *= n;
        break;
      case Kind::Seq:
      case Kind::Then:
        break;
      case Kind::Par: {
        const std::size_t split = po.z.nodes[node.left].end;
        product *= choose<Number>(node.end - node.begin, split - node.begin);
        break;
      }
    }
  return product;
}

}  // namespace

boost::multiprecision::cpp_int linearizations(const PartialOrder& po) {
  return count<boost::multiprecision::cpp_int>(po);
}

boost::multiprecision::cpp_dec_float_50 linearizations_rounded(const PartialOrder& po) {
  return count<boost::multiprecision::cpp_dec_float_50>(po);
}

}  // namespace coreecs::fast
