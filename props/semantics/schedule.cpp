// §3.6: c ⇓ z and z(c).
#include "semantics/schedule.hpp"

#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/linearization.hpp"
#include "semantics/renaming.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// c ⇓ z by recursion, as §3.6 has it.
Mutation literal(const State& c, const Schedule& z, Leaf first, const Environment& env) {
  return std::visit(
      Clauses{
          [&](const Conc& z) { return apply(*z.s, query(z.s->q, c, env), first, env); },
          [&](const Seq& z) { return apply(*z.s, roll(*z.s, c, query(z.s->q, c, env), first, env), first, env); },
          [&](const Par& z) {
            return compose(literal(c, z.z, first, env), literal(c, z.z_, first + z.z.leaves(), env));
          },
          [&](const Then& z) {
            const Mutation m = literal(c, z.z, first, env);
            return compose(m, literal(after(c, m), z.z_, first + z.z.leaves(), env));
          },
      },
      z.form());
}

/// A schedule of the program that performs one of its systems of one query; so that the entities that are created do
/// not multiply.
std::optional<Schedule> leaf(const Case& t) {
  std::vector<Schedule> found;
  for (const auto& s : t.program->systems)
    if (s->q.size() == 1) {
      found.push_back(Conc{s});
      found.push_back(Seq{s});
    }
  if (found.empty()) return std::nullopt;
  return found[*rc::gen::inRange<std::size_t>(0, found.size())];
}

/// Three of them.
std::vector<Schedule> three(const Case& t) {
  std::vector<Schedule> z;
  for (int j = 0; j < 3; ++j)
    if (const auto one = leaf(t)) z.push_back(*one);
  RC_PRE(z.size() == 3);
  return z;
}

/// z(c), or nothing where that is a run-time error.
std::optional<State> end(const Case& t, const Schedule& z) {
  try {
    return advance(t.c, z, 0, t.env);
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

}  // namespace

// [schedule/conc] [schedule/seq] [schedule/par] [schedule/then]
TEST_CASE("c ⇓ z is as the equations say, and z(c) is c ↓ (c ⇓ z)") {
  prop("production agrees with the literal recursion", [] {
    const Case t = *cases();
    classify(t);
    const Mutation m = literal(t.c, t.z, 0, t.env);
    RC_ASSERT(equivalent(produce(t.c, t.z, 0, t.env), m));
    RC_ASSERT(advance(t.c, t.z, 0, t.env) == after(t.c, m));
  });
}

// [schedule/par] [schedule/then]
TEST_CASE("c ⇓ z is the composite of the reference linearization") {
  prop("c ⇓ z is f_1(r_1) • ... • f_n(r_n) for the first linearization, and z(c) its end", [] {
    const Case t = *cases();
    Linearizations all(t.po);
    RC_ASSERT(all.next());
    const Mutation m = composite(t.po, all.current());
    RC_ASSERT(equivalent(produce(t.c, t.z, 0, t.env), m));
    RC_ASSERT(advance(t.c, t.z, 0, t.env) == after(t.c, m));
  });
}

// [schedule/par] [schedule/then]
TEST_CASE("∥ and ⨟ associate") {
  prop("(z ∥ z') ∥ z'' and z ∥ (z' ∥ z'') end in the same state, and so with ⨟", [] {
    const Case t = *cases();
    const std::vector<Schedule> z = three(t);
    RC_ASSERT(end(t, (z[0] || z[1]) || z[2]) == end(t, z[0] || (z[1] || z[2])));
    RC_ASSERT(end(t, (z[0] >> z[1]) >> z[2]) == end(t, z[0] >> (z[1] >> z[2])));
  });
}

// [schedule/par]
TEST_CASE("The sides of a safe ∥ may be exchanged") {
  prop("where z ∥ z' is safe, z' ∥ z ends in the same state up to renaming, and performs the same invocations", [] {
    const Case t = *cases();
    const std::vector<Schedule> z = three(t);
    const auto both = end(t, z[0] || z[1]);
    RC_PRE(both.has_value());
    const PartialOrder po = partial_order(t.c, z[0] || z[1], 0, t.env);
    const PartialOrder exchanged = partial_order(t.c, z[1] || z[0], 0, t.env);
    RC_ASSERT(po.size() == exchanged.size());
    RC_ASSERT(linearizations(po) == linearizations(exchanged));
    RC_ASSERT(unsafe(po).has_value() == unsafe(exchanged).has_value());
    note(!unsafe(po), "safe");
    if (!unsafe(po)) RC_ASSERT(equal_up_to_renaming(*both, *end(t, z[1] || z[0])) == true);
  });
}

// [schedule/seq] [schedule/conc]
TEST_CASE("With one match at most, seq(s) is conc(s)") {
  prop("seq(s)(c) is conc(s)(c) where ⟦q_s⟧c has at most one match", [] {
    const Case t = *cases();
    std::size_t found = 0;
    for (const auto& s : t.program->systems) {
      if (query(s->q, t.c, t.env).size() > 1) continue;
      RC_ASSERT(end(t, Seq{s}) == end(t, Conc{s}));
      ++found;
    }
    note(found > 0, "there is such a system");
  });
}

// [schedule/then]
TEST_CASE("N frames are z ⨟ z ⨟ ... ⨟ z: leaves are counted over all frames (D3)") {
  prop("frame after frame, counting leaves on, ends where the repeated schedule ends", [] {
    const Case t = *cases({.entities = 2, .leaves = 2, .frames = 4});
    State c = t.c;
    const Schedule& z = t.program->schedules.front().second;
    for (std::uint64_t frame = 0; frame < t.program->frames; ++frame) c = advance(c, z, frame * z.leaves(), t.env);
    RC_ASSERT(c == advance(t.c, t.z, 0, t.env));
    note(t.program->frames > 1, "several frames");
  });
}
