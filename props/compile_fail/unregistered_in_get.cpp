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

bool moves(const State& c, Entity e) { return Positions::get<Vel>(c, e).has_value(); }
