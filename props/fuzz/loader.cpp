// libFuzzer: no text makes the loader crash, and a program that it accepts can be shown.
#include <cstdint>

#include "interp/load.hpp"
#include "interp/show.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = coreecs::load({reinterpret_cast<const char*>(data), size});
  if (const auto* program = std::get_if<coreecs::Program>(&result))
    (void)coreecs::show(*program);
  else if (std::get<std::vector<coreecs::Problem>>(result).empty())
    __builtin_trap();  // refused without a reason
  return 0;
}
