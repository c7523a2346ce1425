#include "semantics/schedule.hpp"

namespace coreecs {

Update produce(const State& c, const Schedule& z, At at) {
  return match(
      z.form(),
      // [schedule/conc]  c ⇓ conc(s) ≜ s(⟦q_s⟧c)                                                                §3.6
      [&](const Conc& z) { return produce(z, c, at); },
      // [schedule/seq]   c ⇓ seq(s) ≜ s(roll_s(c, ⟦q_s⟧c))
      [&](const Seq& z) { return produce(z, c, at); },
      // [schedule/par]   c ⇓ (z ∥ z') ≜ (c ⇓ z) • (c ⇓ z')
      [&](const Par& z) { return compose(produce(c, z.left, at), produce(c, z.right, at.after(z.left))); },
      // [schedule/then]  c ⇓ (z ⨟ z') ≜ (c ⇓ z) • ((c ↓ (c ⇓ z)) ⇓ z')
      [&](const Then& z) {
        const Update m = produce(c, z.left, at);
        return compose(m, produce(after(c, m), z.right, at.after(z.left)));
      });
}

// [schedule/apply]  z(c) ≜ c ↓ (c ⇓ z)                                                                            §3.6
State advance(const State& c, const Schedule& z, At at) { return after(c, produce(c, z, at)); }

}  // namespace coreecs
