/// Listing 6, the disjoint entities example: two systems write one component at the same time, but never the
/// same entity's.
#include <iostream>

#include "interp/typed.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs::typed;

struct Num {
  std::int64_t n;
};
using Numbers = Components<Num>;

System adjust(std::string name, std::int64_t bound, bool increment) {
  return Numbers::system<Query<Incl<Num>>>(std::move(name), [=](Entity e, Num k) -> Numbers::Mutation {
    if (increment != (k.n < bound)) return nil;
    return attach(e, Num{increment ? k.n + 1 : k.n - 1});
  });
}

int main() {
  const System increment = adjust("increment", 4, true);
  const System decrement = adjust("decrement", 4, false);

  Numbers::Program p("disjoint entities");
  const Entity e0 = p.spawn(Num{3});
  const Entity e1 = p.spawn(Num{8});

  const Schedule z = conc(increment) || conc(decrement);
  p.schedule("main", z);
  p.frames = 2;

  coreecs::Entities entities;
  State c = p.start;
  for (std::uint64_t frame = 0;; ++frame) {
    std::cout << "Num→{ e0 ↦ " << Numbers::get<Num>(c, e0)->n << ", e1 ↦ " << Numbers::get<Num>(c, e1)->n
              << " }\n";
    if (frame == p.frames) break;
    c = advance(c, z, frame * z.leaves(), by_occurrence(entities));
  }

  // The last line of Listing 7.
  return Numbers::get<Num>(c, e0)->n == 3 && Numbers::get<Num>(c, e1)->n == 6 ? 0 : 1;
}
