#include "semantics/safety.hpp"

#include <algorithm>

#include "semantics/equivalence.hpp"

namespace coreecs {

namespace {

/// The first location where m • m' and m' • m differ. Precondition: they do not commute.
Location difference(const Mutation& m, const Mutation& m_) {
  const Writes after_m_ = last_writes(compose(m, m_));
  std::vector<Location> differences;
  for (const auto& [l, k] : last_writes(compose(m_, m)))
    if (after_m_.at(l) != k) differences.push_back(l);
  return *std::min_element(differences.begin(), differences.end());
}

}  // namespace

// [safety]  z is safe at c ≜ for every concurrent pair (f_s, r), (f_s', r') in po_c(z), f_s(r) and f_s'(r') commute
//                                                                                                     Definition 4.3
std::optional<Conflict> unsafe(const PartialOrder& po) {
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t u_ = u + 1; u_ < po.size(); ++u_) {
      const Mutation& m = po.invocations[u].m;
      const Mutation& m_ = po.invocations[u_].m;
      if (concurrent(po, u, u_) && !commute(m, m_)) return Conflict{u, u_, difference(m, m_)};
    }
  return std::nullopt;
}

}  // namespace coreecs
