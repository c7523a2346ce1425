#include "semantics/determinism.hpp"

#include "semantics/renaming.hpp"

namespace coreecs {

// [determinism]  z is deterministic at c ≜ all linearizations of po_c(z) are equivalent            Definition 4.4, D10
// All linearizations write the same locations. So their mutations are equivalent if they agree at one state: at c.
Determinism determinism(const State& c, const PartialOrder& po, std::size_t limit) {
  std::optional<Linearization> first;
  State end;
  Determinism answer = Deterministic{};
  std::size_t seen = 0;
  for_each_linearization(po, [&](const Linearization& order) {
    const State other = after(c, composite(po, order));
    if (!first) {
      first = order;
      end = other;
    }
    if (seen++ == limit)
      answer = Unknown{};
    else if (!equal_up_to_renaming(end, other))
      answer = Disagreement{*first, order};
    return std::holds_alternative<Deterministic>(answer);
  });
  return answer;
}

}  // namespace coreecs
