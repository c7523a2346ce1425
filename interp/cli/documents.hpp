/// Names the kind of a document that a command did not expect.
#pragma once

#include <string>
#include <string_view>

#include "interp/cli/part.hpp"

namespace coreecs {

/// "a program of Core ECS", which many commands take.
inline constexpr DocumentKind core_program{
    .what = "a program of Core ECS",
    .use = "coreecs check FILE and its like take it, and coreecs app from FILE prints it as an app",
    .keys = {"schedules"}};

/// If a text is not of the kind `expected`, but its keys or beginning show another kind of the command line's parts,
/// prints that kind and the commands for it, and returns true. Cost: its length.
[[nodiscard]] bool is_another_document(const CommandLine&, const std::string& file, std::string_view text,
                                       const DocumentKind& expected);
/// The same for a text that was parsed as this document. Cost: that of its first line.
[[nodiscard]] bool is_another_document(const CommandLine&, const std::string& file, std::string_view text,
                                       const Document& read, const DocumentKind& expected);

}  // namespace coreecs
