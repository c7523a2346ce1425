#include "semantics/schedule.hpp"

namespace coreecs {

Descent::Descent(const State& c, const Schedule& z, Leaf first, Need need, const Environment& env) : env_(env) {
  steps_.push_back({Step::Enter, &z, std::make_shared<const State>(c), first, need});
}

const Schedule* Descent::next() {
  while (!steps_.empty()) {
    at_ = std::move(steps_.back());
    steps_.pop_back();
    switch (at_.kind) {
      case Step::Enter:
        enter(at_);
        if (at_.z->leaves() == 1) return at_.z;
        break;
      case Step::EnterRight: {
        std::optional<State>& z_c = produced_.back().state;
        steps_.push_back({Step::Enter, at_.z, std::make_shared<const State>(std::move(*z_c)), at_.first, at_.need});
        z_c.reset();
        break;
      }
      case Step::Leave:
        leave(at_);
        return at_.z;
    }
  }
  return nullptr;
}

// What each side observes, and what is needed of it.
void Descent::enter(const Step& at) {
  const auto leaf = [&](const auto& z) {
    Production& produced = produced_.emplace_back();
    if (!at.need.state && !at.need.mutation) return;
    // [schedule/conc]  c ⇓ conc(s) ≜ s(⟦q_s⟧c)                                                                §3.6
    // [schedule/seq]   c ⇓ seq(s) ≜ s(roll_s(c, ⟦q_s⟧c))
    Mutation m = apply(*z.s, matches(z, *at.c, at.first, env_), at.first, env_);
    if (at.need.state) produced.state = after(*at.c, m);
    if (at.need.mutation) produced.mutation = std::move(m);
  };
  std::visit(Clauses{
                 [&](const Conc& z) { leaf(z); },
                 [&](const Seq& z) { leaf(z); },
                 [&](const Par& z) {
                   const Need right{.state = false, .mutation = at.need.state || at.need.mutation};
                   steps_.push_back({Step::Leave, at.z, at.c, at.first, at.need});
                   steps_.push_back({Step::Enter, &z.z_, at.c, at.first + z.z.leaves(), right});
                   steps_.push_back({Step::Enter, &z.z, at.c, at.first, at.need});
                 },
                 [&](const Then& z) {
                   const Need left{.state = true, .mutation = at.need.mutation};
                   steps_.push_back({Step::Leave, at.z, at.c, at.first, at.need});
                   steps_.push_back({Step::EnterRight, &z.z_, nullptr, at.first + z.z.leaves(), at.need});
                   steps_.push_back({Step::Enter, &z.z, at.c, at.first, left});
                 },
             },
             at.z->form());
}

// What both sides produced, joined.
void Descent::leave(const Step& at) {
  Production right = std::move(produced_.back());
  produced_.pop_back();
  Production& both = produced_.back();
  // [schedule/par]   c ⇓ (z ∥ z') ≜ (c ⇓ z) • (c ⇓ z')                                                        §3.6
  //                  so (z ∥ z')(c) = z(c) ↓ (c ⇓ z')
  // [schedule/then]  c ⇓ (z ⨟ z') ≜ (c ⇓ z) • ((c ↓ (c ⇓ z)) ⇓ z')
  //                  so (z ⨟ z')(c) = z'(z(c))
  if (at.need.state)
    both.state = std::holds_alternative<Par>(at.z->form()) ? after(std::move(*both.state), *right.mutation)
                                                           : std::move(*right.state);
  if (at.need.mutation) both.mutation = compose(std::move(*both.mutation), std::move(*right.mutation));
}

Mutation produce(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  Descent descent(c, z, first, {.state = false, .mutation = true}, env);
  while (descent.next()) {
  }
  return *descent.take().mutation;
}

State advance(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  Descent descent(c, z, first, {.state = true, .mutation = false}, env);
  while (descent.next()) {
  }
  return *descent.take().state;
}

}  // namespace coreecs
