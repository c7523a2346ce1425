/// The commands of the command line: what each is and does is known only to the file that it is in.
#pragma once

#include <memory>

#include "interp/cli/command.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> app_import_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> app_check_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> app_core_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> app_from_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> app_show_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> app_simulate_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> cases_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> check_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> check_trace_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> compare_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> core_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> describe_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> explain_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> fuzz_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> generate_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> graph_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> judge_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> linearizations_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> lint_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> merge_reports_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> oracle_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> report_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> run_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> schema_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> show_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> shrink_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> test_command(CLI::App&);
[[nodiscard]] std::shared_ptr<Command> verify_certificate_command(CLI::App&);

}  // namespace coreecs
