#include "semantics/equivalence.hpp"

#include <stdexcept>

namespace coreecs {

Writes last_writes(const Mutation& m) {
  Writes writes;
  std::vector<Mutation> pending{m};
  while (!pending.empty()) {
    const Mutation next = std::move(pending.back());
    pending.pop_back();
    std::visit(Clauses{
                   [&](const Attach& m) {
                     writes[{m.e, m.i}] = m.k;
                   },
                   [&](const Detach& m) {
                     writes[{m.e, m.i}] = std::nullopt;
                   },
                   [&](const Compose& m) { pending.insert(pending.end(), m.parts().rbegin(), m.parts().rend()); },
                   [](const New&) { throw std::logic_error("a ν outside of an invocation"); },
                   [](const Nil&) {},
               },
               next);
  }
  return writes;
}

// [equivalence]    m ≃ m' ≜ for all c, c ↓ m = c ↓ m'                                                 Definition 4.1
bool equivalent(const Mutation& m, const Mutation& m_) { return last_writes(m) == last_writes(m_); }

// [commutativity]  m and m' commute ≜ m • m' ≃ m' • m                                                 Definition 4.2
bool commute(const Mutation& m, const Mutation& m_) { return equivalent(compose(m, m_), compose(m_, m)); }

}  // namespace coreecs
