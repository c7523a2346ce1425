// error: the parameters of this system do not fit its queries
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

const System count =
    Physics::system<Query<Incl<Pos>>>("count", [n = 0](Entity e, Pos) mutable { return attach(e, Pos{n++}); });
