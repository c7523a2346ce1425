/// Typed programs (Listings 1, 2, 6): conversions, queries, mutations, systems, programs.
#include "interp/language/typed/typed.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "interp/language/program/error.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs::typed;
using coreecs::Entities;
using coreecs::LabelSet;
using coreecs::Record;
using coreecs::Schema;
using coreecs::Text;
using coreecs::Type;
using coreecs::Unit;
using coreecs::Value;

namespace {

struct Pos {
  std::int64_t x;
  bool operator==(const Pos&) const = default;
};
struct Vel {
  std::int64_t x;
  bool operator==(const Vel&) const = default;
};
struct Frozen {
  bool operator==(const Frozen&) const = default;
};
struct Vec {
  double x, y;
  bool operator==(const Vec&) const = default;
};
enum class Team : std::uint8_t { red, blue };
struct Unusual {
  bool b;
  std::int8_t small;
  std::uint64_t large;
  float f;
  std::string text;
  Entity e;
  Team team;
  Vec vec;
  Pos pos;
  Frozen frozen;
  bool operator==(const Unusual&) const = default;
};
struct Parent {
  Entity of;
  bool operator==(const Parent&) const = default;
};
struct Placed {
  Pos pos;
};
struct Renamed {
  static constexpr const char* component_name = "Label";
  std::string name;
};
struct Sixteen {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
  bool operator==(const Sixteen&) const = default;
};

template <class T>
using Entries = std::vector<std::pair<Entity, T>>;

/// The state after each frame.
std::vector<State> frames(const coreecs::Program& p, Entities& entities) {
  std::vector<State> states{p.start};
  const Schedule& z = p.schedules.front().z;
  for (std::uint64_t k = 0; k < p.frames; ++k)
    states.push_back(advance(states.back(), z, {by_occurrence(entities), k * z.leaves()}));
  return states;
}

template <class... Ts>
using Alone = Components<Ts...>;

}  // namespace

