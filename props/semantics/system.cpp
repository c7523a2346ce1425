// §3.5: apply, roll, and the matches of conc(s) and seq(s).
#include "semantics/system.hpp"

#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/order.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// Whether the matches have these entity vectors and component results.
void same(const Matches& r, const std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>>& expected) {
  RC_ASSERT(r.size() == expected.size());
  for (std::size_t j = 0; j < r.size(); ++j) {
    RC_ASSERT(std::equal(r[j].e.begin(), r[j].e.end(), expected[j].first.begin(), expected[j].first.end()));
    RC_ASSERT(std::equal(r[j].w.begin(), r[j].w.end(), expected[j].second.begin(), expected[j].second.end()));
  }
}

}  // namespace

// [system/roll] [system/seq]
TEST_CASE("roll visits the matches one after the other, observes anew, and drops those that are none any more (D2)") {
  prop("roll_s(c, ⟦q_s⟧c) is the matches that a loop over ⟦q_s⟧c meets", [] {
    const Case t = *cases();
    bool dropped = false, changed = false;
    for (const auto& s : t.program->systems) try {
        const Matches r = query(s->q, t.c, t.env);
        std::vector<std::pair<std::vector<Entity>, std::vector<Cell>>> expected;
        State c = t.c;
        for (std::size_t j = 0; j < r.size(); ++j) {
          std::vector<Cell> w;
          if (!query_at(s->q, c, r[j].e, w)) {
            dropped = true;
            continue;
          }
          changed = changed || !std::equal(w.begin(), w.end(), r[j].w.begin(), r[j].w.end());
          expected.emplace_back(std::vector(r[j].e.begin(), r[j].e.end()), w);
          c = after(std::move(c), s->f({r[j].e, w}), Fresh({t.env, 7}, r[j].e));
        }
        same(roll(*s, t.c, r, {t.env, 7}), expected);
        same(matches(Seq{s}, t.c, {t.env, 7}), expected);
        RC_ASSERT(after(t.c, produce(Seq{s}, t.c, {t.env, 7})) == c);
      } catch (const RuntimeError&) {
        continue;  // met by a system that the schedule performs elsewhere
      }
    note(dropped, "a match is dropped", 0.01);
    note(changed, "a match observes a change", 0.12);
  });
}

// [system/apply] [system/conc]
TEST_CASE("s(r) composes the invocations in the order of the matches, all of which observed the same state") {
  prop("conc(s)(c) is c after f_s(r) for each r in ⟦q_s⟧c", [] {
    const Case t = *cases();
    for (const auto& s : t.program->systems) try {
        const Matches r = matches(Conc{s}, t.c, {t.env, 7});
        State c = t.c;
        for (std::size_t j = 0; j < r.size(); ++j) c = after(std::move(c), s->f(r[j]), Fresh({t.env, 7}, r[j].e));
        RC_ASSERT(after(t.c, apply(*s, r, {t.env, 7})) == c);
        RC_ASSERT(after(t.c, produce(Conc{s}, t.c, {t.env, 7})) == c);
      } catch (const RuntimeError&) {
        continue;
      }
  });
}

// [system/roll]
TEST_CASE("roll: exact cases") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System sum{"sum", {Incl{Pos}, Incl{Vel}}, [](const Match& r) -> Mutation {
                     return Attach{Vel, r.e[1], integer(r.w[0]) + integer(r.w[1])};
                   }};
  const State c = State(2).with(Pos, e1, 10).with(Pos, e2, 20).with(Vel, e3, 1);
  CHECK(*advance(c, seq(sum), env).at({e3, Vel}) == Value(31));
  CHECK(*advance(c, conc(sum), env).at({e3, Vel}) == Value(21));

  const System end{"end", {Excl{Pos}}, [](const Match& r) -> Mutation {
                     return Compose({Detach{Vel, e2}, Attach{Vel, r.e[0], 0}});
                   }};
  const State two = State(2).with(Vel, e1, 1).with(Vel, e2, 2);
  CHECK(partial_order(two, seq(end), env).size() == 1);
  CHECK(partial_order(two, conc(end), env).size() == 2);

  const System last{"last", {Anyway{Pos}}, [](const Match&) -> Mutation { return Detach{Vel, e2}; }};
  CHECK(partial_order(two, seq(last), env).size() == 1);
  CHECK(partial_order(two, conc(last), env).size() == 2);
}

// [system/roll]
TEST_CASE("The match order is a parameter: seq under the reverse order ends differently (D1)") {
  Entities entities;
  Environment env = by_occurrence(entities);
  const System last{"last", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Vel, e2, *r.w[0]}; }};
  CHECK(*advance(c(), seq(last), env).at({e2, Vel}) == Value(9));
  env.order = [](std::span<const Entity> a, std::span<const Entity> b) { return b[0] < a[0]; };
  CHECK(*advance(c(), seq(last), env).at({e2, Vel}) == Value(1));
}
