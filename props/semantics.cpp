// Laws of `semantics` that have no figure: small exact cases, and what must hold of large and deep input.
#include <doctest/doctest.h>

#include "interp/decide.hpp"
#include "interp/runs.hpp"
#include "interp/show.hpp"
#include "props/physics.hpp"
#include "semantics/construction.hpp"
#include "semantics/corollaries.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/linearization.hpp"
#include "semantics/renaming.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

Mutation nothing(const Match&) { return Nil{}; }

/// Increments c_Pos of every entity that has it.
System step() {
  return {"step", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Pos, r.e[0], integer(r.w[0]) + 1}; }};
}

}  // namespace

TEST_CASE("Mutations are a monoid up to equivalence, and composition is right-biased") {
  const Mutation a = Attach{Pos, e1, 1}, b = Attach{Pos, e1, 2}, d = Detach{Pos, e1}, nil = Nil{};
  CHECK(equivalent(compose(a, compose(b, d)), compose(compose(a, b), d)));
  CHECK(equivalent(compose(a, nil), a));
  CHECK(equivalent(compose(nil, a), a));
  CHECK(equivalent(compose(a, b), b));
  CHECK_FALSE(equivalent(compose(a, b), a));
  CHECK_FALSE(equivalent(d, nil));
  CHECK(commute(a, a));
  CHECK_FALSE(commute(a, b));
  CHECK_FALSE(commute(a, d));
  CHECK(commute(a, Attach{Vel, e1, 2}));
  CHECK(commute(a, Detach{Pos, e2}));
}

TEST_CASE("Queries see live entities only, and anyway sees all of them") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const State c = State(2).with(Vel, e1, 1);
  CHECK(query({Excl{Pos}}, c, env).size() == 1);
  CHECK(query({Anyway{Pos}}, c, env).size() == 1);
  CHECK(query({Excl{Pos}}, c.without(Vel, e1), env).size() == 0);
  CHECK(query({Anyway{Pos}}, c.without(Vel, e1), env).size() == 0);
  CHECK(query({And{{Incl{Vel}, Excl{Vel}}}}, c, env).size() == 0);
  CHECK(query({Incl{Vel}, Anyway{Pos}, Excl{Pos}}, c.with(Pos, e2, 3), env).size() == 2);
}

TEST_CASE("roll observes anew before each match, and drops one whose entity is no longer live (D2)") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System sum{"sum", {Incl{Pos}, Incl{Vel}}, [](const Match& r) -> Mutation {
                     return Attach{Vel, r.e[1], integer(r.w[0]) + integer(r.w[1])};
                   }};
  const State c = State(2).with(Pos, e1, 10).with(Pos, e2, 20).with(Vel, e3, 1);
  CHECK(*advance(c, seq(sum), 0, env).at({e3, Vel}) == Value(31));
  CHECK(*advance(c, conc(sum), 0, env).at({e3, Vel}) == Value(21));

  const System end{"end", {Excl{Pos}}, [](const Match& r) -> Mutation {
                     return Compose({Detach{Vel, e2}, Attach{Vel, r.e[0], 0}});
                   }};
  const State two = State(2).with(Vel, e1, 1).with(Vel, e2, 2);
  CHECK(partial_order(two, seq(end), 0, env).size() == 1);
  CHECK(partial_order(two, conc(end), 0, env).size() == 2);
}

TEST_CASE("The match order is a parameter: seq under the reverse order ends differently (D1)") {
  Entities entities;
  Environment env = by_occurrence(entities);
  const System last{"last", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Vel, e2, *r.w[0]}; }};
  CHECK(*advance(c(), seq(last), 0, env).at({e2, Vel}) == Value(9));
  env.order = [](std::span<const Entity> a, std::span<const Entity> b) { return b[0] < a[0]; };
  CHECK(*advance(c(), seq(last), 0, env).at({e2, Vel}) == Value(1));
}

