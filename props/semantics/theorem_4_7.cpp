// Theorem 4.7: its four rules, and that what they show safe is safe.
#include <set>

#include "interp/fast/overlap.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/construction.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

bool safe(const State& c, const Schedule& z, At at) { return is_safe(safety(partial_order(c, z, at))); }
bool by_rule(const State& c, const Schedule& z, At at) { return is_safe(safe_by_rule(c, z, at)); }

/// Labels of the law about what systems of no queries create.
constexpr Label A = 0, Y = 1, M = 2;

/// ν(x1. ... ν(xn. m)), with Y attached to each of x1, ..., xn before m or after it.
Mutation within_new(int n, bool before, Mutation m) {
  if (n == 0) return m;
  return New{[=](Entity x) -> Mutation {
    const Mutation own = Attach{Y, x, Value(0)}, rest = within_new(n - 1, before, m);
    return before ? compose(own, rest) : compose(rest, own);
  }};
}

/// A system of no queries (D15): its one invocation creates `n` entities, each with A.
System make(int n) {
  return {"make", {}, [=](const Match&) -> Mutation {
            Mutation all = Nil{};
            for (int k = 0; k < n; ++k)
              all = compose(all, New{[](Entity x) -> Mutation { return Attach{A, x, Value(0)}; }});
            return all;
          }};
}

/// Each entity with M creates others, and attaches its M as Y to an entity with A.
System write(int created, bool before) {
  return {"write", {Incl{M}, Incl{A}}, [=](const Match& r) -> Mutation {
            return within_new(created, before, Attach{Y, r.e[1], *r.w[0]});
          }};
}

}  // namespace

// [influence/new] [construction/conc]
TEST_CASE("Theorem 4.7: what the first invocations of a schedule create is written like any other entity") {
  prop("where systems of no queries create, and others create and write to what they find, safe by rule implies safe",
       [] {
         const auto few = [](int from, int to) { return *rc::gen::inRange(from, to + 1); };
         Schedule z = conc(make(few(0, 2)));
         for (int leaves = few(0, 2); leaves > 0; --leaves)
           z = *rc::gen::arbitrary<bool>() ? z >> conc(make(few(0, 2))) : z || conc(make(few(0, 2)));
         z = z >> conc(write(few(0, 2), *rc::gen::arbitrary<bool>()));
         State c(3);
         for (int k = few(1, 2); k > 0; --k)
           c = std::move(c).with(M, Entity(static_cast<std::uint64_t>(k)), Value(few(0, 3)));
         Entities entities;
         const Environment env = by_occurrence(entities);
         const bool rule = by_rule(c, z, env);
         if (rule) RC_ASSERT(safe(c, z, env));
         RC_ASSERT(rule == !fast::first_overlap(partial_order(c, z, env)));
         note(rule, "safe by rule", 0.1);
         note(!safe(c, z, env), "not safe", 0.05);
       });
}

// [construction/conc] [construction/seq] [construction/par] [construction/then]
TEST_CASE("Theorem 4.7: the rules say no exactly where two concurrent invocations influence one location") {
  prop("safe_by_rule is whether no concurrent pair of po_c(z) meets", [] {
    const Case t = *cases();
    classify(t);
    const auto answer = safe_by_rule(t.c, t.z, t.env);
    const Overlap* overlap = std::get_if<Overlap>(&answer);
    std::set<Location> met;
    for (std::size_t u = 0; u < t.po.size(); ++u)
      for (std::size_t v = 0; v < u; ++v) {
        if (exhaustive::precedes(t.z, t.po, v, u)) continue;
        for (const Write& write : t.po.invocations[u].m.writes())
          if (t.po.invocations[v].m.find(write.l)) met.insert(write.l);
      }
    RC_ASSERT(met.empty() == !overlap);
    if (overlap) RC_ASSERT(met.contains(overlap->l));
    RC_ASSERT(t.verdict().safe_by_rule() == !overlap);
    note(!overlap, "safe by rule", 0.1);
    note(overlap && overlap->rule == 3, "stopped by (3)", 0.1);
    note(overlap && overlap->rule == 4, "stopped by (4)", 0.1);
  });
}

// [construction/conc] [construction/seq] [construction/par] [construction/then] [safety]
TEST_CASE("Theorem 4.7: what the rules show safe is safe") {
  prop("safe by rule implies safe (Definition 4.3)", [] {
    const Case t = *cases();
    if (by_rule(t.c, t.z, t.env)) RC_ASSERT(is_safe(safety(t.po)));
  });
}

