/// Listing 6, the disjoint entities example: two systems write one component at the same time, but never the
/// same entity's.
#include <iostream>

#include "examples/frames.hpp"
#include "interp/language/typed/typed.hpp"

using namespace coreecs::typed;

struct Num {
  int n;
};
using Numbers = Components<Num>;

System adjust(std::string name, int bound, bool increment) {
  return Numbers::system<Query<Incl<Num>>>(std::move(name), [=](Entity e, Num k) -> Numbers::Mutation {
    if (increment != (k.n < bound)) return nil;
    return attach(e, Num{increment ? k.n + 1 : k.n - 1});
  });
}

const std::string_view listing_7 = R"(Num ↦ {e0 ↦ 3, e1 ↦ 8}

Num ↦ {e0 ↦ 4, e1 ↦ 7}

Num ↦ {e0 ↦ 3, e1 ↦ 6}

)";

int main() {
  const System increment = adjust("increment", 4, true);
  const System decrement = adjust("decrement", 4, false);

  Numbers::Program p("disjoint entities");
  p.spawn(Num{3});
  p.spawn(Num{8});
  p.schedule("main", conc(increment) || conc(decrement));
  p.frames = 2;

  const std::string output = frames(p);
  std::cout << output;
  return output == listing_7 ? 0 : 1;
}