TEST_SUITE("typed") {
  TEST_CASE("Listing 2 prints Listing 3") {
    using Physics = Components<Pos, Vel>;
    using M = Physics::Mutation;
    const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
        "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
    const System collide = Physics::system<Query<Incl<Pos>, Incl<Vel>>, Query<Incl<Pos>, Excl<Vel>>>(
        "collide", [](Entity j, const Pos& pj, const Vel& vj, Entity h, const Pos& ph) {
          if (pj != ph) return M{};
          return M{detach<Pos>(j), detach<Vel>(j), attach(h, Vel{vj.x / 2}), create([=](Entity l) {
                     return M{attach(l, pj), attach(l, Vel{-vj.x / 2})};
                   })};
        });
    Physics::Program p("toy physics");
    const Entity e0 = p.spawn(Pos{1}, Vel{6});
    const Entity e1 = p.spawn(Pos{7});
    const Entity e2 = p.spawn(Pos{9}, Vel{-2});
    p.schedule("main", conc(inertia) >> seq(collide));
    p.frames = 2;

    Entities entities;
    const auto c = frames(p, entities);
    REQUIRE(entities.all().size() == 1);
    const Entity e3 = entities.all().front();
    CHECK(Physics::all<Pos>(c[0]) == Entries<Pos>{{e0, Pos{1}}, {e1, Pos{7}}, {e2, Pos{9}}});
    CHECK(Physics::all<Vel>(c[0]) == Entries<Vel>{{e0, Vel{6}}, {e2, Vel{-2}}});
    CHECK(Physics::all<Pos>(c[1]) == Entries<Pos>{{e1, Pos{7}}, {e2, Pos{7}}, {e3, Pos{7}}});
    CHECK(Physics::all<Vel>(c[1]) == Entries<Vel>{{e1, Vel{3}}, {e2, Vel{-2}}, {e3, Vel{-3}}});
    CHECK(Physics::all<Pos>(c[2]) == Entries<Pos>{{e1, Pos{10}}, {e2, Pos{5}}, {e3, Pos{4}}});
    CHECK(Physics::all<Vel>(c[2]) == Entries<Vel>{{e1, Vel{3}}, {e2, Vel{-2}}, {e3, Vel{-3}}});

    CHECK(p.name == "toy physics");
    CHECK(p.entities == std::vector<std::string>{"e0", "e1", "e2"});
    CHECK(p.systems == std::vector{inertia, collide});
    REQUIRE(p.schema.size() == 2);
    CHECK(p.schema[1].name == "Vel");
    CHECK(p.schema[1].type == Type::Kind::Int);
  }

  TEST_CASE("Listing 6 prints Listing 7") {
    using Numbers = Components<Pos>;
    const auto adjust = [](std::string name, std::int64_t bound, bool increment) {
      return Numbers::system<Query<Incl<Pos>>>(std::move(name), [=](Entity e, Pos n) -> Numbers::Mutation {
        if (increment != (n.x < bound)) return nil;
        return attach(e, Pos{increment ? n.x + 1 : n.x - 1});
      });
    };
    Numbers::Program p("disjoint entities");
    const Entity e0 = p.spawn(Pos{3});
    const Entity e1 = p.spawn(Pos{8});
    p.schedule("main", conc(adjust("increment", 4, true)) || conc(adjust("decrement", 4, false)));
    p.frames = 2;
    Entities entities;
    const auto c = frames(p, entities);
    CHECK(Numbers::all<Pos>(c[1]) == Entries<Pos>{{e0, Pos{4}}, {e1, Pos{7}}});
    CHECK(Numbers::all<Pos>(c[2]) == Entries<Pos>{{e0, Pos{3}}, {e1, Pos{6}}});
  }

  TEST_CASE("a struct without fields is a unit, with one field that field, with more a record") {
    const auto type = [](const Schema& K) { return K.at(0).type; };
    CHECK(type(Alone<Frozen>::schema()) == Type::Kind::Unit);
    CHECK(type(Alone<Pos>::schema()) == Type::Kind::Int);
    CHECK(type(Alone<Placed>::schema()) == Type::Kind::Int);
    CHECK(type(Alone<Parent>::schema()) == Type::Kind::Entity);
    const Type vec({{"x", Type::Kind::Real}, {"y", Type::Kind::Real}});
    CHECK(type(Alone<Vec>::schema()) == vec);
    CHECK(type(Alone<Unusual>::schema()) == Type({{"b", Type::Kind::Bool},
                                                  {"small", Type::Kind::Int},
                                                  {"large", Type::Kind::Int},
                                                  {"f", Type::Kind::Real},
                                                  {"text", Type::Kind::Text},
                                                  {"e", Type::Kind::Entity},
                                                  {"team", Type::Kind::Int},
                                                  {"vec", vec},
                                                  {"pos", Type::Kind::Int},
                                                  {"frozen", Type::Kind::Unit}}));
    CHECK(type(Alone<Sixteen>::schema()).fields.back().name == "p");
  }

  TEST_CASE("a component has its struct's name, unless it declares one") {
    struct Local {};
    CHECK(Alone<Pos>::schema().at(0).name == "Pos");
    CHECK(Alone<Local>::schema().at(0).name == "Local");
    CHECK(Alone<Renamed>::schema().at(0).name == "Label");
  }

  TEST_CASE("structs and values are converted exactly, both ways") {
    const Entity e(std::uint64_t{7});
    for (const bool b : {false, true})
      for (const std::int8_t small : std::initializer_list<std::int8_t>{-128, 0, 127})
        for (const std::uint64_t large : {std::uint64_t{0}, std::uint64_t{1} << 62})
          for (const double x : {0.0, -0.0, 1.5, -2.25, std::numeric_limits<double>::denorm_min()})
            for (const char* text : {"", "a", "Zoë"}) {
              const Unusual u{b, small, large, 0.1F, text, e, Team::blue, {x, -x}, {-1}, {}};
              const Value k = to_value(u);
              const Value real = static_cast<double>(0.1F);
              CHECK(k == Record({b, int{small}, static_cast<std::int64_t>(large), real, text, e, 1, Record({x, -x}), -1,
                                 Unit{}}));
              CHECK(from_value<Unusual>(k) == u);
              CHECK(to_value(from_value<Unusual>(k)) == k);
            }
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    CHECK(to_value(Pos{least}) == Value(least));
    CHECK(from_value<Pos>(Value(least)) == Pos{least});
    CHECK(to_value(Frozen{}) == Value(Unit{}));
    CHECK(to_value(Renamed{"a"}) == Value(Text("a")));
    const Sixteen s{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    CHECK(from_value<Sixteen>(to_value(s)) == s);
  }

  TEST_CASE("a number that does not fit is an error") {
    struct Byte {
      std::uint8_t n;
    };
    struct Large {
      std::uint64_t n;
    };
    struct Single {
      float x;
    };
    CHECK(from_value<Byte>(255).n == 255);
    CHECK_THROWS_AS((void)from_value<Byte>(256), std::range_error);
    CHECK_THROWS_AS((void)from_value<Byte>(-1), std::range_error);
    CHECK_THROWS_AS((void)from_value<Large>(-1), std::range_error);
    CHECK_THROWS_AS((void)to_value(Large{std::uint64_t{1} << 63}), std::range_error);
    CHECK_THROWS_AS((void)from_value<Single>(0.1), std::range_error);
    CHECK_THROWS_AS((void)from_value<Single>(1e300), std::range_error);
    CHECK_THROWS_AS((void)to_value(Vec{0, std::numeric_limits<double>::infinity()}), std::range_error);
    CHECK_THROWS_AS((void)to_value(Vec{0, std::numeric_limits<double>::quiet_NaN()}), std::range_error);
  }

  TEST_CASE("anyway gives an optional, excl nothing, and a query vector all of its queries in order") {
    using World = Components<Pos, Vel, Frozen, Parent>;
    const System drift = World::system<Query<Excl<Frozen>, Anyway<Vel>, Incl<Pos>>, Query<Incl<Parent>>>(
        "drift", [](Entity e, std::optional<Vel> v, const Pos& p, Entity child, const Parent& parent) {
          if (parent.of != e) return World::Mutation{};
          return World::Mutation{attach(e, Pos{p.x + v.value_or(Vel{1}).x}), attach(child, Frozen{})};
        });
    World::Program p("drift");
    const Entity a = p.spawn_as("a", Pos{0}, Vel{5});
    const Entity b = p.spawn_as("b", Pos{0});
    const Entity c = p.spawn_as("c", Pos{0}, Frozen{});
    const Entity x = p.spawn(Parent{a});
    const Entity y = p.spawn(Parent{b});
    const Entity z = p.spawn(Parent{c});
    p.schedule("main", conc(drift));
    Entities entities;
    const State end = frames(p, entities).back();
    CHECK(World::all<Pos>(end) == Entries<Pos>{{a, Pos{5}}, {b, Pos{1}}, {c, Pos{0}}});
    CHECK(World::all<Frozen>(end) == Entries<Frozen>{{c, Frozen{}}, {x, Frozen{}}, {y, Frozen{}}});
    CHECK(World::get<Parent>(end, z) == Parent{c});
    CHECK_FALSE(World::get<Vel>(end, b));
    CHECK(p.entities == std::vector<std::string>{"a", "b", "c", "e3", "e4", "e5"});
  }

  TEST_CASE("mutations compose in order, create entities and destroy them") {
    using World = Components<Pos, Vel, Parent>;
    const System split = World::system<Query<Incl<Pos>>>("split", [](Entity e, Pos p) {
      return World::Mutation{attach(e, Vel{1}), destroy(e), create(p, Vel{2}), nil, create([=](Entity l) {
                               return World::Mutation{attach(l, Pos{1}), attach(l, Pos{2}, Parent{l}),
                                                      create([=](Entity m) { return attach(m, Parent{l}); })};
                             })};
    });
    World::Program p("split");
    p.spawn(Pos{9});
    p.schedule("main", seq(split));
    Entities entities;
    const State end = frames(p, entities).back();
    const auto created = entities.all();
    REQUIRE(created.size() == 3);
    CHECK(World::all<Pos>(end) == Entries<Pos>{{created[0], Pos{9}}, {created[1], Pos{2}}});
    CHECK(World::all<Vel>(end) == Entries<Vel>{{created[0], Vel{2}}});
    CHECK(World::all<Parent>(end) ==
          Entries<Parent>{{created[1], Parent{created[1]}}, {created[2], Parent{created[1]}}});
  }

  TEST_CASE("effects are declared, and reads follow from the queries") {
    using World = Components<Pos, Vel, Parent>;
    const auto stay = [](Entity e, Pos p) { return attach(e, p); };
    CHECK_FALSE(World::system<Query<Incl<Pos>>>("stay", stay)->effects);
    const System s = World::system<Query<Incl<Pos>, Excl<Vel>>>("stay", stay, Writes<Pos>{});
    REQUIRE(s->effects);
    CHECK(s->effects->reads == LabelSet{0, 1});
    CHECK(s->effects->writes == LabelSet{0});
    CHECK_FALSE(s->effects->writes_entity_literal);
    CHECK_FALSE(s->effects->writes_component_entity);
    const System all = World::system<Query<Anyway<Vel>>>(
        "all", [](Entity, std::optional<Vel>) { return nil; },
        Writes<>{.named_entities = true, .stored_entities = true});
    CHECK(all->effects->reads == LabelSet{0, 1, 2});
    CHECK(all->effects->writes_entity_literal);
    CHECK(all->effects->writes_component_entity);
  }

  TEST_CASE("a condition leaves the matches of which it is true, and a seq asks it again") {
    using World = Components<Pos, Vel, Parent>;
    const Where behind{[](Entity e, const Pos& p, Entity f, Pos q) { return e != f && p.x < q.x; }};
    const auto step = [](Entity e, const Pos& p, Entity, Pos) { return attach(e, Pos{p.x + 1}); };
    using One = Query<Incl<Pos>>;
    World::Program p("chase");
    for (const std::int64_t x : {1, 2, 2}) p.spawn(Pos{x});
    p.schedule("conc", conc(World::system<One, One>("chase", behind, step)));
    p.schedule("seq", seq(World::system<One, One>("chase_in_turn", behind, step, Writes<Pos>{})));
    const auto ends = [&](std::size_t schedule) {
      Entities entities;
      std::vector<std::int64_t> xs;
      const State end = coreecs::advance(p.start, p.schedules[schedule].z, coreecs::by_occurrence(entities));
      for (const auto& [e, pos] : World::all<Pos>(end)) xs.push_back(pos.x);
      return xs;
    };
    CHECK(ends(0) == std::vector<std::int64_t>{2, 2, 2});
    CHECK(ends(1) == std::vector<std::int64_t>{2, 2, 2});  // not 3: the second match is none any more
    CHECK(p.systems[1]->effects->writes == LabelSet{0});
    CHECK(p.systems[1]->effects->reads == LabelSet{0});

    const Where fails{[](Entity, Pos) -> bool { throw std::runtime_error("no idea"); }};
    const System stuck = World::system<One>("stuck", fails, [](Entity, Pos) { return nil; });
    Entities entities;
    CHECK_THROWS_WITH_AS((void)coreecs::advance(p.start, seq(stuck), coreecs::by_occurrence(entities)), "no idea",
                         coreecs::RuntimeError);
  }
}
