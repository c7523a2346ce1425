// error: a system is given its queries
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
    Physics::system<Incl<Pos>, Incl<Vel>>("inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
