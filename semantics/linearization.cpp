#include "semantics/linearization.hpp"

#include <algorithm>

namespace coreecs {

namespace {

// [order/linearization]  u_1, ..., u_n is a linearization of po_c(z) ≜ it has each element once, and u_j ≤_z u_k only
//                        where j ≤ k                                                                              §4.1
bool extend(const PartialOrder& po, Linearization& order, std::vector<bool>& placed,
            const std::function<bool(const Linearization&)>& visit) {
  if (order.size() == po.size()) return visit(order);
  for (std::size_t u = 0; u < po.size(); ++u) {
    bool next = !placed[u];
    for (std::size_t v = 0; next && v < po.size(); ++v) next = v == u || placed[v] || !precedes(po, v, u);
    if (!next) continue;
    order.push_back(u);
    placed[u] = true;
    const bool more = deep([&] { return extend(po, order, placed, visit); });
    placed[u] = false;
    order.pop_back();
    if (!more) return false;
  }
  return true;
}

}  // namespace

void for_each_linearization(const PartialOrder& po, const std::function<bool(const Linearization&)>& visit) {
  Linearization order;
  std::vector<bool> placed(po.size(), false);
  extend(po, order, placed, visit);
}

// [order/composite]  f_1(r_1) • ... • f_n(r_n)                                                                    §4.1
Update composite(const PartialOrder& po, const Linearization& order) {
  std::vector<Update> m;
  for (const std::size_t u : order) m.push_back(po.invocations[u].m);
  return composed(m);
}

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

}  // namespace coreecs
