/// A program outside the source tree, built against the installed package.
#include <interp/typed/typed.hpp>
#include <semantics/schedule.hpp>

using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};
using Physics = Components<Pos, Vel>;

int main() {
  const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
      "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
  Physics::Program p("package");
  const Entity e = p.spawn(Pos{1}, Vel{6});
  p.schedule("main", conc(inertia));
  coreecs::Entities entities;
  const State c = advance(p.start, p.schedules.front().second, 0, by_occurrence(entities));
  return Physics::get<Pos>(c, e)->x == 7 ? 0 : 1;
}
