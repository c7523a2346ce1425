/// Programs of the archetype calculus, where commands take them beside those of Core ECS.
#pragma once

#include "interp/archetypes/archetype/program.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// A program of the archetype calculus with the text that it was read from.
struct ArchetypeInput {
  std::string text;
  archetype::Program program;
};
/// The same of a file; any other document is refused. Nothing when its problems have been printed.
[[nodiscard]] std::optional<ArchetypeInput> read_archetype(CommandLine&, const std::string& file);

/// What run, check, show and test do with such programs.
[[nodiscard]] std::shared_ptr<const Language> archetype_language();

}  // namespace coreecs
