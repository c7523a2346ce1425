#include "semantics/safety.hpp"

#include <algorithm>

#include "semantics/equivalence.hpp"

namespace coreecs {

namespace {

/// The first location where m • m' and m' • m differ. Precondition: they do not commute.
Location difference(const Update& m1, const Update& m2) {
  const Update one = compose(m1, m2), other = compose(m2, m1);
  const auto [a, b] = std::mismatch(one.writes().begin(), one.writes().end(), other.writes().begin());
  return a->l;
}

}  // namespace

// [safety]  z is safe at c ≜ for every concurrent pair (f_s, r), (f_s', r') in po_c(z), f_s(r) and f_s'(r') commute
//                                                                                                     Definition 4.3
Safety safety(const PartialOrder& po) {
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t v = u + 1; v < po.size(); ++v) {
      const Update& m1 = po.invocations[u].m;
      const Update& m2 = po.invocations[v].m;
      if (concurrent(po, u, v) && !commute(m1, m2)) return Conflict{u, v, difference(m1, m2)};
    }
  return Safe{};
}

}  // namespace coreecs
