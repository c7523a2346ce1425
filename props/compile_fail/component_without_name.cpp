// error: this component has no name of its own
#include <cstdint>

#include "interp/typed/typed.hpp"
using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};

template <class T>
struct Old {
  T x;
};

Components<Old<Pos>>::Program p("old");
