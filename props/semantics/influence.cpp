// §4.2: influence. Lemma 4.6.
#include "semantics/influence.hpp"

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// infl(f_s(r)) for each invocation of po_c(z), and the invocation.
struct Influenced {
  const Invocation* u;
  Mutation m;
  Influence locations;
};
std::vector<Influenced> influences(const Case& t) {
  std::vector<Influenced> found;
  exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
    const auto leaf = [&](const auto& z) {
      const Matches r = matches(z, c, at);
      for (std::size_t j = 0; j < r.size(); ++j) {
        const Mutation m = z.s->f(r[j]);
        found.push_back({&t.po.invocations[found.size()], m, influence(m)});
      }
    };
    if (const Conc* conc = std::get_if<Conc>(&z.form())) leaf(*conc);
    if (const Seq* seq = std::get_if<Seq>(&z.form())) leaf(*seq);
  });
  return found;
}

bool created_by(Entity e, const Invocation& u) {
  return e.created() && e.created()->leaf == u.leaf &&
         std::equal(e.created()->entities.begin(), e.created()->entities.end(), u.e.begin(), u.e.end());
}

}  // namespace

// [influence/attach] [influence/detach] [influence/compose] [influence/new] [influence/nil]
TEST_CASE("infl(m) is what m affects, but for the entities that its ν's yield") {
  prop("infl(f_s(r)) is the locations written by the invocation that are not of an entity it creates (D11)", [] {
    const Case t = *cases();
    for (const auto& [u, m, locations] : influences(t)) {
      Influence expected;
      for (const auto& [l, k] : u->m.writes())
        if (!created_by(l.e, *u)) expected.insert(l);
      RC_ASSERT(locations == expected);
    }
  });
}

// [influence/attach] [influence/detach] [influence/compose] [influence/new] [influence/nil]
TEST_CASE("The frame property, by which influence is defined: elsewhere the state is unchanged") {
  prop("(c ↓ m)_i(e) = c_i(e) for every c and every (e, i) outside of infl(m), of entities that m does not create", [] {
    const Case t = *cases();
    std::size_t unchanged = 0, changed = 0;
    const State end = advance(t.c, t.z, t.env);
    for (const auto& [u, m, locations] : influences(t))
      for (const State& c : {t.c, end, State(t.c.labels())}) {
        const State after_m = after(c, m, Fresh({t.env, u->leaf}, std::span(u->e.data(), u->e.size())));
        for (Label i = 0; i < c.labels(); ++i)
          for (const State* one : {&c, &after_m})
            for (const auto& [e, k] : (*one)[i]) {
              const Value *before = c.at({e, i}), *now = after_m.at({e, i});
              const bool same = before && now ? *before == *now : before == now;
              if (!locations.contains({e, i}) && !created_by(e, *u)) RC_ASSERT(same);
              ++(same ? unchanged : changed);
            }
      }
    note(unchanged > 0 && changed > 0, "something changes, and something else does not", 0.4);
  });
}

// [influence/disjoint] [influence/compose] [commutativity]
TEST_CASE("Lemma 4.6: invocations with disjoint influences commute") {
  prop("of two concurrent invocations, so that neither mentions what the other creates", [] {
    const Case t = *cases();
    std::size_t disjoint = 0, meet = 0;
    const std::vector<Influenced> all = influences(t);
    for (std::size_t j = 0; j < all.size(); ++j)
      for (std::size_t k = 0; k < j; ++k) {
        if (exhaustive::precedes(t.z, t.po, j, k) || exhaustive::precedes(t.z, t.po, k, j)) continue;
        const Influenced &u = all[j], &v = all[k];
        const auto l = in_both(u.locations, v.locations);
        ++(l ? meet : disjoint);
        if (!l) RC_ASSERT(commute(u.u->m, v.u->m));
        if (l) RC_ASSERT(u.locations.contains(*l) && v.locations.contains(*l));
      }
    note(disjoint > 0, "some are disjoint", 0.2);
    note(meet > 0, "some meet", 0.1);
  });
}

// [influence/conc] [influence/seq] [influence/par] [influence/then]
TEST_CASE("infl_c(z) is the union of the influences of the invocations of po_c(z)") {
  prop("infl_c(z) is the union", [] {
    const Case t = *cases();
    Influence expected;
    for (const auto& [u, m, locations] : influences(t)) expected.insert(locations.begin(), locations.end());
    RC_ASSERT(influence(t.c, t.z, t.env) == expected);
  });
}

// [influence/new] [influence/nil]
TEST_CASE("Influence keeps what does not depend on the fresh entity") {
  const Mutation m = New{[](Entity x) -> Mutation {
    return Compose({Attach{Pos, x, 1}, Attach{Vel, e1, x}, x == e2 ? Mutation(Nil{}) : Mutation(Detach{Pos, e3})});
  }};
  CHECK(influence(m) == Influence{{e1, Vel}, {e3, Pos}});
  CHECK(influence(Nil{}).empty());
  CHECK(influence(compose(Attach{Pos, e1, 1}, Detach{Vel, e1})) == Influence{{e1, Pos}, {e1, Vel}});
}

// [influence/then] [influence/par]
TEST_CASE("The influence of a schedule sees what the left side of ⨟ left") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Schedule z = conc(inertia()) >> seq(collide());
  CHECK(influence(c(), z, env) == Influence{{e1, Pos}, {e3, Pos}, {e1, Vel}, {e2, Vel}});
  CHECK(influence(c(), conc(inertia()) || seq(collide()), env) == Influence{{e1, Pos}, {e3, Pos}});
}

// [influence/conc] [influence/seq]
TEST_CASE(
    "The influence of conc is that of matches that all observe the start, that of seq is of those that roll meets") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System pass{"pass", {Incl{Pos}}, [](const Match& r) -> Mutation {
                      if (integer(r.w[0]) == 0) return Nil{};
                      return Compose({Attach{Vel, r.e[0], 1}, Attach{Pos, e2, 0}});
                    }};
  const State both = State(2).with(Pos, e1, 1).with(Pos, e2, 1);
  CHECK(influence(both, conc(pass), env) == Influence{{e1, Vel}, {e2, Vel}, {e2, Pos}});
  CHECK(influence(both, seq(pass), env) == Influence{{e1, Vel}, {e2, Pos}});
}
