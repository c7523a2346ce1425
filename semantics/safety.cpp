#include "semantics/safety.hpp"

#include <algorithm>

#include "semantics/equivalence.hpp"

namespace coreecs {

namespace {

/// The first location where m • m' and m' • m differ. Precondition: they do not commute.
Location difference(const Update& m, const Update& m_) {
  const Update one = compose(m, m_), other = compose(m_, m);
  const auto [a, b] = std::mismatch(one.writes().begin(), one.writes().end(), other.writes().begin());
  return a->l;
}

}  // namespace

// [safety]  z is safe at c ≜ for every concurrent pair (f_s, r), (f_s', r') in po_c(z), f_s(r) and f_s'(r') commute
//                                                                                                     Definition 4.3
Safety safety(const PartialOrder& po) {
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t u_ = u + 1; u_ < po.size(); ++u_) {
      const Update& m = po.invocations[u].m;
      const Update& m_ = po.invocations[u_].m;
      if (concurrent(po, u, u_) && !commute(m, m_)) return Conflict{u, u_, difference(m, m_)};
    }
  return Safe{};
}

}  // namespace coreecs
