/// The archetype calculus on the command line: its own command, and support for its programs in commands of Core ECS.
#pragma once

#include <memory>

#include "interp/cli/documents.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> core_command(CommandLine&);

inline constexpr DocumentKind archetype_document{
    .what = "a program of the archetype calculus",
    .use = "coreecs run, check, show and test take it as it is, and coreecs core FILE prints it as one of Core ECS",
    .keys = {"calculus"}};

/// The commands and documents of this annex.
[[nodiscard]] Part archetypes_annex();

}  // namespace coreecs
