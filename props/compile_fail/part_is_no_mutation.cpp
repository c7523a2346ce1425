// error: this is no mutation
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

const Physics::Mutation m{attach(Entity(), Pos{1}), Vel{2}};
