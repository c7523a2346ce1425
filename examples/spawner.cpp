/// A small game: a nest hatches a creature every other frame, creatures grow old and die. Both happen at the
/// same time, which is safe: hatch writes to nests and to entities that only it knows of.
#include <iostream>

#include "examples/frames.hpp"
#include "interp/language/typed/typed.hpp"

using namespace coreecs::typed;

struct Nest {
  int pause;  ///< frames between two creatures
  int wait;   ///< frames until the next one
};
struct Creature {
  int age;
  Entity home;
  bool operator==(const Creature&) const = default;
};
struct Frozen {};  // a tag
using Game = Components<Nest, Creature, Frozen>;

const System hatch = Game::system<Query<Incl<Nest>, Excl<Frozen>>>(
    "hatch",
    [](Entity e, Nest nest) -> Game::Mutation {
      if (nest.wait > 0) return attach(e, Nest{nest.pause, nest.wait - 1});
      return {attach(e, Nest{nest.pause, nest.pause}), create(Creature{.age = 0, .home = e})};
    },
    Writes<Nest, Creature>{});

const System grow = Game::system<Query<Incl<Creature>, Anyway<Frozen>>>(
    "grow",
    [](Entity e, const Creature& creature, std::optional<Frozen> frozen) -> Game::Mutation {
      if (frozen) return nil;
      if (creature.age == 3) return detach<Creature>(e);
      return attach(e, Creature{creature.age + 1, creature.home});
    },
    Writes<Creature>{});

int main() {
  Game::Program p("spawner");
  const Entity nest = p.spawn_as("nest", Nest{.pause = 1, .wait = 0});
  p.spawn_as("ice", Nest{.pause = 0, .wait = 0}, Frozen{});
  p.schedule("main", conc(hatch) || conc(grow));
  p.frames = 8;
  std::cout << frames(p);

  // Typed access to a state: two creatures of the nest are left, three frames and one frame old.
  coreecs::Execution run(p, p.schedules.front());
  while (run.frame() < p.frames) run.advance();
  const auto creatures = Game::all<Creature>(run.state());
  return creatures.size() == 2 && creatures[0].second == Creature{3, nest} && creatures[1].second == Creature{1, nest}
             ? 0
             : 1;
}
