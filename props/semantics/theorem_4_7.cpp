// Theorem 4.7: its four rules, and that what they show safe is safe.
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/construction.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

bool disjoint(const Influence& a, const Influence& b) {
  return std::none_of(a.begin(), a.end(), [&](const Location& l) { return b.count(l) > 0; });
}

bool pairwise_disjoint(const Conc& z, const State& c, const Environment& env) {
  const Matches r = query(z.s->q, c, env);
  for (std::size_t j = 0; j < r.size(); ++j)
    for (std::size_t k = 0; k < j; ++k)
      if (!disjoint(influence(z.s->f(r[j])), influence(z.s->f(r[k])))) return false;
  return true;
}

/// What the four rules say of z at c, by recursion and pair by pair.
bool by_rule(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  const auto right = [&](const auto& z) { return first + z.z.leaves(); };
  return std::visit(Clauses{
                        [&](const Conc& z) { return pairwise_disjoint(z, c, env); },
                        [](const Seq&) { return true; },
                        [&](const Par& z) {
                          return by_rule(c, z.z, first, env) && by_rule(c, z.z_, right(z), env) &&
                                 disjoint(influence(c, z.z, first, env), influence(c, z.z_, right(z), env));
                        },
                        [&](const Then& z) {
                          return by_rule(c, z.z, first, env) &&
                                 by_rule(advance(c, z.z, first, env), z.z_, right(z), env);
                        },
                    },
                    z.form());
}

bool safe(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  return !unsafe(partial_order(c, z, first, env));
}

}  // namespace

// [construction/conc] [construction/seq] [construction/par] [construction/then]
TEST_CASE(
    "Theorem 4.7: the rules say what they say pair by pair, and where they fail two invocations are named that meet") {
  prop("not_safe_by_rule agrees with the literal rules", [] {
    const Case t = *cases();
    classify(t);
    const auto overlap = not_safe_by_rule(t.c, t.z, 0, t.env);
    RC_ASSERT(overlap.has_value() == !by_rule(t.c, t.z, 0, t.env));
    RC_ASSERT(t.verdict().safe_by_rule == !overlap);
    if (!overlap) return;
    const Invocation &u = t.po.invocations[overlap->u], &u_ = t.po.invocations[overlap->u_];
    RC_ASSERT(!exhaustive::precedes(t.z, t.po, overlap->u, overlap->u_));
    RC_ASSERT(overlap->u < overlap->u_);
    RC_ASSERT(influence(u.m).count(overlap->l) == 1u);
    RC_ASSERT(influence(u_.m).count(overlap->l) == 1u);
    RC_ASSERT((overlap->rule == 3) == (u.leaf == u_.leaf));
    RC_ASSERT((overlap->rule == 4) == (u.leaf != u_.leaf));
  });
}

// [construction/conc] [construction/seq] [construction/par] [construction/then] [safety]
TEST_CASE("Theorem 4.7: what the rules show safe is safe") {
  prop("safe by rule implies safe (Definition 4.3)", [] {
    const Case t = *cases();
    note(by_rule(t.c, t.z, 0, t.env), "safe by rule");
    if (by_rule(t.c, t.z, 0, t.env)) RC_ASSERT(!unsafe(t.po));
  });
}

// [construction/seq]
TEST_CASE("Theorem 4.7(1): seq(s) is safe at every state") {
  prop("(1), at every seq(s) of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, 0, t.env, [&](const Schedule& z, const State& c, Leaf first) {
      if (std::holds_alternative<Seq>(z.form())) RC_ASSERT(safe(c, z, first, t.env));
    });
  });
}

// [construction/then]
TEST_CASE("Theorem 4.7(2): z ⨟ z' is safe where z is safe and z' is safe at z(c)") {
  prop("(2), at every ⨟ of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, 0, t.env, [&](const Schedule& z, const State& c, Leaf first) {
      const Then* both = std::get_if<Then>(&z.form());
      if (!both || !safe(c, both->z, first, t.env)) return;
      const bool right = safe(advance(c, both->z, first, t.env), both->z_, first + both->z.leaves(), t.env);
      RC_ASSERT(safe(c, z, first, t.env) == right);
    });
  });
}

// [construction/conc]
TEST_CASE("Theorem 4.7(3): conc(s) is safe where the influences of its invocations are pairwise disjoint") {
  prop("(3), at every conc(s) of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, 0, t.env, [&](const Schedule& z, const State& c, Leaf first) {
      const Conc* leaf = std::get_if<Conc>(&z.form());
      if (leaf && pairwise_disjoint(*leaf, c, t.env)) RC_ASSERT(safe(c, z, first, t.env));
    });
  });
}

// [construction/par]
TEST_CASE("Theorem 4.7(4): z ∥ z' is safe where both are and their influences are disjoint") {
  prop("(4), at every ∥ of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, 0, t.env, [&](const Schedule& z, const State& c, Leaf first) {
      const Par* both = std::get_if<Par>(&z.form());
      if (!both) return;
      const Leaf middle = first + both->z.leaves();
      if (safe(c, both->z, first, t.env) && safe(c, both->z_, middle, t.env) &&
          disjoint(influence(c, both->z, first, t.env), influence(c, both->z_, middle, t.env)))
        RC_ASSERT(safe(c, z, first, t.env));
    });
  });
}

// [construction/par] [construction/then]
TEST_CASE("Theorem 4.7(4): disjoint sides are safe, meeting ones are not, and the pair is named") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System brake{"brake", {Incl{Vel}}, [](const Match& r) -> Mutation { return Attach{Vel, r.e[0], 0}; }};
  CHECK_FALSE(not_safe_by_rule(c(), conc(inertia()) || conc(brake), 0, env));
  const auto overlap = not_safe_by_rule(c(), conc(brake) || seq(brake), 0, env);
  REQUIRE(overlap);
  CHECK(overlap->rule == 4);
  CHECK(overlap->l == Location{e1, Vel});
  CHECK(overlap->u == 0);
  CHECK(overlap->u_ == 2);
  CHECK_FALSE(not_safe_by_rule(c(), conc(brake) >> seq(brake), 0, env));
  const auto left = not_safe_by_rule(c(), (conc(brake) >> conc(inertia())) || conc(brake), 0, env);
  REQUIRE(left);
  CHECK(left->u == 0);
  CHECK(left->u_ == 4);
}
