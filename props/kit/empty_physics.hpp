/// The toy physics, for searches of start states.
#pragma once

#include "props/kit/loaded.hpp"

namespace coreecs {

/// Without entities, and with a schedule that has no inertia.
inline nlohmann::ordered_json empty_physics() {
  nlohmann::ordered_json program = example("toy_physics");
  program["entities"] = nlohmann::ordered_json::object();
  program["schedules"]["collisions"] = {{"conc", "collide"}};
  program.erase("expect");
  return program;
}

}  // namespace coreecs
