#include "semantics/schedule.hpp"

namespace coreecs {

Update produce(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  return match(
      z.form(),
      // [schedule/conc]  c ⇓ conc(s) ≜ s(⟦q_s⟧c)                                                                §3.6
      [&](const Conc& z) { return produce(z, c, first, env); },
      // [schedule/seq]   c ⇓ seq(s) ≜ s(roll_s(c, ⟦q_s⟧c))
      [&](const Seq& z) { return produce(z, c, first, env); },
      // [schedule/par]   c ⇓ (z ∥ z') ≜ (c ⇓ z) • (c ⇓ z')
      [&](const Par& z) { return compose(produce(c, z.z, first, env), produce(c, z.z_, first + z.z.leaves(), env)); },
      // [schedule/then]  c ⇓ (z ⨟ z') ≜ (c ⇓ z) • ((c ↓ (c ⇓ z)) ⇓ z')
      [&](const Then& z) {
        const Update m = produce(c, z.z, first, env);
        return compose(m, produce(after(c, m), z.z_, first + z.z.leaves(), env));
      });
}

// [schedule/apply]  z(c) ≜ c ↓ (c ⇓ z)                                                                            §3.6
State advance(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  return after(c, produce(c, z, first, env));
}

}  // namespace coreecs