// [construction/seq]
TEST_CASE("Theorem 4.7(1): seq(s) is safe at every state") {
  prop("(1), at every seq(s) of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      if (std::holds_alternative<Seq>(z.form())) RC_ASSERT(safe(c, z, at));
    });
  });
}

// [construction/then]
TEST_CASE("Theorem 4.7(2): z ⨟ z' is safe where z is safe and z' is safe at z(c)") {
  prop("(2), at every ⨟ of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      const Then* both = std::get_if<Then>(&z.form());
      if (!both || !safe(c, both->left, at)) return;
      const bool right = safe(advance(c, both->left, at), both->right, at.after(both->left));
      RC_ASSERT(safe(c, z, at) == right);
    });
  });
}

// [construction/conc]
TEST_CASE("Theorem 4.7(3): conc(s) is safe where the influences of its invocations are pairwise disjoint") {
  prop("(3), at every conc(s) of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      const Conc* leaf = std::get_if<Conc>(&z.form());
      if (leaf && by_rule(c, z, at)) RC_ASSERT(safe(c, z, at));
    });
  });
}

// [construction/par]
TEST_CASE("Theorem 4.7(4): z ∥ z' is safe where both are and their influences are disjoint") {
  prop("(4), at every ∥ of a schedule", [] {
    const Case t = *cases();
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      const Par* both = std::get_if<Par>(&z.form());
      if (!both) return;
      if (safe(c, both->left, at) && safe(c, both->right, at.after(both->left)) &&
          !in_both(influence(c, both->left, at), influence(c, both->right, at.after(both->left))))
        RC_ASSERT(safe(c, z, at));
    });
  });
}

// [construction/conc]
TEST_CASE("Theorem 4.7(3): the influences of any two invocations must be disjoint, not only those of neighbours") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System ends{"ends", {Incl{Pos}}, [](const Match& r) -> Mutation {
                      if (r.e[0] == e2) return Nil{};
                      return Attach{Vel, e1, 0};
                    }};
  const Overlap literal = std::get<Overlap>(safe_by_rule(c(), conc(ends), env));
  CHECK(literal.rule == 3);
  CHECK(literal.l == Location{e1, Vel});
  const std::optional<fast::Overlap> found = fast::first_overlap(partial_order(c(), conc(ends), env));
  REQUIRE(found.has_value());
  CHECK(found->l == Location{e1, Vel});
}

// [construction/par] [construction/then]
TEST_CASE("Theorem 4.7(4): disjoint sides are safe, overlapping ones are not, and the place is named") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System brake{"brake", {Incl{Vel}}, [](const Match& r) -> Mutation { return Attach{Vel, r.e[0], 0}; }};
  const auto overlap = [&](const Schedule& z) { return std::get<Overlap>(safe_by_rule(c(), z, env)); };
  CHECK(by_rule(c(), conc(inertia()) || conc(brake), env));
  CHECK(overlap(conc(brake) || seq(brake)).rule == 4);
  CHECK(overlap(conc(brake) || seq(brake)).l == Location{e1, Vel});
  CHECK(by_rule(c(), conc(brake) >> seq(brake), env));
  CHECK(overlap((conc(brake) >> conc(inertia())) || conc(brake)).rule == 4);
  CHECK(overlap(conc(brake) || (conc(inertia()) >> conc(brake))).l == Location{e1, Vel});
  const System same{"same", {Incl{Pos}}, [](const Match&) -> Mutation { return Attach{Vel, e2, 0}; }};
  CHECK(overlap(conc(same)).rule == 3);
  CHECK(overlap(conc(brake) >> conc(same)).l == Location{e2, Vel});
  CHECK(overlap(conc(inertia()) || (seq(same) >> conc(same))).rule == 3);
}

// [construction/par]
TEST_CASE("Theorem 4.7(4) does not hold if a system writes to an entity that a concurrent one creates (D11)") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const State start = State(2).with(Vel, e1, 0);
  const Entity guessed = entities.at({0, {e1}, 0});
  const System maker{"maker", {Incl{Vel}}, [](const Match&) -> Mutation {
                       return New{[](Entity x) -> Mutation { return Attach{Pos, x, 1}; }};
                     }};
  const System forger{"forger", {Incl{Vel}}, [=](const Match&) -> Mutation { return Attach{Pos, guessed, 2}; }};
  CHECK(by_rule(start, conc(maker) || conc(forger), env));
  CHECK_FALSE(safe(start, conc(maker) || conc(forger), env));
}
