#include "interp/oracle/commands/sizes.hpp"

#include "interp/cli/command.hpp"

namespace coreecs {

std::vector<CLI::Option*> SizeOptions::add_to(CLI::App& command) {
  const auto add = [&](const char* name, std::optional<std::uint64_t>& value, std::uint64_t least, std::uint64_t most,
                       const char* about) {
    return command.add_option(name, value, about)->check(natural())->check(CLI::Range(least, most).description(""));
  };
  return {add("--components", components, 2, 1'000, "maximum number of components; default: as the shape has it"),
          add("--terms", terms, 1, 100, "maximum number of constraints of a query; default: as the shape has it"),
          add("--frames", frames, 1, 1'000, "maximum number of frames; default: as the shape has it")};
}

}  // namespace coreecs
