#include "interp/oracle/engine.hpp"

#include <algorithm>

namespace coreecs {

namespace {

[[noreturn]] void does_not(const char* what) {
  throw EngineFailure(EngineFailure::Kind::Unsupported, std::string("the engine does not ") + what);
}

}  // namespace

const char* name(Level level) {
  return std::find_if(std::begin(levels), std::end(levels), [&](const NamedLevel& one) { return one.level == level; })
      ->name;
}

std::vector<std::vector<Entity>> Engine::matches(const QueryVector&) { does_not("match"); }
std::vector<std::size_t> Engine::run(const Schedule&, Leaf, const Respond&) { does_not("run systems"); }
void Engine::frame(const Schedule&, Leaf, const Respond&, const std::vector<Expected>&) { does_not("run schedules"); }
State Engine::look(const std::vector<Entity>&) { does_not("look entities up by their handles"); }
std::function<void()> Engine::save() { does_not("save"); }

}  // namespace coreecs
