#include "interp/check/lint/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/sarif.hpp"
#include "interp/commands/commands.hpp"

namespace coreecs {

namespace {

class LintCommand : public Command {
 public:
  explicit LintCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  std::vector<std::string> files_;
  std::string format_ = "text";
  std::vector<std::string> without_;
};

LintCommand::LintCommand(CommandLine& line) : Command(line, "Look", "lint", "Find unused parts and likely mistakes") {
  program_argument(*this, "FILE", files_);
  add_option("--format", format_, "text: a line for each finding; json; sarif: a code-scanning report")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  std::vector<std::string> names;
  for (const LintRule& rule : lint_rules()) names.emplace_back(rule.name);
  words_option(*this, "--without", without_, "do not look for these; separate several with commas")
      ->type_name("RULES")
      ->check(each_is_member_of(names).description(""));
  std::string all = "Rules:\n";
  for (const LintRule& rule : lint_rules()) all += fmt::format("  {}: {}\n", rule.name, rule.about);
  footer(all +
         "dangling-reference looks at the reference runs, if these are small; the other rules look at the program "
         "only.\nRules on variables, components and values skip systems whose functions are C++, since nothing is "
         "known of what these read and attach.\n"
         "Exit status: 0 nothing found; 1 something found; 2 the input or the usage is wrong; 3 interrupted, or not "
         "enough memory; 4 a bug in coreecs.");
}

Status LintCommand::run() const {
  Status status = Status::Yes;
  std::vector<CodeResult> results;
  nlohmann::ordered_json documents = nlohmann::ordered_json::array();
  for (const std::string& file : files_) {
    const std::optional<Input> source = read_program(line(), file);
    if (!source) {
      status = Status::Wrong;
      continue;
    }
    for (const auto& [rule, problem] : lint(source->written(), source->program, source->text)) {
      if (std::find(without_.begin(), without_.end(), rule) != without_.end()) continue;
      status = worse(status, Status::No);
      const auto& [pointer, message, at] = problem;
      if (format_ == "text") print(show(file, {pointer, rule + ": " + message, at}) + "\n");
      documents.push_back({{"file", file}, {"rule", rule}, {"pointer", pointer}, {"message", message}});
      if (at) documents.back().update({{"line", at->line}, {"column", at->column}});
      results.push_back({rule, Severity::Warning, message, file, at});
    }
  }
  if (format_ == "json") print(laid_out(documents) + "\n");
  if (format_ == "sarif") {
    std::vector<std::pair<std::string, std::string>> rules;
    for (const LintRule& rule : lint_rules()) rules.emplace_back(rule.name, rule.about);
    print(sarif(results, rules) + "\n");
  }
  return status;
}

}  // namespace

std::shared_ptr<Command> lint_command(CommandLine& line) { return std::make_shared<LintCommand>(line); }

}  // namespace coreecs
