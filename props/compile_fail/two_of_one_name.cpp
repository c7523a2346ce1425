// error: a component is registered twice, or two components have the same name
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};

namespace screen {
struct Pos {
  int x, y;
};
}  // namespace screen

Components<Pos, screen::Pos>::Program p("two");
