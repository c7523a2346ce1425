#include "semantics/equivalence.hpp"

namespace coreecs {

// [equivalence]    m ≃ m' ≜ for all c, c ↓ m = c ↓ m'                                             Definition 4.1, D10
// c ↓ m is c overwritten by m. If m and m' write a location differently, or only one of them writes it, they differ at
// each c that has neither of their values there.
bool equivalent(const Update& m1, const Update& m2) { return m1 == m2; }

// [commutativity]  m and m' commute ≜ m • m' ≃ m' • m                                                  Definition 4.2
bool commute(const Update& m1, const Update& m2) { return equivalent(compose(m1, m2), compose(m2, m1)); }

}  // namespace coreecs
