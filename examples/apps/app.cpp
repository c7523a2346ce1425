// An app in C++: systems with the access that they declare, and what an engine would report of them.
#include <cstdio>

#include "interp/apps/app/builder.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/order.hpp"

namespace app = coreecs::app;

int main() {
  app::Builder game("pong");
  game.set("Physics").after("input::read_keys");
  game.system("input::read_keys").writes_resource("Keys").thread("main");
  game.system("physics::steer").reads_resource("Keys").writes("Velocity").with("Paddle").in("Physics");
  game.system("physics::bounce").writes("Velocity").without("Paddle").reads("Position").in("Physics");
  game.system("physics::move").reads("Velocity").writes("Position").in("Physics");
  game.system("score")
      .reads("Position")
      .with("Ball")
      .writes_resource("Score")
      .destroys({"Ball"})
      .after("physics::move");
  game.system("draw").reads("Position").reads_optional("Sprite").reads_resource("Score");

  const auto built = game.build();
  if (const auto* problems = std::get_if<std::vector<coreecs::Problem>>(&built)) {
    for (const coreecs::Problem& problem : *problems) std::printf("%s\n", show("pong", problem).c_str());
    return 2;
  }
  const app::App& pong = std::get<app::App>(built);
  const coreecs::Dag order = app::order(pong);
  for (const app::Conflict& one : app::declared_conflicts(pong)) {
    if (!order.concurrent(one.a, one.b)) continue;
    std::printf("%s and %s conflict on", pong.systems[one.a].name.c_str(), pong.systems[one.b].name.c_str());
    for (const std::size_t label : one.on) std::printf(" %s", pong.components[label].name.c_str());
    std::printf("\n");
  }
}
