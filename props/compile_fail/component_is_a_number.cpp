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

Components<int>::Program p("number");
