/// Listing 2, the toy physics example: inertia moves objects, collide splits them.
#include <iostream>

#include "examples/frames.hpp"
#include "interp/language/typed/typed.hpp"

using namespace coreecs::typed;

struct Pos {
  int x;
  bool operator==(const Pos&) const = default;
};
struct Vel {
  int x;
};
using Physics = Components<Pos, Vel>;

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
    "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });

const System collide = Physics::system<Query<Incl<Pos>, Incl<Vel>>, Query<Incl<Pos>, Excl<Vel>>>(
    "collide", [](Entity j, Pos pj, Vel vj, Entity h, Pos ph) -> Physics::Mutation {
      if (pj != ph) return nil;
      return {detach<Pos, Vel>(j), attach(h, Vel{vj.x / 2}), create(pj, Vel{-vj.x / 2})};
    });

const std::string_view listing_3 = R"(Pos ↦ {e0 ↦ 1, e1 ↦ 7, e2 ↦ 9}
Vel ↦ {e0 ↦ 6, e2 ↦ -2}

Pos ↦ {e1 ↦ 7, e2 ↦ 7, e3 ↦ 7}
Vel ↦ {e1 ↦ 3, e2 ↦ -2, e3 ↦ -3}

Pos ↦ {e1 ↦ 10, e2 ↦ 5, e3 ↦ 4}
Vel ↦ {e1 ↦ 3, e2 ↦ -2, e3 ↦ -3}

)";

int main() {
  Physics::Program p("toy physics");
  p.spawn(Pos{1}, Vel{6});
  p.spawn(Pos{7});
  p.spawn(Pos{9}, Vel{-2});
  p.schedule("main", conc(inertia) >> seq(collide));
  p.frames = 2;

  const std::string output = frames(p);
  std::cout << output;
  return output == listing_3 ? 0 : 1;
}
