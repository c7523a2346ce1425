#include "semantics/linearization.hpp"

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

}  // namespace coreecs
