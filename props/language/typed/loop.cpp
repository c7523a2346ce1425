/// The loop that a typed system compiles to does what its function does.
#include <algorithm>

#include "interp/fast/sweep.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/typed/typed.hpp"
#include "props/kit/prop.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs::typed;
using coreecs::Environment;

namespace {

struct Hp {
  int x;
};
struct Place {
  double x, y;
};
struct Friend {
  Entity of;
};
struct Dead {};
struct Small {
  std::int8_t x;
};
using World = Components<Hp, Place, Friend, Dead, Small>;

/// z(c), or where and why it fails.
std::variant<State, std::string> performed(const State& c, const coreecs::System& s, const Environment& env,
                                           bool swept) {
  try {
    if (!swept) return advance(c, coreecs::conc(s), env);
    coreecs::fast::Sweep sweep(coreecs::fast::Sweep::Kind::Conc, s, c, env, 3);
    for (std::size_t part = 0; part < sweep.parts(); ++part) sweep(part);
    if (!sweep.holds()) return advance(c, coreecs::conc(s), env);
    return std::move(sweep).take();
  } catch (const coreecs::RuntimeError& error) {
    std::string where = error.system + ": " + error.what();
    for (const Entity e : error.entities) where += " " + std::to_string(e.number());
    return where;
  }
}

State some(int n, int hole) {
  State c(World::size);
  for (int j = 0; j < n; ++j) {
    const Entity e(static_cast<std::uint64_t>(j));
    if (j % hole > 0) c = std::move(c).with(World::label<Hp>(), e, j);
    c = std::move(c).with(World::label<Place>(), e, to_value(Place{0.5 * j, 1.0}));
    if (j % 4 > 0) c = std::move(c).with(World::label<Friend>(), e, Entity(static_cast<std::uint64_t>(j * 7 % n)));
    if (j % 5 == 0) c = std::move(c).with(World::label<Dead>(), e, coreecs::Unit{});
    if (j % 400 == 3) c = std::move(c).with(World::label<Small>(), e, j % 100);
  }
  return c;
}

std::vector<System> systems() {
  using Q = Query<Incl<Hp>, Incl<Place>>;
  static coreecs::Entities elsewhere;
  const Entity forged = elsewhere.at({3, {}, 0});
  return {
      World::system<Q>(
          "overwrite",
          [](Entity e, Hp h, Place p) {
            return attach(e, Place{p.x + h.x, p.y});
          },
          Writes<Place>{}),
      World::system<Q>("several",
                       [](Entity e, Hp h, const Place& p) {
                         return attach(e, Hp{h.x + 1}, Place{p.y, p.x}, Dead{});
                       }),
      World::system<Q>("the same twice", [](Entity e, Hp h, Place) { return attach(e, Hp{h.x + 1}, Hp{h.x + 2}); }),
      World::system<Query<Incl<Hp>, Excl<Dead>>>("detach", [](Entity e, Hp) { return detach<Place, Friend>(e); }),
      World::system<Query<Anyway<Hp>>>("anyway",
                                       [](Entity e, std::optional<Hp> h) { return attach(e, Hp{h ? h->x : -1}); }),
      World::system<Query<Excl<Dead>>>("bury", [](Entity e) { return attach(e, Dead{}); }),
      World::system<Query<Incl<Dead>>>("destroy", [](Entity e, Dead) { return destroy(e); }),
      World::system<Q>("one or the other",
                       [](Entity e, Hp h, Place p) -> World::Mutation {
                         if (h.x % 4 == 0) return nil;
                         if (h.x % 4 == 1) return {attach(e, Hp{0}), detach<Hp>(e), attach(e, Hp{9}), detach<Place>(e)};
                         if (h.x % 4 == 2) return create(Place{p.x, 3.0});
                         return detach<Hp>(e);
                       }),
      World::system<Query<Incl<Hp>, Incl<Friend>>>(
          "to a friend", [](Entity, Hp h, Friend f) { return attach(f.of, Hp{h.x}); },
          Writes<Hp>{.stored_entities = true}),
      World::system<Query<Incl<Hp>>>(
          "spawn", [](Entity, Hp h) { return create(h, Dead{}); }, Writes<Hp, Dead>{}),
      World::system<Query<Incl<Hp>, Incl<Friend>>>(
          "not declared: where", [](Entity e, Hp h, Friend f) { return attach(h.x < 700 ? e : f.of, h); },
          Writes<Hp>{}),
      World::system<Q>(
          "not declared: what",
          [](Entity e, Hp h, Place) -> World::Mutation {
            return {attach(e, h), detach<Dead>(e)};
          },
          Writes<Hp>{}),
      World::system<Q>("too large",
                       [](Entity e, Hp h, Place) {
                         return attach(e, Hp{1}, Place{h.x < 650 ? 1.0 : 1e300 * 1e300, 0});
                       }),
      World::system<Q, Query<Incl<Small>>>("meets",
                                           [](Entity e, Hp h, Place, Entity, Small s) -> World::Mutation {
                                             if (h.x % 3 == 0) return create(Place{1.0 * h.x, 1.0 * s.x});
                                             return attach(e, Hp{h.x + s.x});
                                           }),
      World::system<Query<Incl<Small>>, Q>(
          "is met", [](Entity, Small s, Entity e, Hp h, Place) { return attach(e, Hp{h.x + s.x}, s); },
          Writes<Hp, Small>{}),
      World::system<Query<Incl<Small>>, Query<Anyway<Small>>>(
          "meets all", Where{[](Entity e, Small s, Entity f, std::optional<Small>) {
            return e != f && (f.number() + static_cast<std::uint64_t>(s.x)) % 5 == 0;
          }},
          [](Entity e, Small s, Entity f, std::optional<Small> k) { return attach(e, Small{s}, Friend{k ? e : f}); },
          Writes<Small, Friend>{.stored_entities = true}),
      World::system<Q>(
          "where", Where{[](Entity, Hp h, Place p) { return h.x % 3 == 0 && p.x < 200; }},
          [](Entity e, Hp h, Place) { return attach(e, Hp{-h.x}); }, Writes<Hp>{}),
      World::system<Q>("forges where", [=](Entity e, Hp h, Place) { return attach(h.x < 640 ? e : forged, h); }),
      World::system<Q>(
          "forges what", [=](Entity e, Hp h, Place) { return attach(e, h, Friend{h.x < 640 ? e : forged}); },
          Writes<Hp, Friend>{}),
      World::system<Q>("forges within",
                       [=](Entity, Hp h, Place) {
                         return create([=](Entity n) { return attach(n, Friend{h.x < 640 ? n : forged}); });
                       }),
      World::system<Q>("tells apart",
                       [=](Entity, Hp h, Place) {
                         return create([=](Entity n) {
                           return attach(n, Hp{h.x < 640 ? 0 : static_cast<int>(n.created()->leaf % 10)});
                         });
                       }),
      World::system<Q>("fails",
                       [](Entity e, Hp h, Place) { return h.x < 640 ? attach(e, h) : throw std::runtime_error("no"); }),
  };
}

}  // namespace

// [system/conc] [query/vector]
TEST_CASE("The loop of a typed system does what its function does, and fails where that fails") {
  prop("with the loop, without it, and by the denotation", [] {
    const State c = some(*rc::gen::element(0, 1, 5, 300, 1'500), *rc::gen::inRange(1, 5));
    for (const System& s : systems()) {
      RC_ASSERT(s->loop);
      coreecs::System without = *s;
      without.loop = nullptr;
      coreecs::Entities entities;
      const Environment env = coreecs::by_occurrence(entities);
      const auto expected = performed(c, *s, env, false);
      RC_LOG() << s->name << "\n";
      RC_ASSERT(performed(c, *s, env, true) == expected);
      RC_ASSERT(performed(c, without, env, true) == expected);
      coreecs::note(std::holds_alternative<std::string>(expected), "an error", 0);
    }
  });
}
