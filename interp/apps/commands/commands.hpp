/// The commands about apps.
#pragma once

#include <memory>

#include "interp/cli/documents.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> app_check_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_core_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_from_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_import_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_show_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_simulate_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> app_trace_command(CommandLine&);

inline constexpr DocumentKind app_document{
    .what = "an app",
    .use =
        "coreecs app check FILE judges it, and coreecs app core FILE prints it as a program, for coreecs test - and "
        "its like",
    .keys = {"app"}};

/// Output of an engine about its schedule. Tables are not recognized.
[[nodiscard]] bool is_imported(std::string_view line, std::string_view text);
inline constexpr DocumentKind imported_document{.what = "what an engine writes of its schedule",
                                                .use = "coreecs app import FILE makes an app of it",
                                                .is_begun_by = is_imported};

/// The commands and documents of this annex.
[[nodiscard]] Part apps_annex();

}  // namespace coreecs
