/// A document that is of another kind than expected is called by its name.
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

/// Says of a text that is none of the kind `expected` which kind of the command line's parts it is, and which commands
/// take it, where its keys or its beginning tell. Whether that has been said. Cost: its length.
[[nodiscard]] bool is_another_document(const CommandLine&, const std::string& file, std::string_view text,
                                       const DocumentKind& expected);
/// The same of a text that was read as this document. Cost: that of its first line.
[[nodiscard]] bool is_another_document(const CommandLine&, const std::string& file, std::string_view text,
                                       const Document& read, const DocumentKind& expected);

}  // namespace coreecs