TEST_CASE("Influence keeps what does not depend on the fresh entity") {
  const Mutation m = New{[](Entity x) -> Mutation {
    return Compose({Attach{Pos, x, 1}, Attach{Vel, e1, x}, x == e2 ? Mutation(Nil{}) : Mutation(Detach{Pos, e3})});
  }};
  CHECK(influence(m) == Influence{{e1, Vel}, {e3, Pos}});
  CHECK(influence(Nil{}).empty());
  CHECK(influence(compose(Attach{Pos, e1, 1}, Detach{Vel, e1})) == Influence{{e1, Pos}, {e1, Vel}});
}

TEST_CASE("The influence of a schedule sees what the left side of ⨟ left") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Schedule z = conc(inertia()) >> seq(collide());
  CHECK(influence(c(), z, 0, env) == Influence{{e1, Pos}, {e3, Pos}, {e1, Vel}, {e2, Vel}});
  CHECK(influence(c(), conc(inertia()) || seq(collide()), 0, env) == Influence{{e1, Pos}, {e3, Pos}});
}

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
}

TEST_CASE("Corollary 4.9: a singleton query without entities, that writes no literal (D7)") {
  const Schema K{{"Pos", Type::Kind::Int}, {"Target", Type::Kind::Entity}};
  const auto system = [](QueryVector q, std::optional<Effects> effects) {
    return System{"s", std::move(q), nothing, std::move(effects)};
  };
  const Effects writes_pos{{}, {0}};
  Effects writes_literal = writes_pos;
  writes_literal.writes_entity_literal = true;
  CHECK_FALSE(conc_not_statically_safe(system({Incl{0}}, writes_pos), K));
  CHECK_FALSE(conc_not_statically_safe(system({And{{Incl{0}, Excl{1}}}}, writes_pos), K));
  const auto reason = [&](QueryVector q, std::optional<Effects> effects) {
    return conc_not_statically_safe(system(std::move(q), std::move(effects)), K).value();
  };
  CHECK(std::get<NotSingleton>(reason({Incl{0}, Incl{0}}, writes_pos)).dim == 2);
  CHECK(std::get<QueriesEntity>(reason({And{{Incl{0}, Anyway{1}}}}, writes_pos)).i == 1);
  CHECK(std::holds_alternative<WritesLiteral>(reason({Incl{0}}, writes_literal)));
  CHECK(std::holds_alternative<UnknownEffects>(reason({Incl{0}}, std::nullopt)));
}

TEST_CASE("Corollary 4.8: sides that influence disjoint labels") {
  const auto writes = [](Label i) { return System{"s", {Incl{Pos}}, nothing, Effects{{}, {i}}}; };
  CHECK_FALSE(not_statically_safe(conc(writes(Pos)) || conc(writes(Vel)), K));
  CHECK_FALSE(not_statically_safe(conc(writes(Pos)) >> (conc(writes(Pos)) || seq(writes(Vel))), K));
  const auto obstacle = not_statically_safe(conc(writes(Vel)) >> (conc(writes(Pos)) || seq(writes(Pos))), K);
  REQUIRE(obstacle);
  CHECK(obstacle->first == 1);
  CHECK(obstacle->middle == 2);
  CHECK(obstacle->last == 3);
  CHECK(std::get<SharedLabel>(obstacle->reason).i == Pos);
}

TEST_CASE("Equality up to renaming: created entities may be exchanged, initial ones may not (D10)") {
  Entities entities;
  const Entity x = entities.at({0, {}, 0}), y = entities.at({0, {}, 1}), z = entities.at({0, {}, 2});
  const State one = State(2).with(Pos, x, 1).with(Vel, e1, x);
  CHECK(equal_up_to_renaming(one, State(2).with(Pos, y, 1).with(Vel, e1, y)) == true);
  CHECK(equal_up_to_renaming(one, State(2).with(Pos, y, 2).with(Vel, e1, y)) == false);
  CHECK(equal_up_to_renaming(one, State(2).with(Pos, x, 1).with(Vel, e1, y)) == false);
  CHECK(equal_up_to_renaming(State(2).with(Pos, e1, 1), State(2).with(Pos, e2, 1)) == false);
  const State circle = State(2).with(Pos, x, y).with(Pos, y, z).with(Pos, z, x);
  CHECK(equal_up_to_renaming(circle, State(2).with(Pos, x, z).with(Pos, z, y).with(Pos, y, x)) == true);
  CHECK(equal_up_to_renaming(circle, State(2).with(Pos, x, x).with(Pos, y, y).with(Pos, z, z)) == false);
}

