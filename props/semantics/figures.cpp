// The paper's figures and listings as exact tests of `semantics`.
#include <doctest/doctest.h>

#include "interp/fast/count.hpp"
#include "props/kit/physics.hpp"
#include "semantics/construction.hpp"
#include "semantics/determinism.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

struct World {
  Entities entities;
  Environment env = by_occurrence(entities);

  Entity created(Leaf leaf, SmallVector<Entity, 2> e, std::uint64_t number = 0) {
    return entities.at({leaf, std::move(e), number});
  }
};

struct Row {
  std::vector<Entity> e;
  std::vector<Cell> w;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rows(const Matches& r) {
  std::vector<Row> rows;
  for (std::size_t j = 0; j < r.size(); ++j)
    rows.push_back({{r[j].e.begin(), r[j].e.end()}, {r[j].w.begin(), r[j].w.end()}});
  return rows;
}

const Query moving = And{{Incl{Pos}, Incl{Vel}}};
const Query stationary = And{{Incl{Pos}, Excl{Vel}}};
const Cell none = std::nullopt;

/// c' of Figure 12: after inertia.
State c2() { return State(2).with(Pos, e1, 7).with(Pos, e2, 7).with(Pos, e3, 7).with(Vel, e1, 6).with(Vel, e3, -2); }

}  // namespace

// [state/family] [state/live]
TEST_CASE("Figure 7: the state of frame 1, and its live entities") {
  CHECK(c()[Pos].size() == 3);
  CHECK(c()[Vel].size() == 2);
  CHECK(*c().at({e2, Pos}) == Value(7));
  CHECK(c().at({e2, Vel}) == nullptr);
  CHECK(live(c()) == std::vector{e1, e2, e3});
  CHECK(live(c().without(Pos, e2)) == std::vector{e1, e3});
}

// [result/incl] [result/excl] [result/and] [query/incl] [query/excl] [query/and]
TEST_CASE("Figure 8: the moving and the stationary objects") {
  World w;
  CHECK(rows(query({moving}, c(), w.env)) == std::vector<Row>{{{e1}, {1, 6}}, {{e3}, {9, -2}}});
  CHECK(rows(query({stationary}, c(), w.env)) == std::vector<Row>{{{e2}, {7, none}}});
  const ResultType x = result_type(moving, K);
  const auto& factors = std::get<Product>(x).factors;
  REQUIRE(factors.size() == 2);
  CHECK(std::get<Type>(factors[0]) == Type::Kind::Int);
  CHECK(std::get<Type>(factors[1]) == Type::Kind::Int);
  const ResultType y = result_type(stationary, K);
  CHECK(std::holds_alternative<Top>(std::get<Product>(y).factors[1]));
}

// [query/vector] [result/vector]
TEST_CASE("Figure 9: the entity matches of collide") {
  World w;
  CHECK(rows(query({moving, stationary}, c(), w.env)) ==
        std::vector<Row>{{{e1, e2}, {1, 6, 7, none}}, {{e3, e2}, {9, -2, 7, none}}});
}

// [mutation/detach] [mutation/compose] [mutation/new] [mutation/attach]
TEST_CASE("Figure 10: a mutation with a fresh entity") {
  World w;
  const Entity e4 = w.created(0, {});
  const Mutation m = compose(Detach{Pos, e1}, New{[](Entity d) -> Mutation { return Attach{Vel, d, 2}; }});
  CHECK(after(c(), m, Fresh(w.env, {})) == c().without(Pos, e1).with(Vel, e4, 2));
}

// [system/apply]
TEST_CASE("Figure 11: inertia adds the velocity, a collision splits it and makes nothing of other pairs") {
  World w;
  const std::vector<Cell> moved{1, 6};
  CHECK(invoke(inertia(), {std::span(&e1, 1), moved}, w.env) == Update({Write{{e1, Pos}, 7}}));
  const std::vector<Entity> pair{e1, e2};
  const std::vector<Cell> apart{1, 6, 7, none}, meeting{7, 6, 7, none};
  CHECK(invoke(collide(), {pair, apart}, w.env) == Update());
  const Entity e4 = w.created(0, {e1, e2});
  CHECK(invoke(collide(), {pair, meeting}, w.env) ==
        Update({Write{{e1, Pos}, {}}, {{e1, Vel}, {}}, {{e2, Vel}, 3}, {{e4, Pos}, 7}, {{e4, Vel}, -3}}));
}

// [system/seq] [system/roll] [system/apply]
TEST_CASE("Figure 12: sequential production with collide") {
  World w;
  const System delta = collide();
  const Matches both = query(delta.q, c2(), w.env);
  CHECK(rows(both) == std::vector<Row>{{{e1, e2}, {7, 6, 7, none}}, {{e3, e2}, {7, -2, 7, none}}});
  const Matches rolled = roll(delta, c2(), both, w.env);
  CHECK(rows(rolled) == std::vector<Row>{{{e1, e2}, {7, 6, 7, none}}});
  const Entity e4 = w.created(0, {e1, e2});
  const Update expected({Write{{e1, Pos}, {}}, {{e1, Vel}, {}}, {{e2, Vel}, 3}, {{e4, Pos}, 7}, {{e4, Vel}, -3}});
  CHECK(equivalent(apply(delta, rolled, w.env), expected));
}

