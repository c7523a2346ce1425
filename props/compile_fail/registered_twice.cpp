// error: a component is registered twice
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};

Components<Pos, Vel, Pos>::Program p("three");
