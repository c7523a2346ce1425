// error: a component is a struct
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};

struct Path {
  std::vector<Pos> steps;
};

Components<Path>::Program p("paths");