// [schedule/conc] [schedule/seq] [schedule/then] [schedule/apply]
TEST_CASE("Figure 13: conc(inertia) ⨟ seq(collide) from Figure 7 to Figure 12 and on") {
  World w;
  const Schedule z = conc(inertia()) >> seq(collide());
  CHECK(advance(c(), conc(inertia()), w.env) == c2());
  const Entity e4 = w.created(1, {e1, e2});
  const State end = c2().without(Pos, e1).without(Vel, e1).with(Vel, e2, 3).with(Pos, e4, 7).with(Vel, e4, -3);
  CHECK(after(c(), produce(c(), z, w.env)) == end);
  CHECK(advance(c(), z, w.env) == end);
}

// [order/conc] [order/seq] [order/then] [order/concurrent] [order/count] [construction/conc] [safety] [determinism]
TEST_CASE("Figure 14a: seq(collide) calls the system once, and is safe") {
  World w;
  const Schedule z = conc(inertia()) >> seq(collide());
  const PartialOrder po = partial_order(c(), z, w.env);
  CHECK(po.size() == 3);
  CHECK(fast::linearizations(po) == 2);
  CHECK(concurrent(po, 0, 1));
  CHECK(precedes(po, 0, 2));
  CHECK_FALSE(precedes(po, 2, 0));
  CHECK(is_safe(safe_by_rule(c(), z, w.env)));
  CHECK(is_safe(safety(po)));
  CHECK(std::holds_alternative<Deterministic>(determinism(c(), po, 100)));
}

// [order/conc] [order/then] [order/count] [order/composite] [construction/conc] [safety] [determinism]
TEST_CASE("Figure 14b: conc(collide) calls the system twice on e2, and loses the write of -1 or of 3") {
  World w;
  const Schedule z = conc(inertia()) >> conc(collide());
  const PartialOrder po = partial_order(c(), z, w.env);
  CHECK(po.size() == 4);
  CHECK(fast::linearizations(po) == 4);
  const Overlap overlap = std::get<Overlap>(safe_by_rule(c(), z, w.env));
  CHECK(overlap.rule == 3);
  CHECK(overlap.l == Location{e2, Vel});
  const Conflict conflict = std::get<Conflict>(safety(po));
  CHECK(conflict.u == 2);
  CHECK(conflict.v == 3);
  CHECK(conflict.l == Location{e2, Vel});
  const Disagreement disagreement = std::get<Disagreement>(determinism(c(), po, 100));
  CHECK(*after(c(), composite(po, disagreement.a)).at({e2, Vel}) == Value(-1));
  CHECK(*after(c(), composite(po, disagreement.b)).at({e2, Vel}) == Value(3));
}

// [schedule/conc] [schedule/seq] [schedule/then]
TEST_CASE("Listing 3: three frames of the toy physics") {
  World w;
  const Entity e0{0}, e1{1}, e2{2};
  State c = State(2).with(Pos, e0, 1).with(Vel, e0, 6).with(Pos, e1, 7).with(Pos, e2, 9).with(Vel, e2, -2);
  const Schedule z = conc(inertia()) >> seq(collide());
  c = advance(c, z, w.env);
  const Entity new_e3 = w.created(1, {e0, e1});
  CHECK(c == State(2)
                 .with(Pos, e1, 7)
                 .with(Pos, e2, 7)
                 .with(Pos, new_e3, 7)
                 .with(Vel, e1, 3)
                 .with(Vel, e2, -2)
                 .with(Vel, new_e3, -3));
  c = advance(c, z, {w.env, 2});
  CHECK(c == State(2)
                 .with(Pos, e1, 10)
                 .with(Pos, e2, 5)
                 .with(Pos, new_e3, 4)
                 .with(Vel, e1, 3)
                 .with(Vel, e2, -2)
                 .with(Vel, new_e3, -3));
}

// [schedule/conc] [schedule/par] [construction/par]
TEST_CASE("Listing 7: disjoint entities") {
  World w;
  const auto adjust = [](std::int64_t bound, bool increment) -> System {
    return {"adjust", {Incl{0}}, [=](const Match& r) -> Mutation {
              const std::int64_t n = integer(r.w[0]);
              if (increment == (n < bound)) return Attach{0, r.e[0], n + (increment ? 1 : -1)};
              return Nil{};
            }};
  };
  const Schedule z = conc(adjust(4, true)) || conc(adjust(4, false));
  const Entity e0{0}, e1{1};
  State c = State(1).with(0, e0, 3).with(0, e1, 8);
  CHECK(is_safe(safe_by_rule(c, z, w.env)));
  c = advance(c, z, w.env);
  CHECK(c == State(1).with(0, e0, 4).with(0, e1, 7));
  c = advance(c, z, {w.env, 2});
  CHECK(c == State(1).with(0, e0, 3).with(0, e1, 6));
}
