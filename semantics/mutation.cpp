#include "semantics/mutation.hpp"

#include <stdexcept>

namespace coreecs {

Fresh fresh_at(Leaf leaf, std::span<const Entity> e, const Environment& env) {
  return [=, &env, number = std::uint64_t{0}]() mutable { return env.fresh({leaf, {e.begin(), e.end()}, number++}); };
}

// `pending` holds what is still to be applied, the next on top.
State after(State c, const Mutation& m, const Fresh& fresh) {
  std::vector<Mutation> pending{m};
  while (!pending.empty()) {
    const Mutation next = std::move(pending.back());
    pending.pop_back();
    std::visit(Clauses{
                   // [mutation/attach]   c ↓ attach_i(e, k_i) ≜ c{i ↦ c_i{e ↦ k_i}}                         §3.4
                   [&](const Attach& m) { c = std::move(c).with(m.i, m.e, m.k); },
                   // [mutation/detach]   c ↓ detach_i(e) ≜ c{i ↦ c_i{e ↦ ⊥}}
                   [&](const Detach& m) { c = std::move(c).without(m.i, m.e); },
                   // [mutation/compose]  c ↓ (m • m') ≜ (c ↓ m) ↓ m'
                   [&](const Compose& m) { pending.insert(pending.end(), m.parts().rbegin(), m.parts().rend()); },
                   // [mutation/new]      c ↓ ν(f) ≜ c ↓ f(fresh)
                   [&](const New& m) { pending.push_back(m.f(fresh())); },
                   // [mutation/nil]      c ↓ nil ≜ c
                   [](const Nil&) {},
               },
               next);
  }
  return c;
}

State after(State c, const Mutation& m) {
  return after(std::move(c), m, []() -> Entity { throw std::logic_error("a ν outside of an invocation"); });
}

Mutation inlined(const Mutation& m, const Fresh& fresh) {
  std::vector<Mutation> generators;
  std::vector<Mutation> pending{m};
  while (!pending.empty()) {
    Mutation next = std::move(pending.back());
    pending.pop_back();
    std::visit(Clauses{
                   [&](Attach& m) { generators.push_back(std::move(m)); },
                   [&](Detach& m) { generators.push_back(m); },
                   [&](Compose& m) { pending.insert(pending.end(), m.parts().rbegin(), m.parts().rend()); },
                   [&](New& m) { pending.push_back(m.f(fresh())); },
                   [](Nil&) {},
               },
               next);
  }
  if (generators.empty()) return Nil{};
  if (generators.size() == 1) return std::move(generators.front());
  return Compose(std::move(generators));
}

}  // namespace coreecs
