/// The commands of the main house. Each is defined in a file of its own.
#pragma once

#include <memory>

#include "interp/cli/documents.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> check_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> check_trace_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> compare_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> describe_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> explain_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> fuzz_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> graph_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> linearizations_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> lint_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> merge_reports_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> prove_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> report_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> run_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> schema_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> show_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> shrink_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> test_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> verify_certificate_command(CommandLine&);

// The documents that they take.

inline constexpr DocumentKind certificate_document{
    .what = "a certificate", .use = "coreecs verify-certificate PROGRAM FILE verifies it", .keys = {"certificate"}};
inline constexpr DocumentKind trace_document{
    .what = "a trace", .use = "coreecs check-trace PROGRAM FILE checks it", .keys = {"traceEvents"}};
inline constexpr DocumentKind report_document{
    .what = "the report of a search", .use = "coreecs merge-reports FILE shows it", .keys = {"fuzz_report"}};
inline constexpr DocumentKind token_document{
    .what = "the token of a run",
    .use = "coreecs run PROGRAM --replay @FILE performs it",
    .is_begun_by = [](std::string_view line, std::string_view) { return line.rfind("r1.", 0) == 0; }};

/// The command line without annexes.
[[nodiscard]] Part main_house();
/// The main house, then each annex of this build.
[[nodiscard]] std::vector<Part> all_parts();

}  // namespace coreecs
