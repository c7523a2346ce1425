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

const System start = Positions::system<Query<Incl<Pos>>>("start", [](Entity e, Pos) { return attach(e, Vel{1}); });
