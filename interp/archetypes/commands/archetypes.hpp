/// Programs of the archetype calculus, for commands that take them as well as those of Core ECS.
#pragma once

#include "interp/archetypes/archetype/program.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// A program of the archetype calculus with its text.
struct ArchetypeInput {
  std::string text;
  archetype::Program program;
};
/// Reads such a program from a file, and rejects other documents. Nothing after its problems have been printed.
[[nodiscard]] std::optional<ArchetypeInput> read_archetype(CommandLine&, const std::string& file);

/// How run, check, show and test handle such programs.
[[nodiscard]] std::shared_ptr<const Language> archetype_language();

}  // namespace coreecs
