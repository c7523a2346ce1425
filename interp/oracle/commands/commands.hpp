/// The commands that test engines.
#pragma once

#include <memory>

#include "interp/cli/documents.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> cases_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> generate_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> judge_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> oracle_command(CommandLine&);

inline constexpr DocumentKind oracle_report{
    .what = "the report of a search", .use = "coreecs merge-reports FILE shows it", .keys = {"oracle_report"}};
inline constexpr DocumentKind cases_document{.what = "cases for an engine",
                                             .use = "coreecs judge FILE RESULTS takes them",
                                             .keys = {"program", "id"},
                                             .is_lines = true};

/// The commands and documents of this annex.
[[nodiscard]] Part oracle_annex();

}  // namespace coreecs
