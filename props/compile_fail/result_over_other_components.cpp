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

using Positions = Components<Pos>;

const System stay =
    Physics::system<Query<Incl<Pos>>>("stay", [](Entity e, Pos p) -> Positions::Mutation { return attach(e, p); });
