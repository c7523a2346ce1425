/// A program in C++ that has every command of coreecs: `example_commands run`, `check --schedule at_once`, `fuzz`, ...
#include "interp/commands/cli.hpp"
#include "interp/language/typed/typed.hpp"

using namespace coreecs::typed;

struct Pos {
  int x;
  bool operator==(const Pos&) const = default;
};
struct Vel {
  int x;
};
struct Coins {
  int n;
};
using Game = Components<Pos, Vel, Coins>;

const System walk = Game::system<Query<Incl<Pos>, Incl<Vel>>>(
    "walk", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); }, Writes<Pos>{});

/// Who walks to a chest takes what is in it.
const System loot = Game::system<Query<Incl<Pos>, Incl<Vel>, Incl<Coins>>, Query<Incl<Pos>, Excl<Vel>, Incl<Coins>>>(
    "loot",
    [](Entity hero, Pos p, Vel, Coins has, Entity chest, Pos at, Coins in) -> Game::Mutation {
      if (p != at) return nil;
      return {attach(hero, Coins{has.n + in.n}), detach<Pos, Coins>(chest)};
    },
    Writes<Pos, Coins>{});

int main(int argc, char** argv) {
  Game::Program p("treasure");
  p.spawn_as("alice", Pos{0}, Vel{1}, Coins{0});
  p.spawn_as("bob", Pos{4}, Vel{-1}, Coins{0});
  p.spawn_as("chest", Pos{2}, Coins{5});
  p.schedule("main", conc(walk) >> seq(loot));
  p.schedule("at_once", conc(walk) >> conc(loot));
  p.frames = 2;
  return coreecs::cli(p, argc, argv);
}
