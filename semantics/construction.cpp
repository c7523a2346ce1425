#include "semantics/construction.hpp"

namespace coreecs {

using SafeByRule = std::variant<Safe, Overlap>;

SafeByRule safe_by_rule(const State& c, const Schedule& z, At at) {
  return match(
      z.form(),
      // [construction/seq]   seq(s) is safe at all states                                              Theorem 4.7(1)
      [](const Seq&) -> SafeByRule { return Safe{}; },
      // [construction/then]  z ⨟ z' is safe at c if z is safe at c and z' is safe at z(c)              Theorem 4.7(2)
      [&](const Then& z) {
        const SafeByRule left = safe_by_rule(c, z.left, at);
        if (std::holds_alternative<Overlap>(left)) return left;
        return safe_by_rule(advance(c, z.left, at), z.right, at.after(z.left));
      },
      // [construction/conc]  conc(s) is safe at c if infl(f_s(r)) ∩ infl(f_s(r')) = ∅
      //                      for every distinct pair r, r' in ⟦q_s⟧c                                   Theorem 4.7(3)
      [&](const Conc& z) -> SafeByRule {
        const Matches r = matches(z, c, at);
        for (std::size_t j = 0; j < r.size(); ++j)
          for (std::size_t i = 0; i < j; ++i)
            if (const auto l = in_both(influence(z.s->f(r[i])), influence(z.s->f(r[j])))) return Overlap{3, *l};
        return Safe{};
      },
      // [construction/par]   z ∥ z' is safe at c if z and z' are safe at c and infl_c(z) ∩ infl_c(z') = ∅
      //                                                                                                Theorem 4.7(4)
      [&](const Par& z) -> SafeByRule {
        const SafeByRule left = safe_by_rule(c, z.left, at), right = safe_by_rule(c, z.right, at.after(z.left));
        if (std::holds_alternative<Overlap>(left)) return left;
        if (std::holds_alternative<Overlap>(right)) return right;
        const auto l = in_both(influence(c, z.left, at), influence(c, z.right, at.after(z.left)));
        if (l) return Overlap{4, *l};
        return Safe{};
      });
}

}  // namespace coreecs
