#include <cstdlib>
#include <exception>

#include "interp/cli/failure.hpp"
#include "interp/cli/memory.hpp"

namespace {

/// Where memory runs out in what must not throw.
[[noreturn]] void terminated() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    std::_Exit(coreecs::status_of([]() -> int { throw; }, coreecs::no_memory));
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(terminated);
  return coreecs::status_of([&] { return coreecs::command_line(argc, argv); }, coreecs::no_memory);
}
