// error: the function given to create returns no mutation
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};
using Positions = Components<Pos>;

const System start =
    Positions::system<Query<Incl<Pos>>>("start", [](Entity, Pos p) { return create([=](Entity) { return p; }); });
