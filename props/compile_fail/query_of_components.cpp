// error: a Query has one constraint or more
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
    Physics::system<Query<Pos, Vel>>("inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
