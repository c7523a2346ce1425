// error: the result of this system is no mutation
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};
using Physics = Components<Pos, Vel>;

const System inertia =
    Physics::system<Query<Incl<Pos>, Incl<Vel>>>("inertia", [](Entity, Pos p, Vel v) { return Pos{p.x + v.x}; });
