#include "interp/apps/commands/apps.hpp"

#include "interp/apps/commands/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/triage/engines.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

void app_argument(Command& command, std::string& file) {
  command.reads(command.add_option("FILE", file, "the app in JSON, or - for standard input"))->required();
}

CLI::Option* engine_option(Command& command, std::optional<std::string>& engine) {
  std::vector<std::string> names;
  for (const triage::Engine& one : triage::engines()) names.emplace_back(one.name);
  return command.add_option("--engine", engine, "print the order as code for this engine")->check(CLI::IsMember(names));
}

std::string about_engines() {
  std::string about = "Engines:\n";
  for (const triage::Engine& one : triage::engines()) about += fmt::format("  {}: {}\n", one.name, one.about);
  return about + "Only Bevy's code has run conditions. For other engines, comments say which of them are left out.\n";
}

bool has_block(const app::App& app, const std::string& file, std::string_view why) {
  const app::Blocks blocks(app);
  if (blocks.empty()) return false;
  complain(file, fmt::format("found a set that repeats its systems, {}: {}",
                             in_quotes(app.sets[blocks.all().front().set].name), why));
  return true;
}

void note_observers(const app::App& app, const std::string& file, std::string_view why) {
  if (app.observers.empty()) return;
  std::vector<std::string> names;
  names.reserve(app.observers.size());
  for (const app::Observer& one : app.observers) names.push_back(on_one_line(one.system.name));
  complain(file, fmt::format("left out: {}: {}", fmt::join(names, ", "), why));
}

std::optional<AppInput> read_app(CommandLine& line, const std::string& file) {
  std::optional<std::string> text = read_text(line, file);
  if (!text) return std::nullopt;
  Problems problems;
  const Document document(*text, problems);
  interrupt::poll();
  if (!app::is_app(document) && is_another_document(line, file, *text, document, app_document)) return std::nullopt;
  if (problems.empty() && !app::is_app(document))
    problems.report({}, "found a document without the key \"app\"; expected an app");
  const auto refuse = [&](const std::vector<Problem>& all) {
    for (const Problem& problem : all) complain(show(file, problem) + "\n");
    return std::nullopt;
  };
  if (!problems.empty() && !app::is_app(document)) return refuse(std::move(problems).in_order(*text));
  auto loaded = app::load(document, std::move(problems), *text);
  if (const auto* all = std::get_if<std::vector<Problem>>(&loaded)) return refuse(*all);
  return AppInput{std::move(*text), std::get<app::App>(std::move(loaded))};
}

}  // namespace coreecs
