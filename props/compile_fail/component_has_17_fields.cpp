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

struct Long {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q;
};

Components<Long>::Program p("long");
