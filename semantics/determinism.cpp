#include "semantics/determinism.hpp"

#include "semantics/renaming.hpp"

namespace coreecs {

// [determinism]  z is deterministic at c ≜ all linearizations of po_c(z) are equivalent               Definition 4.4
std::optional<std::optional<Disagreement>> nondeterministic(const State& c, const PartialOrder& po, std::size_t limit) {
  Linearizations all(po);
  all.next();
  const Linearization first = all.current();
  const State end = after(c, composite(po, first));
  bool settled = true;
  for (std::size_t looked_at = 1; all.next(); ++looked_at) {
    if (looked_at == limit) return std::nullopt;
    const std::optional<bool> same = equal_up_to_renaming(end, after(c, composite(po, all.current())));
    if (same == false) return Disagreement{first, all.current()};
    settled = settled && same;
  }
  if (!settled) return std::nullopt;
  return std::optional<Disagreement>();
}

}  // namespace coreecs
