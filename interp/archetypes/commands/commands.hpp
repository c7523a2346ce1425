/// The archetype calculus on the command line: a command of its own, and its programs for commands of Core ECS.
#pragma once

#include <memory>

#include "interp/cli/documents.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> core_command(CommandLine&);

inline constexpr DocumentKind archetype_document{
    .what = "a program of the archetype calculus",
    .use = "coreecs run, check, show and test take it as it is, and coreecs core FILE prints it as one of Core ECS",
    .keys = {"calculus"}};

/// What this annex brings to the command line.
[[nodiscard]] Part archetypes_annex();

}  // namespace coreecs
