/// Shared by the commands about apps.
#pragma once

#include "interp/apps/app/app.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// FILE, an app in JSON.
void app_argument(Command& command, std::string& file);

/// Whether an app has a block, which the command cannot take. Then it says so, and why.
[[nodiscard]] bool has_block(const app::App& app, const std::string& file, std::string_view why);
/// Says that a command leaves out the observers of an app, if it has some, and why.
void note_observers(const app::App& app, const std::string& file, std::string_view why);
/// --engine, one of triage::engines(), and a description of each.
CLI::Option* engine_option(Command& command, std::optional<std::string>& engine);
[[nodiscard]] std::string about_engines();

/// An app with the text that it was read from.
struct AppInput {
  std::string text;
  app::App app;
};
/// The app in a file, or on standard input; nothing after its problems have been printed. Throws Interrupted.
[[nodiscard]] std::optional<AppInput> read_app(CommandLine&, const std::string& file);

}  // namespace coreecs