TEST_CASE("Two circles of three are not one of six, though no entity can be told from another") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 6; ++j) x.push_back(entities.at({0, {}, j}));
  State six(1), threes(1);
  for (std::size_t j = 0; j < 6; ++j) {
    six = std::move(six).with(Pos, x[j], x[(j + 1) % 6]);
    threes = std::move(threes).with(Pos, x[j], x[j / 3 * 3 + (j + 1) % 3]);
  }
  CHECK(equal_up_to_renaming(six, threes) == false);
  CHECK(equal_up_to_renaming(threes, threes.with(Pos, x[0], x[1])) == true);
}

TEST_CASE("A partial map is what was written to it, in entity order, whatever the order of writing") {
  std::map<Entity, Value> expected;
  State c(1);
  std::uint64_t random = 1;
  for (int j = 0; j < 20'000; ++j) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    const Entity e((random >> 33) % 3'000);
    if (random >> 62) {
      c = std::move(c).with(0, e, j);
      expected[e] = j;
    } else {
      c = std::move(c).without(0, e);
      expected.erase(e);
    }
    if (j % 5'000 == 0) {
      const State copy = c;
      c = std::move(c).with(0, e, -1);
      CHECK(copy.with(0, e, -1) == c);
      expected[e] = -1;
    }
  }
  CHECK(c[0].size() == expected.size());
  CHECK(std::equal(c[0].begin(), c[0].end(), expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; }));
}

TEST_CASE("Schedules nested 10^5 deep, left, right and both, neither overflow the stack nor go quadratic") {
  constexpr int depth = 100'000;
  const Schedule leaf = conc(step());
  const State c = State(2).with(Pos, e1, 0);
  for (const bool left : {true, false})
    for (const bool alternate : {true, false}) {
      CAPTURE(left);
      CAPTURE(alternate);
      Schedule z = leaf;
      for (int j = 0; j < depth; ++j) {
        const Schedule before = left ? z : leaf;
        const Schedule after = left ? leaf : z;
        z = alternate && j % 2 ? before || after : before >> after;
      }
      Entities entities;
      const Environment env = by_occurrence(entities);
      CHECK(z.leaves() == depth + 1);
      const State end = advance(c, z, 0, env);
      if (!alternate) CHECK(*end.at({e1, Pos}) == Value(depth + 1));
      CHECK(after(c, produce(c, z, 0, env)) == end);
      const PartialOrder po = partial_order(c, z, 0, env);
      CHECK(po.size() == depth + 1);
      CHECK(not_safe_by_rule(c, z, 0, env).has_value() == alternate);
      CHECK(decide(po).unsafe.has_value() == alternate);
      CHECK(not_statically_safe(z, K));
      CHECK(Plan(z).nodes.size() == 2 * depth + 1);
      CHECK(show(z).size() > depth);
      if (!alternate) CHECK(linearizations(po) == 1);
    }
}

TEST_CASE("Mutations composed 10^6 deep are applied and taken apart without recursion") {
  Mutation m = Nil{};
  for (int j = 0; j < 1'000'000; ++j)
    m = j % 2 ? compose(std::move(m), Attach{Pos, e1, j}) : compose(Attach{Pos, e1, j}, std::move(m));
  CHECK(*after(State(2), m).at({e1, Pos}) == Value(999'999));
}
