// §3.6: c ⇓ z and z(c).
#include "semantics/schedule.hpp"

#include <numeric>

#include "interp/fast/count.hpp"
#include "interp/fast/renaming.hpp"
#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/linearization.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

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
    return advance(t.c, z, t.env);
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

}  // namespace

// [schedule/conc] [schedule/seq] [schedule/par] [schedule/then] [schedule/apply] [order/composite]
TEST_CASE("c ⇓ z is the composite of the reference linearization, and z(c) is c ↓ (c ⇓ z)") {
  prop("c ⇓ z is f_1(r_1) • ... • f_n(r_n) for the first linearization, and z(c) its end", [] {
    const Case t = *cases();
    classify(t);
    Linearization reference(t.po.size());
    std::iota(reference.begin(), reference.end(), 0);
    const Update m = produce(t.c, t.z, t.env);
    RC_ASSERT(equivalent(m, composite(t.po, reference)));
    RC_ASSERT(advance(t.c, t.z, t.env) == after(t.c, m));
    State end = t.c;
    for (const Invocation& u : t.po.invocations) end = after(std::move(end), u.m);
    RC_ASSERT(advance(t.c, t.z, t.env) == end);
  });
}

// [schedule/par] [schedule/then]
TEST_CASE("What each side of ∥ and ⨟ observes") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System step{"step", {Incl{Pos}}, [](const Match& r) -> Mutation {
                      return Attach{Pos, r.e[0], integer(r.w[0]) + 1};
                    }};
  const System copy{"copy", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Vel, r.e[0], *r.w[0]}; }};
  const State start = State(2).with(Pos, e1, 0);
  const auto seen = [&](const Schedule& z) { return *advance(start, z, env).at({e1, Vel}); };
  CHECK(seen(conc(step) || conc(copy)) == Value(0));
  CHECK(seen(conc(copy) || conc(step)) == Value(0));
  CHECK(seen(conc(step) >> conc(copy)) == Value(1));
  CHECK(seen(conc(copy) >> conc(step)) == Value(0));
  CHECK(seen(conc(step) >> (conc(step) || conc(copy))) == Value(1));
  CHECK(seen((conc(step) >> conc(step)) >> conc(copy)) == Value(2));
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
    const PartialOrder po = partial_order(t.c, z[0] || z[1], t.env);
    const PartialOrder exchanged = partial_order(t.c, z[1] || z[0], t.env);
    RC_ASSERT(po.size() == exchanged.size());
    RC_ASSERT(fast::linearizations(po) == fast::linearizations(exchanged));
    const bool safe = is_safe(safety(po));
    RC_ASSERT(is_safe(safety(exchanged)) == safe);
    note(safe, "safe", 0.7);
    if (safe) RC_ASSERT(fast::equal_up_to_renaming(*both, *end(t, z[1] || z[0])) == Answer::Yes);
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
    note(found > 0, "there is such a system", 0.6);
  });
}

// [schedule/then]
TEST_CASE("N frames are z ⨟ z ⨟ ... ⨟ z: leaves are counted over all frames (D3)") {
  prop("frame after frame, counting leaves on, ends where the repeated schedule ends", [] {
    const Case t = *cases({.entities = 2, .leaves = 2, .frames = 4});
    State c = t.c;
    const Schedule& z = t.program->schedules.front().z;
    for (std::uint64_t frame = 0; frame < t.program->frames; ++frame) c = advance(c, z, {t.env, frame * z.leaves()});
    RC_ASSERT(c == advance(t.c, t.z, t.env));
    note(t.program->frames > 1, "several frames", 0.12);
  });
}

// [schedule/then]
TEST_CASE("repeat(z, n) is z ⨟ z ⨟ ... ⨟ z, grouped from the left, and there is no schedule of no frames") {
  const Schedule z = conc(step());
  CHECK(repeat(z, 1).leaves() == 1);
  const Schedule three = repeat(z || z, 3);
  CHECK(three.leaves() == 6);
  CHECK(std::get<Then>(three.form()).left.leaves() == 4);
  CHECK_THROWS_WITH_AS((void)repeat(z, 0), "repeat: a schedule is repeated once at least, not 0 times",
                       std::invalid_argument);
}
