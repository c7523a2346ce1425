#include "semantics/construction.hpp"

namespace coreecs {

namespace {

/// The influence of a schedule, each location with the first invocation that affects it; and the first overlap.
struct Footprint {
  std::unordered_map<Location, std::size_t> locations;
  std::optional<Overlap> overlap;
};

}  // namespace

std::optional<Overlap> not_safe_by_rule(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  std::size_t invocations = 0;
  const auto leaf = [&](const auto& z, const State& c, Leaf l, bool concurrent) {
    const Matches r = matches(z, c, l, env);
    Footprint all;
    for (std::size_t j = 0; j < r.size(); ++j, ++invocations)
      for (const Location l : influence(z.s->f(r[j]))) {
        const auto [other, is_new] = all.locations.emplace(l, invocations);
        if (is_new || !concurrent) continue;
        const Overlap here{3, other->second, invocations, l};
        if (!all.overlap || (all.overlap->u_ == here.u_ && here.l < all.overlap->l)) all.overlap = here;
      }
    return all;
  };
  const auto both = [](Footprint z, Footprint z_) {
    if (!z.overlap) z.overlap = z_.overlap;
    return Footprint{unite(std::move(z.locations), std::move(z_.locations)), z.overlap};
  };
  const Judgement<Footprint> safe{
      // [construction/conc]  conc(s) is safe at c if infl(f_s(r)) ∩ infl(f_s(r')) = ∅
      //                      for every distinct pair r, r' in ⟦q_s⟧c                                   Theorem 4.7(3)
      .conc = [&](const Conc& z, const State& c, Leaf l) { return leaf(z, c, l, true); },
      // [construction/seq]   seq(s) is safe at all states                                              Theorem 4.7(1)
      .seq = [&](const Seq& z, const State& c, Leaf l) { return leaf(z, c, l, false); },
      // [construction/par]   z ∥ z' is safe at c if z and z' are safe at c and infl_c(z) ∩ infl_c(z') = ∅
      //                                                                                                Theorem 4.7(4)
      .par =
          [&](Footprint z, Footprint z_) {
            std::optional<Overlap> meet;
            const bool fewer_left = z.locations.size() < z_.locations.size();
            for (const auto& [l, u] : fewer_left ? z.locations : z_.locations) {
              const auto& others = fewer_left ? z_.locations : z.locations;
              const auto other = others.find(l);
              if (other == others.end()) continue;
              const Overlap here{4, std::min(u, other->second), std::max(u, other->second), l};
              if (!meet || here.l < meet->l) meet = here;
            }
            Footprint joined = both(std::move(z), std::move(z_));
            if (!joined.overlap) joined.overlap = meet;
            return joined;
          },
      // [construction/then]  z ⨟ z' is safe at c if z is safe at c and z' is safe at z(c)              Theorem 4.7(2)
      .then = both,
  };
  return descend(safe, c, z, first, env).overlap;
}

}  // namespace coreecs
