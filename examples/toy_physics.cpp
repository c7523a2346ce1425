/// The toy physics example, Listing 2: inertia moves objects, collide splits them.
#include <cstdint>

#include "interp/typed.hpp"
#include "semantics/schedule.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
  bool operator==(const Pos&) const = default;
};
struct Vel {
  std::int64_t x;
  bool operator==(const Vel&) const = default;
};
using Physics = Components<Pos, Vel>;
using M = Physics::Mutation;

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
    "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });

const System collide = Physics::system<Query<Incl<Pos>, Incl<Vel>>, Query<Incl<Pos>, Excl<Vel>>>(
    "collide", [](Entity j, Pos pj, Vel vj, Entity h, Pos ph) -> M {
      if (pj != ph) return nil;
      return {detach<Pos, Vel>(j), attach(h, Vel{vj.x / 2}), create(pj, Vel{-vj.x / 2})};
    });

int main() {
  Physics::Program p("toy physics");
  const Entity e0 = p.spawn(Pos{1}, Vel{6});
  const Entity e1 = p.spawn(Pos{7});
  const Entity e2 = p.spawn(Pos{9}, Vel{-2});
  p.schedule("main", conc(inertia) >> seq(collide));
  p.frames = 2;
  coreecs::Entities entities;
  State c = advance(p.start, p.schedules[0].second, 0, by_occurrence(entities));
  Entity e3 = entities.all().at(0);
  return Physics::get<Pos>(c, e0) || Physics::all<Pos>(c) != std::vector<std::pair<Entity,Pos>>{{e1, Pos{7}}, {e2, Pos{7}}, {e3, Pos{7}}};
}
