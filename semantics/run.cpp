#include "semantics/run.hpp"

#include <stdexcept>

#include "semantics/renaming.hpp"

namespace coreecs {

namespace {

using Pointer = Running::Pointer;

/// seq_c(s, r) with its next invocation evaluated.
//   seq_c(s, {e⃗ ↦ w⃗, ...r}) = seq_c(s, r) where ⟦q_s⟧c(e⃗) = ⊥ (D2)
Pointer visit(Running k, const System& s) {
  k.U.clear();
  std::vector<Cell> w;
  while (k.U.empty() && !k.r.empty()) {
    const std::vector<Entity> e = std::move(k.r.front());
    k.r.erase(k.r.begin());
    w.clear();
    if (query_at(s.q, k.c, e, w)) k.U.push_back(invoke(s, {e, w}, k.at));
  }
  return std::make_shared<const Running>(std::move(k));
}

/// κ ⨟ z'; once κ has ended, the start of z'.
//   κ ⨟ z' = start_c(z') where κ has ended at c
Pointer then(Running k, const Then& z, Pointer left) {
  if (ended(*left)) return start(left->c, z.right, k.at.after(z.left));
  k.c = left->c;
  k.left = std::move(left);
  return std::make_shared<const Running>(std::move(k));
}

}  // namespace

Pointer start(const State& c, const Schedule& z, At at) {
  Running k{z, at, c};
  return match(
      z.form(),
      // [run/conc]  start_c(conc(s)) ≜ conc_c({f_s(r) | r ∈ ⟦q_s⟧c})                                               D5
      [&](const Conc& z) -> Pointer {
        const Matches r = query(z.s->q, c, *at.env);
        for (std::size_t j = 0; j < r.size(); ++j) k.U.push_back(invoke(*z.s, r[j], at));
        return std::make_shared<const Running>(std::move(k));
      },
      // [run/seq]   start_c(seq(s)) ≜ seq_c(s, ⟦q_s⟧c)
      [&](const Seq& z) {
        const Matches r = query(z.s->q, c, *at.env);
        for (std::size_t j = 0; j < r.size(); ++j) k.r.emplace_back(r[j].e.begin(), r[j].e.end());
        return visit(std::move(k), *z.s);
      },
      // [run/par]   start_c(z ∥ z') ≜ (start_c(z) ∥ start_c(z'))_c
      [&](const Par& z) -> Pointer {
        k.left = start(c, z.left, at);
        k.right = start(c, z.right, at.after(z.left));
        return std::make_shared<const Running>(std::move(k));
      },
      // [run/then]  start_c(z ⨟ z') ≜ start_c(z) ⨟ z'
      [&](const Then& z) { return then(k, z, start(c, z.left, at)); });
}

bool ended(const Running& k) {
  return deep([&] { return k.U.empty() && (!k.left || ended(*k.left)) && (!k.right || ended(*k.right)); });
}

std::vector<Step> steps(const Pointer& k) {
  std::vector<Step> all;
  // Adds a step u, after which `change` updates k.
  const auto add = [&](const Update& u, const auto& change) {
    all.push_back({u, [k, u, change] {
                     Running next = *k;
                     next.c = after(std::move(next.c), u);
                     return change(std::move(next));
                   }});
  };
  const auto shared = [](Running next) { return std::make_shared<const Running>(std::move(next)); };
  match(
      k->z.form(),
      // [run/conc]  conc_c({u} ⊎ U) —u→ conc_{c ↓ u}(U)                                                              D5
      [&](const Conc&) {
        for (std::size_t j = 0; j < k->U.size(); ++j)
          add(k->U[j], [=](Running next) {
            next.U.erase(next.U.begin() + static_cast<std::ptrdiff_t>(j));
            return shared(std::move(next));
          });
      },
      // [run/seq]   seq_c(s, {e⃗ ↦ w⃗, ...r}) —u→ seq_{c ↓ u}(s, r) where u = f_s(e⃗, ⟦q_s⟧c(e⃗))
      [&](const Seq& z) {
        for (const Update& u : k->U) add(u, [&z](Running next) { return visit(std::move(next), *z.s); });
      },
      // [run/par]   (κ ∥ κ')_c —u→ (κ_1 ∥ κ')_{c ↓ u} where κ —u→ κ_1, and (κ ∥ κ'_1)_{c ↓ u} where κ' —u→ κ'_1
      [&](const Par&) {
        for (const Step& step : steps(k->left))
          add(step.u, [=](Running next) {
            next.left = step.next();
            return shared(std::move(next));
          });
        for (const Step& step : steps(k->right))
          add(step.u, [=](Running next) {
            next.right = step.next();
            return shared(std::move(next));
          });
      },
      // [run/then]  κ ⨟ z' —u→ κ_1 ⨟ z' where κ —u→ κ_1
      [&](const Then& z) {
        for (const Step& step : steps(k->left))
          add(step.u, [&z, step](Running next) { return then(std::move(next), z, step.next()); });
      });
  return all;
}

// [run]         A run of z at c is start_c(z) —u_1→ ... —u_n→ κ where κ has ended; it ends in c ↓ u_1 ↓ ... ↓ u_n. D5
// [confluence]  z is confluent at c ≜ all runs of z at c end in states that are equal up to renaming,
//                                      or none in a state
std::variant<Confluent, Divergence, Undecided> confluence(const State& c, const Schedule& z, At at, std::size_t limit) {
  const auto alike = [](const RunEnd& a, const RunEnd& b) {
    const State *c1 = std::get_if<State>(&a), *c2 = std::get_if<State>(&b);
    return c1 && c2 ? equal_up_to_renaming(*c1, *c2) : !c1 && !c2;
  };
  std::variant<Confluent, Divergence, Undecided> answer = Confluent{};
  std::optional<RunEnd> end;
  std::size_t runs = 0;
  const auto compare = [&](const RunEnd& other) {
    if (!end) end = other;
    if (runs++ == limit)
      answer = Undecided{};
    else if (!alike(*end, other))
      answer = Divergence{*end, other};
  };
  // Continues from κ, at state c, in all ways.
  const std::function<void(const State&, const std::function<Pointer()>&)> go_on = [&](const State& c,
                                                                                       const auto& next) {
    Pointer k;
    try {
      k = next();
    } catch (const std::runtime_error&) {
      return compare(Undefined{});
    }
    if (ended(*k)) return compare(c);
    for (const Step& step : steps(k))
      if (std::holds_alternative<Confluent>(answer)) deep([&] { go_on(after(c, step.u), step.next); });
  };
  go_on(c, [&] { return start(c, z, at); });
  return answer;
}

}  // namespace coreecs
