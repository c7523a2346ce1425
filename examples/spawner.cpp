/// A small game: a nest hatches a creature every other frame, creatures grow old and die. Both happen at the
/// same time, which is safe: hatch writes to nests and to entities that only it knows of.
#include <iostream>

#include "interp/names.hpp"
#include "interp/typed.hpp"
#include "semantics/schedule.hpp"

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

  const Schedule z = conc(hatch) || conc(grow);
  p.schedule("main", z);
  p.frames = 8;

  coreecs::Entities entities;
  coreecs::Names names(p.entities);
  State c = p.start;
  for (std::uint64_t frame = 0; frame < p.frames; ++frame) {
    c = advance(c, z, frame * z.leaves(), by_occurrence(entities));
    names.add(entities.all());
    for (const auto& [e, creature] : Game::all<Creature>(c))
      std::cout << names(e) << " of " << names(creature.home) << ", aged " << creature.age << "; ";
    std::cout << '\n';
  }

  const std::vector<Entity> hatched = entities.all();
  return hatched.size() == 4 && Game::all<Creature>(c).size() == 2 &&
                 Game::get<Creature>(c, hatched[2]) == Creature{3, nest} &&
                 Game::get<Creature>(c, hatched[3]) == Creature{1, nest}
             ? 0
             : 1;
}
