// libFuzzer: no text makes the loader crash, and a program that it accepts can be shown, and printed so that it loads
// again and prints the same.
#include <cstdint>

#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "interp/views/report/report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = coreecs::load({reinterpret_cast<const char*>(data), size});
  if (const auto* program = std::get_if<coreecs::Program>(&result)) {
    (void)coreecs::show(*program);
    const std::string printed = coreecs::print(*program);
    const auto again = coreecs::load(printed);
    if (again.index() != 0 || coreecs::print(std::get<0>(again)) != printed) __builtin_trap();
  } else if (std::get<std::vector<coreecs::Problem>>(result).empty()) {
    __builtin_trap();  // refused without a reason
  }
  return 0;
}
