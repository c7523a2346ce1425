// error: this component is not registered in Components
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

const System stay = Positions::system<Query<Incl<Pos>>>(
    "stay", [](Entity e, Pos p) { return attach(e, p); }, Writes<Vel>{});
