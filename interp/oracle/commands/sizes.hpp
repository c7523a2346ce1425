/// The options for the sizes of random programs.
#pragma once

#include "interp/oracle/generate.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace coreecs {

struct SizeOptions {
  std::optional<std::uint64_t> components, terms, frames;

  /// Adds them to the options of a command. Returns them.
  std::vector<CLI::Option*> add_to(CLI::App& command);
  [[nodiscard]] Sizes sizes(const std::optional<std::uint64_t>& entities) const {
    return {components, terms, entities, frames};
  }
};

}  // namespace coreecs
