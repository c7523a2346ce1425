/// Listing 2, the toy physics example: inertia moves objects, collide splits them.
#include <iostream>

#include "interp/names.hpp"
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

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
    "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });

const System collide = Physics::system<Query<Incl<Pos>, Incl<Vel>>, Query<Incl<Pos>, Excl<Vel>>>(
    "collide", [](Entity j, Pos pj, Vel vj, Entity h, Pos ph) -> Physics::Mutation {
      if (pj != ph) return nil;
      return {detach<Pos, Vel>(j), attach(h, Vel{vj.x / 2}), create(pj, Vel{-vj.x / 2})};
    });

int main() {
  Physics::Program p("toy physics");
  p.spawn(Pos{1}, Vel{6});
  const Entity e1 = p.spawn(Pos{7});
  const Entity e2 = p.spawn(Pos{9}, Vel{-2});

  const Schedule z = conc(inertia) >> seq(collide);
  p.schedule("main", z);
  p.frames = 2;

  coreecs::Entities entities;
  coreecs::Names names(p.entities);
  State c = p.start;
  for (std::uint64_t frame = 0;; ++frame) {
    std::cout << "Pos→{";
    for (const auto& [e, pos] : Physics::all<Pos>(c)) std::cout << ' ' << names(e) << " ↦ " << pos.x;
    std::cout << " } Vel→{";
    for (const auto& [e, vel] : Physics::all<Vel>(c)) std::cout << ' ' << names(e) << " ↦ " << vel.x;
    std::cout << " }\n";
    if (frame == p.frames) break;
    c = advance(c, z, frame * z.leaves(), by_occurrence(entities));
    names.add(entities.all());
  }

  // The last line of Listing 3.
  const Entity e3 = entities.all().at(0);
  const std::vector positions{std::pair{e1, Pos{10}}, std::pair{e2, Pos{5}}, std::pair{e3, Pos{4}}};
  const std::vector velocities{std::pair{e1, Vel{3}}, std::pair{e2, Vel{-2}}, std::pair{e3, Vel{-3}}};
  return Physics::all<Pos>(c) == positions && Physics::all<Vel>(c) == velocities ? 0 : 1;
}
